import { cosines, rowOfVectors, unit } from "../../domain/dataset/sparse";
import { weighted } from "../../domain/dataset/vocabulary";
import { terms } from "../../domain/dataset/words";
import type { Dataset } from "./dataset";

/** The known stems of a question, in order. */
export function knownStems(dataset: Dataset, text: string): number[] {
  return terms(text).flatMap((term) => dataset.stemIds.get(term) ?? []);
}

/** The direction in which the corpus sees these stems. */
export function directionOf({ vocabulary, recordVectors, size }: Dataset, ids: readonly number[]): Float32Array {
  const sum = new Float32Array(recordVectors.dims);
  for (const [id, weight] of weighted(ids, vocabulary.recordCounts, size)) {
    const vector = rowOfVectors(vocabulary.vectors, id);
    for (let d = 0; d < sum.length; d++) sum[d]! += weight * vector[d]!;
  }
  return unit(sum);
}

/** How well each record fits the text, 0 to 1: its words and its direction together. */
export function relevance(dataset: Dataset, text: string): Float32Array {
  const ids = knownStems(dataset, text);
  const scores = new Float32Array(dataset.size);
  if (ids.length === 0) return scores;
  const near = cosines(dataset.recordVectors, directionOf(dataset, ids));
  for (let i = 0; i < scores.length; i++) scores[i] = Math.max(0, near[i]!) / 2;
  const found = dataset.index.search(ids.map((id) => dataset.vocabulary.stems[id]!).join(" "));
  const best = found[0]?.score ?? 1;
  for (const { id, score } of found) scores[id as number]! += score / best / 2;
  return scores;
}

/** The records with the highest scores, best first; those without any are left out. */
export function topOf(scores: Float32Array, count: number): number[] {
  const best: number[] = [];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score <= 0 || (best.length === count && score <= scores[best[count - 1]!]!)) continue;
    let at = best.length;
    while (at > 0 && scores[best[at - 1]!]! < score) at -= 1;
    best.splice(at, 0, i);
    if (best.length > count) best.pop();
  }
  return best;
}
