import type { NoiseSettings } from "../disclosure/noise";
import type { Numbers } from "./numbers";
import type { DatasetKind, RecordName } from "./record";

/** Sets of records, one after the other: set s has `ids[starts[s]..starts[s + 1]]`, in ascending order. */
export interface Sets {
  starts: Uint32Array;
  ids: Uint32Array;
}

export const setAt = ({ starts, ids }: Sets, place: number): Uint32Array =>
  ids.subarray(starts[place], starts[place + 1]);

export function setsOf(lists: readonly ArrayLike<number>[]): Sets {
  const starts = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => (starts[i + 1] = starts[i]! + list.length));
  const ids = new Uint32Array(starts[lists.length]!);
  lists.forEach((list, i) => ids.set(list, starts[i]));
  return { starts, ids };
}

/** What records are about, under a name that a person would give it. */
export interface Named {
  name: string;
  /** Its stems, sorted and joined: what names in any form and order share. */
  key: string;
  /** "noun": a thing ("credit card"); "act": what people do ("losing weight"). */
  is: "noun" | "act";
}

/** A word of praise or blame that records say of a theme, by its place among them. */
export interface Said {
  theme: number;
  mark: number;
  word: string;
}

/** A free column: `codes[i]` is 0 if record i has no value, else 1 + the index of its value, or of its list in `lists`. */
export interface Column {
  name: string;
  /** What else people call it, and each of its values. */
  alsoCalled: string[];
  values: string[];
  valuesAlsoCalled: string[][];
  /** Where records have several values each: the values' indexes; null where each has one. */
  lists: number[][] | null;
  codes: Uint16Array;
  /** The number that each record has; null where the column is not one of numbers. */
  numbers: Numbers | null;
}

/** Vectors of 8-bit numbers, one row per item; a row times its scale is the vector. Records' vectors have length 1. */
export interface Vectors {
  dims: number;
  rows: Int8Array;
  scales: Float32Array;
}

/** Two words, by the numbers of their stems, that may mean the same. */
export interface Equivalent {
  word: number;
  other: number;
  /** "alike": wherever they stand; the others in a phrase only, where the records say so, the last the least surely. */
  how: "alike" | "near" | "same" | "kin";
}

/** What a record's text does, as bits of `marks`. */
export const MARK = { reason: 1, problem: 2, wish: 4, quotable: 8, praise: 16 } as const;

/** Everything that answers are computed from: the records, and what the importer learnt from them. Never public. */
export interface Snapshot {
  kind: DatasetKind;
  record: RecordName;
  texts: Texts;
  columns: Column[];
  /** The stems and pairs of stems that enough records use, with the direction that the corpus gives each. */
  vocabulary: { stems: string[]; surfaces: string[]; vectors: Vectors };
  /** The records that hold each stem or pair. */
  holders: Sets;
  recordVectors: Vectors;
  /** Words in each record. */
  lengths: Uint16Array;
  marks: Uint8Array;
  /** The group of near records that each is in, plus one; 0 for none. */
  clusterOf: Uint16Array;
  themes: Named[];
  themeSets: Sets;
  /** What each record of `themeSets` does of the theme, as bits of `MARK`. */
  themeMarks: Uint8Array;
  said: Said[];
  saidSets: Sets;
  subjects: Named[];
  subjectSets: Sets;
  equivalents: Equivalent[];
  /** The record key of each voice. */
  keys: Uint32Array;
  /** The voice of each record; null where each record is one. */
  voices: Uint32Array | null;
  noise: NoiseSettings;
  /** Rows that were joined to records as copies of them. */
  copies: number;
  /** The model whose meaning the vectors have, or null where they are learnt from the records alone. */
  model: string | null;
}

/** Texts stored as UTF-8 and decoded one at a time, which keeps 100,000 of them compact. */
export class Texts {
  private static readonly decoder = new TextDecoder();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly offsets: Uint32Array,
  ) {}

  /** The same texts, packed. */
  static of(texts: readonly string[]): Texts {
    const offsets = new Uint32Array(texts.length + 1);
    const encoded = texts.map((text) => Buffer.from(text, "utf8"));
    encoded.forEach((bytes, i) => (offsets[i + 1] = offsets[i]! + bytes.length));
    return new Texts(new Uint8Array(Buffer.concat(encoded)), offsets);
  }

  get length(): number {
    return this.offsets.length - 1;
  }

  /** The text of record `i`; throws RangeError for a record that is not there. */
  at(i: number): string {
    const [from, to] = [this.offsets[i], this.offsets[i + 1]];
    if (from === undefined || to === undefined) throw new RangeError(`No record ${i}`);
    return Texts.decoder.decode(this.bytes.subarray(from, to));
  }

  /** The packed form. */
  packed(): { bytes: Uint8Array; offsets: Uint32Array } {
    return { bytes: this.bytes, offsets: this.offsets };
  }
}
