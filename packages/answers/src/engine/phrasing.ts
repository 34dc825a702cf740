import { MIN_GROUP_SIZE } from "../dataset/record";
import { isTopical, stemOf } from "../dataset/words";
import type { Dataset } from "./dataset";
import { isNegation } from "./nearness";
import type { Mask } from "./sets";

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

/** Words between two breaks, in one record. */
interface Clause {
  record: number;
  words: string[];
  stems: number[];
  /** True where it is the beginning of a sentence. */
  opens: boolean;
}

interface Gram {
  length: number;
  count: number;
  last: number;
  places: [clause: number, at: number][];
}

/** The phrases of two words and more that at least five records of a selection say word for word, the most said first. */
export function phrasesOf(dataset: Dataset, mask: Mask): Phrase[] {
  const { clauses, written } = clausesOf(dataset, mask);
  const grams: Gram[] = [];
  let level = counted(
    clauses,
    clauses.map(({ stems }) => stems),
    1,
    grams,
  );
  for (let length = 2; length <= MAX_WORDS; length++) {
    const pairs = level.map((row) =>
      row.slice(0, -1).map((left, at) => (left < 0 || row[at + 1]! < 0 ? -1 : left * grams.length + row[at + 1]!)),
    );
    const before = grams.length;
    level = counted(clauses, pairs, length, grams);
    if (grams.length === before) break;
  }
  const phrases = grams.filter(({ length }) => length > 1).map((gram) => phraseOf(clauses, written, gram));
  return phrases.sort((a, b) => b.holders.length - a.holders.length || b.stems.length - a.stems.length);
}

/** Gives each key that enough records have a number of its own, and -1 to the others. */
function counted(clauses: readonly Clause[], keys: readonly number[][], length: number, grams: Gram[]): number[][] {
  const found = new Map<number, Gram>();
  keys.forEach((row, c) =>
    row.forEach((key, at) => {
      if (key < 0) return;
      let gram = found.get(key);
      if (!gram) found.set(key, (gram = { length, count: 0, last: -1, places: [] }));
      if (gram.last === clauses[c]!.record) return;
      gram.last = clauses[c]!.record;
      gram.count += 1;
      gram.places.push([c, at]);
    }),
  );
  const numbers = new Map<number, number>();
  for (const [key, gram] of found) if (gram.count >= MIN_GROUP_SIZE) numbers.set(key, grams.push(gram) - 1);
  return keys.map((row) => row.map((key) => numbers.get(key) ?? -1));
}

function phraseOf(clauses: readonly Clause[], written: readonly string[], { length, places }: Gram): Phrase {
  const variants = new Map<string, number>();
  let opening = 0;
  for (const [c, at] of places) {
    const text = clauses[c]!.words.slice(at, at + length)
      .join(" ")
      .replace(/,$/, "");
    variants.set(text, (variants.get(text) ?? 0) + 1);
    if (at === 0 && clauses[c]!.opens) opening += 1;
  }
  const [text] = [...variants].sort((a, b) => b[1] - a[1])[0]!;
  const [c, at] = places[0]!;
  const ids = clauses[c]!.stems.slice(at, at + length);
  const said = text.toLowerCase().replace(/['’,]/g, "").split(" ");
  return {
    text,
    topic: said.flatMap((word) => (isNegation(word) ? ["not"] : isTopical(word) ? [word] : [])),
    stems: ids.map((id) => written[id]!),
    holders: places.map(([clause]) => clauses[clause]!.record),
    opens: opening * 2 > places.length,
  };
}

/** The records of a selection, cut at what ends a phrase; `written` are the stems by their numbers. */
function clausesOf({ texts }: Dataset, mask: Mask): { clauses: Clause[]; written: string[] } {
  const all = Array.from(mask, (member, i) => (member ? i : -1)).filter((i) => i >= 0);
  const step = Math.max(1, all.length / MAX_READ);
  const numbers = new Map<string, number>();
  const clauses: Clause[] = [];
  for (let at = 0; at < all.length; at += step) {
    const record = all[Math.floor(at)]!;
    const text = texts.at(record).replace(PLACEHOLDERS, " . ");
    let clause: Clause = { record, words: [], stems: [], opens: true };
    let end = 0;
    for (const found of text.matchAll(WORD)) {
      const between = text.slice(end, found.index);
      if (BREAK.test(between) && clause.words.length > 0) {
        clauses.push(clause);
        clause = { record, words: [], stems: [], opens: true };
      }
      end = found.index + found[0].length;
      const stem = stemOf(found[0].toLowerCase().replace(/['’]/g, ""));
      if (!numbers.has(stem)) numbers.set(stem, numbers.size);
      if (between.includes(",") && clause.words.length > 0) clause.words[clause.words.length - 1] += ",";
      clause.words.push(found[0]);
      clause.stems.push(numbers.get(stem)!);
    }
    clauses.push(clause);
  }
  return { clauses, written: [...numbers.keys()] };
}
