import { MIN_GROUP_SIZE } from "../dataset/record";
import { isTopical, stemOf } from "../dataset/words";
import type { Dataset } from "./dataset";
import { isNegation } from "./nearness";
import { recordsIn, type Mask } from "./sets";

/** Of a larger selection so many records are read, evenly spread over it. */
const MAX_READ = 1_000;
const MAX_WORDS = 8;
const PLACEHOLDERS = /\[[a-z]+\]|https?:\/\/\S+|[#@]\w+/g;
const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;
/** What ends a phrase, where it stands between two words. */
const BREAK = /[.!?;:()"“”[\]<>|\n…]/;

/** Words that several records say one after the other. */
export interface Phrase {
  /** As most of them write it. */
  text: string;
  /** The same, each word in lower case and without apostrophes. */
  words: string[];
  /** The words of it that carry a topic, in order, with "not" for any negation. */
  topic: string[];
  stems: string[];
  /** Those who say it, of the records that were read. */
  holders: number[];
  /** True where it mostly begins a sentence. */
  opens: boolean;
}

/** A word as it is written somewhere. */
interface Form {
  written: string;
  /** In lower case and without apostrophes. */
  word: string;
  /** The number of its stem. */
  stem: number;
  /** As a topic's word: "not" for any negation, null for a word that carries no topic. */
  topic: string | null;
}

/**
 * Records read word by word: for each word twice its form's number, and 1 more where a comma follows; where a phrase ends,
 * -1. `records` has the record of each.
 */
interface Read {
  codes: number[];
  records: number[];
  forms: Form[];
  /** By their numbers. */
  stems: string[];
}

/** Words that enough records say one after the other: where these begin, once for each record. */
interface Gram {
  length: number;
  places: number[];
}

/** What is known of a phrase before it is written out: most of the thousands that are found read badly. */
export interface Outline {
  first: string;
  last: string;
  length: number;
  /** True where it mostly begins a sentence. */
  opens: boolean;
}

/** The phrases of two words and more that at least five records of a selection say word for word, the most said first. */
export function phrasesOf(
  dataset: Dataset,
  mask: Mask,
  isWanted: (outline: Outline) => boolean = () => true,
): Phrase[] {
  const read = readOf(dataset, mask);
  const grams: Gram[] = [];
  let keys: Float64Array = Float64Array.from(read.codes, (code) => (code < 0 ? -1 : read.forms[code >> 1]!.stem));
  for (let length = 1; length <= MAX_WORDS; length++) {
    const before = grams.length;
    const found = gramsAt(read, keys, length, grams);
    if (grams.length === before) break;
    keys = pairsOf(found, grams.length);
  }
  const phrases = grams.flatMap((gram) => (gram.length > 1 ? (phraseOf(read, gram, isWanted) ?? []) : []));
  return phrases.sort((a, b) => b.holders.length - a.holders.length || b.stems.length - a.stems.length);
}

/** One number for each two neighbours, -1 where there are none; nothing begins at the last place, where a phrase ends. */
function pairsOf(found: Int32Array, grams: number): Float64Array {
  const pairs = new Float64Array(found.length).fill(-1);
  for (let at = 0; at + 1 < found.length; at++)
    if (found[at]! >= 0 && found[at + 1]! >= 0) pairs[at] = found[at]! * grams + found[at + 1]!;
  return pairs;
}

/** The number of the gram that begins at each place, -1 where too few records say it. New grams are added. */
function gramsAt({ records }: Read, keys: Float64Array, length: number, grams: Gram[]): Int32Array {
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const last: number[] = [];
  const found = new Int32Array(keys.length).fill(-1);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (key < 0) continue;
    let number = numbers.get(key);
    if (number === undefined) {
      number = counts.push(0) - 1;
      numbers.set(key, number);
    }
    found[at] = number;
    if (last[number] === records[at]) continue;
    last[number] = records[at]!;
    counts[number]! += 1;
  }
  const kept = counts.map((count) => (count < MIN_GROUP_SIZE ? -1 : grams.push({ length, places: [] }) - 1));
  for (let at = 0; at < found.length; at++) {
    if (found[at]! < 0) continue;
    found[at] = kept[found[at]!]!;
    const places = grams[found[at]!]?.places;
    if (places && (places.length === 0 || records[places.at(-1)!] !== records[at])) places.push(at);
  }
  return found;
}

function phraseOf(
  { codes, records, forms, stems }: Read,
  { length, places }: Gram,
  isWanted: (outline: Outline) => boolean,
): Phrase | null {
  const from = mostWritten(codes, places, length);
  const wordAt = (at: number): string => forms[codes[at]! >> 1]!.word;
  let opening = 0;
  for (const at of places) if (at === 0 || codes[at - 1] === -1) opening += 1;
  const opens = opening * 2 > places.length;
  if (!isWanted({ first: wordAt(from), last: wordAt(from + length - 1), length, opens })) return null;
  const own = codes.slice(from, from + length);
  const said = own.map((code) => forms[code >> 1]!);
  return {
    text: said.map(({ written }, i) => (own[i]! % 2 === 1 && i < length - 1 ? `${written},` : written)).join(" "),
    words: said.map(({ word }) => word),
    topic: said.flatMap(({ topic }) => topic ?? []),
    stems: said.map(({ stem }) => stems[stem]!),
    holders: places.map((at) => records[at]!),
    opens,
  };
}

/** Where a phrase stands as most write it: of several ways, as the first of them. */
function mostWritten(codes: readonly number[], places: readonly number[], length: number): number {
  const ways: { at: number; count: number }[] = [];
  for (const at of places) {
    const way = ways.find((one) => areWrittenAlike(codes, one.at, at, length));
    if (way) way.count += 1;
    else ways.push({ at, count: 1 });
  }
  return ways.reduce((most, way) => (way.count > most.count ? way : most)).at;
}

/** True for the same forms with the same commas between them. */
function areWrittenAlike(codes: readonly number[], one: number, other: number, length: number): boolean {
  const last = length - 1;
  for (let i = 0; i < last; i++) if (codes[one + i] !== codes[other + i]) return false;
  return codes[one + last]! >> 1 === codes[other + last]! >> 1;
}

/** Reads the records of a selection, cut at what ends a phrase. */
function readOf({ texts }: Dataset, mask: Mask): Read {
  const all = recordsIn(mask);
  const step = Math.max(1, all.length / MAX_READ);
  const codes: number[] = [];
  const records: number[] = [];
  const known = new Map<string, number>();
  const forms: Form[] = [];
  const stems = new Map<string, number>();
  const formOf = (written: string): number => {
    let form = known.get(written);
    if (form === undefined) {
      const word = written.toLowerCase().replace(/['’]/g, "");
      const stem = stemOf(word);
      if (!stems.has(stem)) stems.set(stem, stems.size);
      const topic = isNegation(word) ? "not" : isTopical(word) ? word : null;
      form = forms.push({ written, word, stem: stems.get(stem)!, topic }) - 1;
      known.set(written, form);
    }
    return form;
  };
  const add = (record: number, code: number): void => {
    records.push(record);
    codes.push(code);
  };
  for (let at = 0; at < all.length; at += step) {
    const record = all[Math.floor(at)]!;
    const text = texts.at(record).replace(PLACEHOLDERS, " . ");
    let end = 0;
    for (const found of text.matchAll(WORD)) {
      const between = text.slice(end, found.index);
      const isWithin = codes.length > 0 && codes.at(-1) !== -1;
      if (isWithin && between !== " ") {
        if (BREAK.test(between)) add(record, -1);
        else if (between.includes(",")) codes[codes.length - 1]! |= 1;
      }
      end = found.index + found[0].length;
      add(record, 2 * formOf(found[0]));
    }
    add(record, -1);
  }
  return { codes, records, forms, stems: [...stems.keys()] };
}
