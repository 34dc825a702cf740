import type { DatasetKind } from "./record";

/** A group of records that say nearly the same, found in the data at import. */
export interface Theme {
  /** A few words that distinguish it from the others. */
  label: string;
  size: number;
  /** The records nearest to its centroid, nearest first. */
  exemplars: number[];
}

/** What records may be said to be about, by the words that they use, as a question about it counts them. */
export interface Subject {
  label: string;
  /** A topic is counted in other words, too. */
  is: "topic" | "mentions";
  text: string;
  /** Its name says that something is wrong; "alone" by a word that is no subject but for that: "pending". */
  problem?: "named" | "alone";
  /** Places of sets in `Subjects`: all of its records; those that say its words, and those that hold them anywhere. */
  all: number;
  said: number;
  holding: number;
  variants: SubjectVariant[];
  beside: SubjectVariant[];
}
export interface SubjectVariant {
  words: string;
  set: number;
  parts: number[];
}
/** The subjects, the largest first. The records of set s are at `ids[starts[s]..starts[s + 1]]`. */
export interface Subjects {
  list: Subject[];
  starts: Uint32Array;
  ids: Uint32Array;
}

/** One free column: `codes[i]` is 0 if record i has no value, else 1 + the value's index in `values`. */
export interface Column {
  name: string;
  values: string[];
  codes: Uint16Array;
}

/** Vectors of 8-bit numbers, one row per item; a row times its scale is the vector. Records' vectors have length 1. */
export interface Vectors {
  dims: number;
  rows: Int8Array;
  scales: Float32Array;
}

/** Which records hold each stem, and how often (at most 255 times). */
export interface Holders {
  starts: Uint32Array;
  ids: Uint32Array;
  times: Uint8Array;
}

/** Two words, by the numbers of their stems, that may mean the same: `particle` makes the other one "give up". */
export interface Equivalent {
  word: number;
  other: number;
  /** "alike": wherever they stand; the others in a phrase only, where the records say so, the last the least surely. */
  how: "alike" | "near" | "same" | "kin";
  particle?: string;
}

/** Everything that answers are computed from: the records, and what the importer learnt from them. */
export interface Snapshot {
  kind: DatasetKind;
  texts: Texts;
  columns: Column[];
  themes: Theme[];
  /** For each record, 1 + its theme's index in `themes`, or 0. */
  themeOf: Uint16Array;
  /** What is spoken of most; none in snapshots of earlier versions. */
  subjects: Subjects;
  /** 1 for each record that at least five others of its cluster resemble, else 0. Only these are ever quoted. */
  quotable: Uint8Array;
  /** How many rows were joined to each record, because they say the same again; none in snapshots of earlier versions. */
  copies: Uint16Array;
  /** The stems and pairs of stems that enough records use, with the direction that the corpus gives each. */
  vocabulary: { stems: string[]; surfaces: string[]; recordCounts: Uint32Array; vectors: Vectors };
  /** Each record's known topic stems in the order of its text: record i has `ids[starts[i]..starts[i + 1]]`. */
  recordTerms: { starts: Uint32Array; ids: Uint32Array };
  /** The records that hold each stem, and how often: those of stem s are at `starts[s]..starts[s + 1]`. */
  holders: Holders;
  recordVectors: Vectors;
  /** The model whose meaning the vectors have, or null where they are learnt from the records alone. */
  model: string | null;
  /** Which words may mean the same; none in snapshots of earlier versions. */
  equivalents: Equivalent[];
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
