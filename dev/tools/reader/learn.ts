import type { Model } from "../../../packages/answers/src/read/maxent";
import { seededRandom } from "../../../packages/answers/src/dataset/random";

/** Features with the labels that are right for them; which corpus they are of. */
export interface Example {
  features: readonly string[];
  gold: readonly string[];
  corpus: string;
}

/** The candidates of one text: each with its place, what it may be, and what it is ("none" for nothing). */
export interface Choice {
  length: number;
  corpus: string;
  arcs: readonly { from: number; to: number; features: readonly string[]; gold: string; mayBe: readonly boolean[] }[];
}

export interface Settings {
  epochs: number;
  /** A feature that occurs in fewer corpora is not learnt: it would be of their words. */
  fewest: number;
  /** How strongly weights are pulled to zero. */
  decay: number;
  rate: number;
}

/** Ways to read a text, and which of them are right. */
export interface Ranking {
  corpus: string;
  ways: readonly { features: readonly string[]; log: number; isRight: boolean }[];
}

/** Weights are kept in hundredths; smaller ones than this are left out. */
const HUNDREDTHS = 100;
const LEAST = 0.15;
/** Gradients below this change nothing. */
const SMALL = 1e-3;

/** AdaGrad over the weights of features, each with one for every label. */
class Weights {
  readonly #ids = new Map<string, number>();
  readonly #values: Float64Array;
  readonly #squares: Float64Array;
  /** The sum of the values at the ends of the later epochs: their mean is less of the last examples. */
  readonly #sums: Float64Array;
  #ends = 0;

  constructor(
    uses: Iterable<readonly [features: readonly string[], corpus: string]>,
    private readonly labels: readonly string[],
    private readonly settings: Settings,
  ) {
    const corpora = new Map<string, Set<string>>();
    for (const [features, corpus] of uses)
      for (const feature of features) {
        const known = corpora.get(feature);
        if (known) known.add(corpus);
        else corpora.set(feature, new Set([corpus]));
      }
    for (const [feature, of] of corpora) if (of.size >= settings.fewest) this.#ids.set(feature, this.#ids.size);
    this.#values = new Float64Array(this.#ids.size * labels.length);
    this.#squares = new Float64Array(this.#values.length).fill(0.01);
    this.#sums = new Float64Array(this.#values.length);
  }

  endEpoch(epoch: number): void {
    if (epoch < this.settings.epochs / 2) return;
    this.#ends += 1;
    for (let i = 0; i < this.#sums.length; i++) this.#sums[i]! += this.#values[i]!;
  }

  idsOf(features: readonly string[]): Int32Array {
    return Int32Array.from(features.flatMap((feature) => this.#ids.get(feature) ?? []));
  }

  scoresOf(ids: Int32Array): Float64Array {
    const size = this.labels.length;
    const scores = new Float64Array(size);
    for (const id of ids) for (let k = 0; k < size; k++) scores[k]! += this.#values[id * size + k]!;
    return scores;
  }

  /** Moves the weights of a label against a gradient. */
  move(ids: Int32Array, label: number, gradient: number): void {
    if (Math.abs(gradient) < SMALL) return;
    const { rate, decay } = this.settings;
    for (const id of ids) {
      const at = id * this.labels.length + label;
      const own = gradient + decay * this.#values[at]!;
      this.#squares[at]! += own * own;
      this.#values[at]! -= (rate * own) / Math.sqrt(this.#squares[at]!);
    }
  }

  model(): Model {
    const size = this.labels.length;
    const weights: Record<string, number[]> = {};
    for (const [feature, id] of this.#ids) {
      const own = Array.from(this.#sums.subarray(id * size, id * size + size), (sum) => sum / this.#ends);
      const kept = own.flatMap((value, i) => (Math.abs(value) < LEAST ? [] : [i, Math.round(value * HUNDREDTHS)]));
      if (kept.length > 0) weights[feature] = kept;
    }
    return { labels: this.labels, weights };
  }
}

/** Does something for each place of a list, epoch by epoch, in another order every time. */
function inEpochs(size: number, weights: Weights, epochs: number, learn: (at: number) => void): void {
  const random = seededRandom(size);
  const order = Array.from({ length: size }, (_, i) => i);
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = size - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    order.forEach(learn);
    weights.endEpoch(epoch);
  }
}

/** A multinomial logistic regression; where several labels are right, their sum is. */
export function learned(examples: readonly Example[], labels: readonly string[], settings: Settings): Model {
  const weights = new Weights(
    examples.map(({ features, corpus }) => [features, corpus] as const),
    labels,
    settings,
  );
  const data = examples.map(({ features, gold }) => ({
    ids: weights.idsOf(features),
    gold: gold.map((label) => labels.indexOf(label)),
  }));
  inEpochs(data.length, weights, settings.epochs, (at) => {
    const { ids, gold } = data[at]!;
    const scores = weights.scoresOf(ids);
    const most = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(score - most));
    const all = odds.reduce((sum, one) => sum + one, 0);
    const right = gold.reduce((sum, label) => sum + odds[label]!, 0);
    odds.forEach((one, label) =>
      weights.move(ids, label, one / all - (gold.includes(label) ? one / Math.max(right, 1e-300) : 0)),
    );
  });
  return weights.model();
}

const plus = (a: number, b: number): number =>
  a === -Infinity ? b : b === -Infinity ? a : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));

/**
 * A semi-Markov model: the best set of arcs that do not overlap, where a token that no arc has counts nothing. Learnt by
 * the probabilities of arcs (forward and backward) against the gold arcs: of those with the right label, the ones that
 * together have the most tokens.
 */
export function learnedChoice(examples: readonly Choice[], labels: readonly string[], settings: Settings): Model {
  const weights = new Weights(
    examples.flatMap(({ arcs, corpus }) => arcs.map(({ features }) => [features, corpus] as const)),
    labels,
    settings,
  );
  const data = examples.map(({ length, arcs }) => ({
    length,
    arcs: arcs.map((arc) => ({ ...arc, ids: weights.idsOf(arc.features), label: labels.indexOf(arc.gold) })),
  }));
  inEpochs(data.length, weights, settings.epochs, (at) => {
    const { length, arcs: given } = data[at]!;
    const arcs = given.map((arc) => ({
      ...arc,
      scores: weights.scoresOf(arc.ids).map((score, k) => (arc.mayBe[k] ? score : -Infinity)),
    }));
    const ending = Array.from({ length: length + 1 }, (_, i) => arcs.filter(({ to }) => to === i));
    const starting = Array.from({ length: length + 1 }, (_, i) => arcs.filter(({ from }) => from === i));
    const before = new Float64Array(length + 1);
    for (let i = 1; i <= length; i++)
      before[i] = ending[i]!.reduce(
        (sum, { from, scores }) => scores.reduce((all, score) => plus(all, before[from]! + score), sum),
        before[i - 1]!,
      );
    const behind = new Float64Array(length + 1);
    for (let i = length - 1; i >= 0; i--)
      behind[i] = starting[i]!.reduce(
        (sum, { to, scores }) => scores.reduce((all, score) => plus(all, behind[to]! + score), sum),
        behind[i + 1]!,
      );
    const gold = goldOf(ending, length);
    for (const arc of arcs)
      arc.scores.forEach((score, k) => {
        if (score === -Infinity) return;
        const probability = Math.exp(before[arc.from]! + score + behind[arc.to]! - before[length]!);
        weights.move(arc.ids, k, probability - (gold.has(arc) && arc.label === k ? 1 : 0));
      });
  });
  return weights.model();
}

interface Arc {
  from: number;
  to: number;
  label: number;
  scores: Float64Array;
}

/** The arcs with a right label that have the most tokens together; of several, those that score best. */
function goldOf<T extends Arc>(ending: readonly (readonly T[])[], length: number): Set<T> {
  const best = new Float64Array(length + 1);
  const last: (T | null)[] = [null];
  for (let i = 1; i <= length; i++) {
    best[i] = best[i - 1]!;
    last[i] = null;
    for (const arc of ending[i]!) {
      const score = arc.label === -1 ? -Infinity : arc.scores[arc.label]!;
      const value = best[arc.from]! + 100 * (arc.to - arc.from) - 1 + Math.tanh(score / 10);
      if (score > -Infinity && value > best[i]!) {
        best[i] = value;
        last[i] = arc;
      }
    }
  }
  const gold = new Set<T>();
  for (let i = length; i > 0;) {
    const arc = last[i];
    if (arc) gold.add(arc);
    i = arc ? arc.from : i - 1;
  }
  return gold;
}

/** The name of the weight of a way's likelihood by its parts. */
const LOG = "log";

/** Chooses among ways: a logistic regression over them, of those texts that have a right one. */
export function learnedRank(rankings: readonly Ranking[], settings: Settings): Model {
  const told = rankings.filter(
    ({ ways }) => ways.some(({ isRight }) => isRight) && ways.some(({ isRight }) => !isRight),
  );
  const weights = new Weights(
    told.flatMap(({ ways, corpus }) => ways.map(({ features }) => [features, corpus] as const)),
    ["is"],
    settings,
  );
  let ofLog = 1;
  let squares = 1;
  const data = told.map(({ ways }) => ways.map((way) => ({ ...way, ids: weights.idsOf(way.features) })));
  inEpochs(data.length, weights, settings.epochs, (at) => {
    const ways = data[at]!;
    const scores = ways.map(({ ids, log }) => weights.scoresOf(ids)[0]! + ofLog * log);
    const most = Math.max(...scores);
    const odds = scores.map((score) => Math.exp(score - most));
    const all = odds.reduce((sum, one) => sum + one, 0);
    const right = odds.reduce((sum, one, i) => sum + (ways[i]!.isRight ? one : 0), 0);
    let ofLogs = 0;
    ways.forEach(({ ids, log, isRight }, i) => {
      const gradient = odds[i]! / all - (isRight ? odds[i]! / Math.max(right, 1e-300) : 0);
      ofLogs += gradient * log;
      weights.move(ids, 0, gradient);
    });
    squares += ofLogs ** 2;
    ofLog = Math.max(0, ofLog - (settings.rate * ofLogs) / Math.sqrt(squares));
  });
  const model = weights.model();
  return { labels: model.labels, weights: { ...model.weights, [LOG]: [0, Math.round(ofLog * HUNDREDTHS)] } };
}
