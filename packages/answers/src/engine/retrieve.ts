import { topOf } from "../dataset/ranking";
import { cosines, rowOfVectors, unit } from "../dataset/sparse";
import type { Snapshot, Vectors } from "../dataset/snapshot";
import { weighted } from "../dataset/vocabulary";
import { features, terms } from "../dataset/words";

/** How much of a score is the direction; the rest is the words. A model's directions tell more than those learnt here. */
const DIRECTION = { model: 0.8, words: 0.6 };
/** The first finds that the question is moved towards (pseudo-relevance feedback, Rocchio 1971). */
const FEEDBACK = 5;
/** The usual constants of BM25+ (Lv and Zhai 2011): saturation, the part of the length, and the least for one match. */
const BM25 = { k: 1.2, b: 0.7, delta: 0.5 };

/** How well each record fits a text, 0 to 1. */
export type Scores = Float32Array;

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

/** The last scores of each dataset: the parts of one reply ask for the same text. */
const last = new WeakMap<Searched, { text: string; scores: Scores }>();

/** How well each record fits the text, by its words (BM25+) and its direction, after one round of feedback. */
export function relevance(dataset: Searched, text: string): Scores {
  const known = last.get(dataset);
  if (known?.text === text) return known.scores;
  const scores = scored(dataset, text);
  last.set(dataset, { text, scores });
  return scores;
}

function scored(dataset: Searched, text: string): Scores {
  const byWords = wordScores(dataset, text);
  const { recordVectors } = dataset;
  const part = dataset.model === null ? DIRECTION.words : DIRECTION.model;
  const direction = directionOf(dataset, text);
  const first = mixed(byWords, cosines(recordVectors, direction), part);
  return mixed(byWords, cosines(recordVectors, movedTowards(recordVectors, direction, first)), part);
}

/** How well each record's words match, 0 to 1; a record that holds more of the words asked for counts accordingly more. */
function wordScores({ size, stemIds, holders, recordTerms: { starts, ids } }: Searched, text: string): Scores {
  const scores = new Float32Array(size);
  const matched = new Uint8Array(size);
  const meanLength = ids.length / size;
  for (const stem of new Set(terms(text).flatMap((term) => stemIds.get(term) ?? []))) {
    const [from, to] = [holders.starts[stem]!, holders.starts[stem + 1]!];
    const rarity = Math.log(1 + (size - (to - from) + 0.5) / (to - from + 0.5));
    for (let at = from; at < to; at++) {
      const record = holders.ids[at]!;
      const times = holders.times[at]!;
      const length = (starts[record + 1]! - starts[record]!) / meanLength;
      const saturation = times + BM25.k * (1 - BM25.b + BM25.b * length);
      scores[record]! += rarity * (BM25.delta + (times * (BM25.k + 1)) / saturation);
      matched[record]! += 1;
    }
  }
  let best = 0;
  for (let i = 0; i < size; i++) best = Math.max(best, (scores[i]! *= matched[i]!));
  if (best > 0) for (let i = 0; i < size; i++) scores[i]! /= best;
  return scores;
}

function mixed(byWords: Scores, near: Float32Array, part: number): Scores {
  return near.map((cosine, i) => part * Math.max(0, cosine) + (1 - part) * byWords[i]!);
}

function movedTowards(vectors: Vectors, direction: Float32Array, scores: Scores): Float32Array {
  const best = topOf(scores, FEEDBACK);
  const sum = best.reduce((total, record) => total + scores[record]!, 0);
  const moved = Float32Array.from(direction);
  for (const record of best) {
    const vector = rowOfVectors(vectors, record);
    for (let d = 0; d < moved.length; d++) moved[d]! += (scores[record]! / sum) * vector[d]!;
  }
  return unit(moved);
}
