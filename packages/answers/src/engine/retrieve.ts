import { topOf } from "../dataset/ranking";
import { cosines, rowOfVectors, unit } from "../dataset/sparse";
import type { Vectors } from "../dataset/snapshot";
import { weighted } from "../dataset/vocabulary";
import { features, terms } from "../dataset/words";
import type { Dataset } from "./dataset";

/** How much of a score is the direction; the rest is the words. */
const DIRECTION = 0.6;
/** The first finds that the question is moved towards (pseudo-relevance feedback, Rocchio 1971). */
const FEEDBACK = 5;

/** How well each record fits a text, 0 to 1. */
export type Scores = Float32Array;

/** The direction in which the corpus sees a text; all zeros where it knows nothing in it. */
function directionOf({ stemIds, vocabulary, recordVectors, size }: Dataset, text: string): Float32Array {
  const sum = new Float32Array(recordVectors.dims);
  const ids = features(text).flatMap((feature) => stemIds.get(feature) ?? []);
  for (const [id, weight] of weighted(ids, vocabulary.recordCounts, size)) {
    const vector = rowOfVectors(vocabulary.vectors, id);
    for (let d = 0; d < sum.length; d++) sum[d]! += weight * vector[d]!;
  }
  return unit(sum);
}

/**
 * How well each record fits the text, by its words (BM25+) and its direction, after one round of feedback.
 * `embedded` is the text's vector from the embeddings model, where the dataset has such vectors.
 */
export function relevance(dataset: Dataset, text: string, embedded: Float32Array | null = null): Scores {
  const byWords = wordScores(dataset, text);
  const vectors = embedded && dataset.embeddings ? dataset.embeddings.vectors : dataset.recordVectors;
  const direction = embedded ?? directionOf(dataset, text);
  const first = mixed(byWords, cosines(vectors, direction));
  return mixed(byWords, cosines(vectors, movedTowards(vectors, direction, first)));
}

function wordScores(dataset: Dataset, text: string): Scores {
  const scores = new Float32Array(dataset.size);
  const known = terms(text).filter((stem) => dataset.stemIds.has(stem));
  if (known.length === 0) return scores;
  const found = dataset.index.search(known.join(" "));
  const best = found[0]?.score ?? 1;
  for (const { id, score } of found) scores[id as number] = score / best;
  return scores;
}

function mixed(byWords: Scores, near: Float32Array): Scores {
  return near.map((cosine, i) => DIRECTION * Math.max(0, cosine) + (1 - DIRECTION) * byWords[i]!);
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
