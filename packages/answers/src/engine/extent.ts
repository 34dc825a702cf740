import { topOf } from "../dataset/ranking";
import type { Calibration, Vectors } from "../dataset/snapshot";
import { rowOfVectors, unit } from "../dataset/sparse";
import { terms } from "../dataset/words";
import { relevance, type Scores, type Searched } from "./retrieve";

/** How many records a topic has. */
export interface Extent {
  /** Records that say it in the topic's own words. */
  literal: number;
  /**
   * How many more mean it in other words: 9 in 10 such topics are within the range. `about` is null where the data
   * gives no better guess than saying the same of every topic; all is null where it shows nothing.
   */
  more: { about: number | null; low: number; high: number } | null;
}

/** Records that are looked at: the best by score, among which a topic's are. */
const MAX_CANDIDATES = 4_000;
/** The first finds: their middle and their surroundings show how dense the records are where the topic is. */
const FINDS = 5;
const MORE_FINDS = 20;
/** Records this near the middle of the first finds, or these finds themselves, are counted. */
const NEAR_MIDDLE = [0.7, 0.8] as const;
const NEAR_FIND = 0.65;
/** The parts of the best score from which on records are counted. */
const CUTS = [0.7, 0.5] as const;
/**
 * A guess that errs less than this part below a constant is none. It is learnt from clusters, which are easier than what
 * people ask for: where it erred up to 0.27 below a constant on those, it was no better on topics with people's labels.
 */
const MIN_SKILL = 0.3;
const MAX_LIKE_ONE = 3;

/** What the scores, the words and the density around the best finds show of a topic's size. */
export function signalsOf(
  { recordVectors }: Pick<Searched, "recordVectors">,
  scores: Scores,
  literal: number,
): number[] {
  const candidates = topOf(scores, MAX_CANDIDATES);
  const best = candidates.length === 0 ? 0 : scores[candidates[0]!]!;
  const finds = candidates.slice(0, FINDS).map((find) => rowOfVectors(recordVectors, find));
  const nearMiddle = nearnessOf(recordVectors, candidates, unit(sumOf(finds, recordVectors.dims)));
  const crowd = finds.map((find) => counted(nearnessOf(recordVectors, candidates, find), NEAR_FIND));
  const more = candidates.slice(0, MORE_FINDS).map((find) => rowOfVectors(recordVectors, find));
  return [
    1,
    ...NEAR_MIDDLE.map((least) => counted(nearMiddle, least)),
    crowd.reduce((sum, size) => sum + size, 0) / Math.max(1, crowd.length),
    lengthOf(sumOf(more, recordVectors.dims)) / Math.max(1, more.length),
    ...CUTS.map((part) => Math.log1p(candidates.filter((record) => scores[record]! >= best * part).length)),
    Math.log1p(literal),
  ];
}

function nearnessOf({ dims, rows, scales }: Vectors, records: readonly number[], to: Float32Array): number[] {
  return records.map((record) => {
    let sum = 0;
    for (let d = 0, at = record * dims; d < dims; d++, at++) sum += rows[at]! * to[d]!;
    return sum * scales[record]!;
  });
}

const counted = (nearness: readonly number[], least: number): number =>
  Math.log1p(nearness.reduce((count, near) => count + (near >= least ? 1 : 0), 0));
const lengthOf = (vector: Float32Array): number => Math.hypot(...vector);

function sumOf(vectors: readonly Float32Array[], dims: number): Float32Array {
  const sum = new Float32Array(dims);
  for (const vector of vectors) for (let d = 0; d < dims; d++) sum[d]! += vector[d]!;
  return sum;
}

/** The logarithm of the size that these signals suggest. */
export const suggested = (weights: readonly number[], signals: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * signals[i]!, 0);

/**
 * How many records mean a topic that `literal` of them say in its words, beside the `counted` ones, by what the import learnt of scores and sizes.
 * For each record that holds one of its words so many at most mean it: a rare word stays rare.
 */
export function extentOf(
  dataset: Searched & { calibration: Calibration | null },
  text: string,
  literal: number,
  counted = literal,
): Extent {
  const { calibration, holders, stemIds } = dataset;
  if (!calibration) return { literal, more: null };
  const holding = terms(text).reduce((sum, term) => {
    const stem = stemIds.get(term);
    return stem === undefined ? sum : sum + holders.starts[stem + 1]! - holders.starts[stem]!;
  }, 0);
  const most = Math.min(dataset.size, MAX_LIKE_ONE * holding) - counted;
  const center = suggested(calibration.weights, signalsOf(dataset, relevance(dataset, text), literal));
  const more = (error: number): number => Math.max(0, Math.min(most, Math.round(Math.exp(center + error)) - counted));
  const [low, high] = [more(calibration.low), more(calibration.high)];
  return { literal, more: { about: calibration.skill < MIN_SKILL ? null : more(0), low, high } };
}
