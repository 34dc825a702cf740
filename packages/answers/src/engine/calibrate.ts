import { Matrix, solve } from "ml-matrix";
import { clustersOf } from "../dataset/clusters";
import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Calibration } from "../dataset/snapshot";
import { isTopical } from "../dataset/words";
import { signalsOf, suggested } from "./extent";
import { relevance, type Searched } from "./retrieve";

/** Clusters that stand for topics are this much fewer and more than a corpus of this size usually has themes. */
const GRAINS = [0.7, 1.6];
/** The parts of a topic's records that are kept, so that its size is known at several sizes. */
const KEPT = [1, 0.45, 0.2];
/** Records farther from the middle of their cluster are noise. */
const MIN_CLOSENESS = 0.5;
const MAX_TOPICS = 40;
const MIN_TOPIC_SIZE = 8;
/** Fewer topics do not show how wrong a guess may be. */
const MIN_TOPICS = 20;
const FOLDS = 5;
const RIDGE = 1;
/** Nine in ten. */
const TAIL = 0.05;

interface Trial {
  topic: number;
  signals: number[];
  /** The logarithm of the true size. */
  truth: number;
}

/**
 * How scores tell sizes in this dataset, and how wrong that is: learnt from clusters of its own records, two ways of
 * clustering them and several sizes of each cluster, each asked for by its most typical words and judged by a guess that
 * has not seen it. Null where there are too few clusters to tell.
 */
export function calibrationOf(dataset: Searched, random: () => number): Calibration | null {
  const count = Math.sqrt(dataset.size / 2);
  const groups = GRAINS.flatMap((grain) => {
    const { middles, nearest, closeness } = clustersOf(
      dataset.recordVectors,
      Math.max(2, Math.round(count * grain)),
      random,
    );
    const found = middles.map((): number[] => []);
    nearest.forEach((middle, record) => closeness[record]! >= MIN_CLOSENESS && found[middle]!.push(record));
    return drawn(
      found.filter(({ length }) => length >= MIN_TOPIC_SIZE),
      MAX_TOPICS,
      random,
    );
  });
  const trials = groups.flatMap((group, topic) => trialsOf(dataset, group, topic, random));
  if (new Set(trials.map(({ topic }) => topic)).size < MIN_TOPICS) return null;

  const errors: number[] = [];
  const constantErrors: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = trials.filter(({ topic }) => topic % FOLDS !== fold);
    const weights = weightsOf(seen);
    const constant = seen.reduce((sum, { truth }) => sum + truth, 0) / seen.length;
    for (const { topic, signals, truth } of trials) {
      if (topic % FOLDS !== fold) continue;
      errors.push(truth - suggested(weights, signals));
      constantErrors.push(truth - constant);
    }
  }
  errors.sort((a, b) => a - b);
  const size = (all: readonly number[]): number => all.reduce((sum, error) => sum + Math.abs(error), 0) / all.length;
  return {
    weights: weightsOf(trials),
    low: errors[Math.floor(errors.length * TAIL)]!,
    high: errors[Math.ceil(errors.length * (1 - TAIL)) - 1]!,
    skill: 1 - size(errors) / size(constantErrors),
  };
}

/** At most `most` of the items, each as likely as the others. */
function drawn<T>(items: readonly T[], most: number, random: () => number): T[] {
  const left = [...items];
  return Array.from(
    { length: Math.min(most, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}

/** What is seen of a group that is asked for by its words, in whole and thinned. */
function trialsOf(dataset: Searched, group: readonly number[], topic: number, random: () => number): Trial[] {
  const asked = typicalStems(dataset, group).slice(0, 1 + Math.floor(random() * 3));
  if (asked.length === 0) return [];
  const { starts, ids } = dataset.holders;
  const scores = relevance(dataset, asked.map((stem) => dataset.vocabulary.surfaces[stem]!).join(" "));
  const held = new Uint8Array(dataset.size);
  for (const stem of asked) for (let at = starts[stem]!; at < starts[stem + 1]!; at++) held[ids[at]!]! += 1;
  const order = group.map((record) => ({ record, at: random() })).sort((a, b) => a.at - b.at);
  return KEPT.flatMap((part): Trial[] => {
    const size = Math.round(group.length * part);
    if (size < MIN_GROUP_SIZE) return [];
    const left = scores.slice();
    for (const { record } of order.slice(size)) left[record] = 0;
    let literal = 0;
    for (let i = 0; i < held.length; i++) if (held[i] === asked.length && left[i]! > 0) literal += 1;
    return [{ topic, signals: signalsOf(dataset, left, literal), truth: Math.log(size) }];
  });
}

/** The stems that most set a group apart, by how much more often its records hold them. */
function typicalStems(
  { recordTerms: { starts, ids }, vocabulary, size }: Searched,
  group: readonly number[],
): number[] {
  const counts = new Map<number, number>();
  for (const record of group)
    for (const stem of new Set(ids.subarray(starts[record], starts[record + 1])))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const worth = ([stem, count]: [number, number]): number =>
    count * Math.log((count * size) / (vocabulary.recordCounts[stem]! * group.length));
  return [...counts]
    .filter(([stem, count]) => count >= MIN_GROUP_SIZE && isTopical(vocabulary.surfaces[stem]!))
    .sort((a, b) => worth(b) - worth(a) || a[0] - b[0])
    .map(([stem]) => stem);
}

/** Ridge regression of sizes on signals; the first signal is constant and is not held small. */
function weightsOf(trials: readonly Trial[]): number[] {
  const x = new Matrix(trials.map(({ signals }) => signals));
  const y = Matrix.columnVector(trials.map(({ truth }) => truth));
  const gram = x.transpose().mmul(x);
  for (let d = 1; d < gram.rows; d++) gram.set(d, d, gram.get(d, d) + RIDGE);
  return solve(gram, x.transpose().mmul(y)).to1DArray();
}
