import { addRow, dot, rowOfVectors, unit } from "../dataset/sparse";
import { stemOf } from "../dataset/words";
import type { Subject } from "../dataset/snapshot";
import type { Dataset } from "./dataset";

/** Cosines of a subject's middle with all known words together, and with each: "drives" alone is no blood donation. */
const MIN_TOGETHER = 0.6;
const MIN_EACH = 0.3;
/** So many records show where the middle of a subject is. */
const MAX_LOOKED_AT = 60;

const middlesOf = new WeakMap<Dataset, Float32Array[]>();

/**
 * The subjects that are nearest in meaning to the words that the data knows, the nearest first. Each is counted by at
 * least five records, as a question about it would tell.
 */
export function nearInMeaning(dataset: Dataset, known: readonly string[]): string[] {
  const { stemIds, vocabulary, subjects } = dataset;
  const ids = new Set(known.flatMap((word) => stemIds.get(stemOf(word)) ?? []));
  const each = [...ids].map((id) => unit(rowOfVectors(vocabulary.vectors, id)));
  if (each.length === 0) return [];
  const together = new Float32Array(vocabulary.vectors.dims);
  for (const direction of each) for (let d = 0; d < together.length; d++) together[d]! += direction[d]!;
  unit(together);
  const middles = middlesOf.get(dataset) ?? subjects.list.map((subject) => middleOf(dataset, subject));
  middlesOf.set(dataset, middles);
  return middles
    .map((middle, at) => ({ subject: subjects.list[at]!, middle, cosine: dot(middle, together) }))
    .filter(
      ({ subject, middle, cosine: all }) =>
        all >= MIN_TOGETHER && subject.problem !== "alone" && each.every((one) => dot(middle, one) >= MIN_EACH),
    )
    .sort((a, b) => b.cosine - a.cosine)
    .map(({ subject }) => subject.label);
}

/** The direction of a subject's records. */
function middleOf({ subjects: { starts, ids }, recordVectors }: Dataset, { all }: Subject): Float32Array {
  const [from, to] = [starts[all]!, starts[all + 1]!];
  const middle = new Float32Array(recordVectors.dims);
  const every = Math.max(1, Math.floor((to - from) / MAX_LOOKED_AT));
  for (let at = from; at < to; at += every) addRow(middle, recordVectors, ids[at]!);
  return unit(middle);
}
