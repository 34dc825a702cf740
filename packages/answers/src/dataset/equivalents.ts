import { SAME, SAME_OF_SOME } from "./everyday";
import { MIN_GROUP_SIZE } from "./record";
import type { Equivalent, Snapshot } from "./snapshot";
import { dot, rowOfVectors, unit } from "./sparse";
import { stemOf } from "./words";

/** The words that a thesaurus relates to another: of its commonest senses, of any, wider or narrower ones, opposites. */
export interface Related {
  near: ReadonlySet<string>;
  same: ReadonlySet<string>;
  kin: ReadonlySet<string>;
  opposite: ReadonlySet<string>;
}
export type Thesaurus = (word: string) => Related;

/** Words are alike where both their vectors and the middles of the records that hold them are this close. */
const MIN_ALIKE = { same: 0.1, everyday: 0.5, thesaurus: 0.6 };
const HOW: readonly Equivalent["how"][] = ["alike", "near", "same", "kin"];

/** Words of so many senses that they say the same as no other. */
const LIGHT = new Set(
  "come go get take make put have give see look keep set use do be show find good bad thing know say tell think feel work run turn hold".split(
    " ",
  ),
);

type Learnt = Pick<Snapshot, "vocabulary" | "holders" | "recordVectors">;

/**
 * The pairs of a corpus's words that may mean the same. Those of a word's commonest senses that the vectors confirm
 * count by themselves; the others only in a phrase, where the records confirm them.
 */
export function equivalentsOf(learnt: Learnt, thesaurus: Thesaurus | null): Equivalent[] {
  const { stems, surfaces } = learnt.vocabulary;
  const recordCounts = stems.map((_, id) => learnt.holders.starts[id + 1]! - learnt.holders.starts[id]!);
  const ids = new Map(stems.map((stem, id) => [stem, id]));
  const idOf = (word: string): number | undefined => {
    const id = ids.get(stemOf(word));
    return id === undefined || recordCounts[id]! < MIN_GROUP_SIZE ? undefined : id;
  };
  const found = new Map<string, Equivalent>();
  const add = (word: number, other: string, how: Equivalent["how"]): void => {
    const id = other.includes(" ") ? undefined : idOf(other);
    if (id === undefined || id === word || LIGHT.has(stems[id]!)) return;
    const key = `${word} ${id}`;
    if (!found.has(key)) found.set(key, { word, other: id, how });
  };
  const pairs = (words: readonly string[], least: number): void => {
    for (const word of words)
      for (const other of words) {
        const id = word.includes(" ") ? undefined : idOf(word);
        const otherId = other.includes(" ") ? undefined : idOf(other);
        const isAlike = id !== undefined && otherId !== undefined && middles(id, otherId) >= least;
        if (id !== undefined && other !== word) add(id, other, isAlike ? "alike" : "near");
      }
  };
  const middles = middlesOf(learnt);
  for (const words of SAME) pairs(words, MIN_ALIKE.same);
  for (const words of SAME_OF_SOME) pairs(words, MIN_ALIKE.everyday);
  stems.forEach((stem, id) => {
    if (!thesaurus || stem.includes("_") || recordCounts[id]! < MIN_GROUP_SIZE) return;
    const { near, same, kin, opposite } = thesaurus(surfaces[id]!);
    const isOpposite = (word: string): boolean => [...opposite].some((other) => stemOf(other) === stemOf(word));
    for (const [words, how] of [
      [near, "near"],
      [same, "same"],
      [kin, "kin"],
    ] as const)
      for (const word of words) {
        if (isOpposite(word)) continue;
        const other = word.includes(" ") ? undefined : idOf(word);
        const isAlike = how === "near" && other !== undefined && middles(id, other) >= MIN_ALIKE.thesaurus;
        add(id, word, isAlike ? "alike" : how);
        // A thesaurus lists a word under its commonest form only.
        if (other !== undefined) add(other, surfaces[id]!, isAlike ? "alike" : how);
      }
  });
  return [...found.values()].sort((a, b) => a.word - b.word || a.other - b.other);
}

/** Pairs as numbers: the two words, and how they are alike. */
export const packedEquivalents = (equivalents: readonly Equivalent[]): Uint32Array =>
  Uint32Array.from(equivalents.flatMap(({ word, other, how }) => [word, other, HOW.indexOf(how)]));

/** The pairs that numbers stand for. */
export const unpackedEquivalents = (numbers: Uint32Array): Equivalent[] =>
  Array.from({ length: Math.floor(numbers.length / 3) }, (_, i) => {
    const [word, other, how] = numbers.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    return { word, other, how: HOW[how]! };
  });

/** How alike two stems are: the lesser of how close their vectors are, and the middles of their records. */
function middlesOf({ vocabulary, holders: { starts, ids }, recordVectors }: Learnt): (a: number, b: number) => number {
  const known = new Map<number, Float32Array>();
  const middle = (stem: number): Float32Array => {
    const found = known.get(stem) ?? unit(sumOf(recordVectors, ids.subarray(starts[stem], starts[stem + 1])));
    known.set(stem, found);
    return found;
  };
  const own = (stem: number): Float32Array => unit(rowOfVectors(vocabulary.vectors, stem));
  return (a, b) => Math.min(dot(own(a), own(b)), dot(middle(a), middle(b)));
}

/** The sum of some records' vectors, added to `sum` where one is given. */
export function sumOf(
  { dims, rows, scales }: Snapshot["recordVectors"],
  records: ArrayLike<number>,
  sum: Float32Array = new Float32Array(dims),
): Float32Array {
  for (let i = 0; i < records.length; i++) {
    const record = records[i]!;
    const scale = scales[record]!;
    for (let d = 0, at = record * dims; d < dims; d++, at++) sum[d]! += rows[at]! * scale;
  }
  return sum;
}
