import { bestOf, type Scored } from "../dataset/ranking";
import { cosinesTo, rowOfVectors, unit } from "../dataset/sparse";
import type { Snapshot, Vectors } from "../dataset/snapshot";
import { weighted } from "../dataset/vocabulary";
import { features, terms } from "../dataset/words";
import { recordsIn } from "./sets";

/** How much of a score is the direction; the rest is the words. A model's directions tell more than those learnt here. */
const DIRECTION = { model: 0.8, words: 0.6 };
/** The first finds that the question is moved towards (pseudo-relevance feedback, Rocchio 1971). */
const FEEDBACK = 5;
/** The usual constants of BM25+ (Lv and Zhai 2011): saturation, the part of the length, and the least for one match. */
const BM25 = { k: 1.2, b: 0.7, delta: 0.5 };
/** A cosine of rounded vectors is at most this. */
const MAX_COSINE = 1.01;
/** So many texts of a dataset are known: the parts of one reply ask for the same ones. */
const MAX_KNOWN = 4;

/** What records are found by. */
export interface Searched extends Pick<Snapshot, "vocabulary" | "recordTerms" | "recordVectors" | "holders" | "model"> {
  stemIds: ReadonlyMap<string, number>;
  size: number;
}

/** The direction in which the corpus sees a text; all zeros where it knows nothing in it. */
function directionOf({ stemIds, vocabulary, recordVectors, size }: Searched, text: string): Float32Array {
  const sum = new Float32Array(recordVectors.dims);
  const ids = features(text).flatMap((feature) => stemIds.get(feature) ?? []);
  for (const [id, weight] of weighted(ids, vocabulary.recordCounts, size)) {
    const vector = rowOfVectors(vocabulary.vectors, id);
    for (let d = 0; d < sum.length; d++) sum[d]! += weight * vector[d]!;
  }
  return unit(sum);
}

/** How well records fit a text, 0 to 1. */
export interface Relevance {
  of(record: number): number;
  /** Those that fit best, the best first; those that don't fit at all are omitted. */
  best(count: number): Scored[];
}

const known = new WeakMap<Searched, Map<string, Relevance>>();

/** How well records fit the text, by its words (BM25+) and its direction, after one round of feedback. */
export function relevance(dataset: Searched, text: string): Relevance {
  const texts = known.get(dataset) ?? new Map<string, Relevance>();
  known.set(dataset, texts);
  const found = texts.get(text) ?? relevanceOf(dataset, text);
  texts.delete(text);
  texts.set(text, found);
  if (texts.size > MAX_KNOWN) texts.delete(texts.keys().next().value!);
  return found;
}

function relevanceOf(dataset: Searched, text: string): Relevance {
  const { recordVectors, size } = dataset;
  const { byWords, matched } = wordScores(dataset, text);
  const part = dataset.model === null ? DIRECTION.words : DIRECTION.model;
  const towards = (direction: Float32Array): ((record: number) => number) => {
    const cosine = cosinesTo(recordVectors, direction);
    return (record) => Math.fround(part * Math.max(0, cosine(record)) + (1 - part) * byWords[record]!);
  };
  const direction = directionOf(dataset, text);
  const first = towards(direction);
  let best = bestOf(matched, FEEDBACK, first);
  // One without any of the words can't be better than these.
  const isSure = best.length === FEEDBACK && best.at(-1)!.score >= part * MAX_COSINE;
  if (!isSure && direction.some((value) => value !== 0)) best = bestOf(everyOne(size), FEEDBACK, first);
  const moved = movedTowards(recordVectors, direction, best);
  const of = towards(moved);
  const others = moved.some((value) => value !== 0) ? everyOne : () => matched;
  return { of, best: (count) => bestOf(others(size), count, of) };
}

const everyOne = (size: number): Uint32Array => new Uint32Array(size).map((_, record) => record);

/** How well each record's words match, 0 to 1; a record that holds more of the words asked for counts accordingly more. */
function wordScores(
  { size, stemIds, holders, recordTerms: { starts, ids } }: Searched,
  text: string,
): { byWords: Float32Array; matched: Uint32Array } {
  const byWords = new Float32Array(size);
  const times = new Uint8Array(size);
  const meanLength = ids.length / size;
  for (const stem of new Set(terms(text).flatMap((term) => stemIds.get(term) ?? []))) {
    const [from, to] = [holders.starts[stem]!, holders.starts[stem + 1]!];
    const rarity = Math.log(1 + (size - (to - from) + 0.5) / (to - from + 0.5));
    for (let at = from; at < to; at++) {
      const record = holders.ids[at]!;
      const held = holders.times[at]!;
      const length = (starts[record + 1]! - starts[record]!) / meanLength;
      const saturation = held + BM25.k * (1 - BM25.b + BM25.b * length);
      byWords[record]! += rarity * (BM25.delta + (held * (BM25.k + 1)) / saturation);
      times[record]! += 1;
    }
  }
  const matched = recordsIn(times);
  let best = 0;
  for (const record of matched) best = Math.max(best, (byWords[record]! *= times[record]!));
  if (best > 0) for (const record of matched) byWords[record]! /= best;
  return { byWords, matched };
}

function movedTowards(vectors: Vectors, direction: Float32Array, best: readonly Scored[]): Float32Array {
  const sum = best.reduce((total, { score }) => total + score, 0);
  const moved = Float32Array.from(direction);
  for (const { record, score } of best) {
    const vector = rowOfVectors(vectors, record);
    for (let d = 0; d < moved.length; d++) moved[d]! += (score / sum) * vector[d]!;
  }
  return unit(moved);
}
