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
  /** The number of its stem. */
  stem: number;
  /** As a topic's word: "not" for any negation, null for a word that carries no topic. */
  topic: string | null;
}

/** Words between two breaks, in one record. */
interface Clause {
  record: number;
  /** For each word twice its form's number, and 1 more where a comma follows. */
  codes: number[];
  /** True where it is the beginning of a sentence. */
  opens: boolean;
}

/** What was read: its clauses, the forms of words and the stems by their numbers. */
interface Read {
  clauses: Clause[];
  forms: Form[];
  stems: string[];
}

interface Gram {
  length: number;
  last: number;
  places: Place[];
}

interface Place {
  clause: Clause;
  at: number;
}

/** The phrases of two words and more that at least five records of a selection say word for word, the most said first. */
export function phrasesOf(dataset: Dataset, mask: Mask): Phrase[] {
  const read = readOf(dataset, mask);
  const { clauses, forms } = read;
  const grams: Gram[] = [];
  let level = counted(
    clauses,
    clauses.map(({ codes }) => codes.map((code) => forms[code >> 1]!.stem)),
    1,
    grams,
  );
  for (let length = 2; length <= MAX_WORDS; length++) {
    const pairs = level.map((row) => pairsIn(row, grams.length));
    const before = grams.length;
    level = counted(clauses, pairs, length, grams);
    if (grams.length === before) break;
  }
  const phrases = grams.filter(({ length }) => length > 1).map((gram) => phraseOf(read, gram));
  return phrases.sort((a, b) => b.holders.length - a.holders.length || b.stems.length - a.stems.length);
}

/** One number for each two neighbours, -1 where one of them is not said by enough. */
function pairsIn(row: readonly number[], grams: number): number[] {
  const pairs: number[] = [];
  for (let at = 0; at + 1 < row.length; at++) {
    const [left, right] = [row[at]!, row[at + 1]!];
    pairs.push(left < 0 || right < 0 ? -1 : left * grams + right);
  }
  return pairs;
}

/** Gives each key that enough records have a number of its own, and -1 to the others. */
function counted(clauses: readonly Clause[], keys: readonly number[][], length: number, grams: Gram[]): number[][] {
  const found = new Map<number, Gram>();
  keys.forEach((row, c) => {
    const clause = clauses[c]!;
    row.forEach((key, at) => {
      if (key < 0) return;
      let gram = found.get(key);
      if (!gram) found.set(key, (gram = { length, last: -1, places: [] }));
      if (gram.last === clause.record) return;
      gram.last = clause.record;
      gram.places.push({ clause, at });
    });
  });
  const numbers = new Map<number, number>();
  for (const [key, gram] of found) if (gram.places.length >= MIN_GROUP_SIZE) numbers.set(key, grams.push(gram) - 1);
  return keys.map((row) => row.map((key) => (key < 0 ? -1 : (numbers.get(key) ?? -1))));
}

function phraseOf({ forms, stems }: Read, { length, places }: Gram): Phrase {
  const { clause, at } = mostWritten(places, length);
  const codes = clause.codes.slice(at, at + length);
  const said = codes.map((code) => forms[code >> 1]!);
  const opening = places.reduce((count, place) => count + (place.at === 0 && place.clause.opens ? 1 : 0), 0);
  return {
    text: said.map(({ written }, i) => (codes[i]! % 2 === 1 && i < length - 1 ? `${written},` : written)).join(" "),
    topic: said.flatMap(({ topic }) => topic ?? []),
    stems: said.map(({ stem }) => stems[stem]!),
    holders: places.map((place) => place.clause.record),
    opens: opening * 2 > places.length,
  };
}

/** Where a phrase stands as most write it: of several, as the first of them does. */
function mostWritten(places: readonly Place[], length: number): Place {
  const ways: { place: Place; count: number }[] = [];
  for (const place of places) {
    const way = ways.find((one) => isWrittenAlike(one.place, place, length));
    if (way) way.count += 1;
    else ways.push({ place, count: 1 });
  }
  return ways.reduce((most, way) => (way.count > most.count ? way : most)).place;
}

/** True for the same forms with the same commas between them. */
function isWrittenAlike(one: Place, other: Place, length: number): boolean {
  const last = length - 1;
  for (let i = 0; i < last; i++) if (one.clause.codes[one.at + i] !== other.clause.codes[other.at + i]) return false;
  return one.clause.codes[one.at + last]! >> 1 === other.clause.codes[other.at + last]! >> 1;
}

/** Reads the records of a selection, cut at what ends a phrase. */
function readOf({ texts }: Dataset, mask: Mask): Read {
  const all = recordsIn(mask);
  const step = Math.max(1, all.length / MAX_READ);
  const clauses: Clause[] = [];
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
      form = forms.push({ written, stem: stems.get(stem)!, topic }) - 1;
      known.set(written, form);
    }
    return form;
  };
  for (let at = 0; at < all.length; at += step) {
    const record = all[Math.floor(at)]!;
    const text = texts.at(record).replace(PLACEHOLDERS, " . ");
    let clause: Clause = { record, codes: [], opens: true };
    let end = 0;
    for (const found of text.matchAll(WORD)) {
      const between = text.slice(end, found.index);
      if (between !== " " && clause.codes.length > 0) {
        if (BREAK.test(between)) {
          clauses.push(clause);
          clause = { record, codes: [], opens: true };
        } else if (between.includes(",")) clause.codes[clause.codes.length - 1]! |= 1;
      }
      end = found.index + found[0].length;
      clause.codes.push(2 * formOf(found[0]));
    }
    clauses.push(clause);
  }
  return { clauses, forms, stems: [...stems.keys()] };
}
