import { featuresOf } from "../../packages/answers/src/read/features";
import { LABELS, mayFollow } from "../../packages/answers/src/read/marks";
import { packed, type Packed } from "../../packages/answers/src/read/weights";
import type { Marked } from "./marked";

const L = LABELS.length;
/** A feature that was seen less often says nothing of other questions. */
const MIN_SEEN = 3;
const EPOCHS = 20;
const RATE = 0.03;
const L2 = 1e-5;

/** A conditional random field of marked questions, by AdaGrad; the same questions give the same weights. */
export function trained(questions: readonly Marked[]): Packed {
  const seen = new Map<string, number>();
  const named = questions.map((one) => featuresOf(one));
  for (const names of named.flat()) for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  const ids = new Map<string, number>();
  for (const [name, count] of seen) if (count >= MIN_SEEN) ids.set(name, ids.size);
  const coded = named.map((words) => words.map((names) => names.flatMap((name) => ids.get(name) ?? [])));
  const weights = new Float64Array(ids.size * L);
  const squares = new Float64Array(weights.length);
  const transitions = new Float64Array((L + 1) * L);
  const transitionSquares = new Float64Array(transitions.length);
  const step = (all: Float64Array, sq: Float64Array, at: number, gradient: number): void => {
    const g = gradient + L2 * all[at]!;
    sq[at]! += g * g;
    all[at]! -= (RATE * g) / Math.sqrt(sq[at]! + 1e-8);
  };
  let random = 1;
  const next = (): number => (random = (random * 48271) % 2147483647) / 2147483647;
  const order = questions.map((_, i) => i);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const q of order) {
      const words = coded[q]!;
      const labels = questions[q]!.labels;
      const n = words.length;
      if (n === 0) continue;
      const scores = words.map((features) => {
        const own = new Float64Array(L);
        for (const f of features) for (let y = 0; y < L; y++) own[y]! += weights[f * L + y]!;
        return own;
      });
      const { unary, pair } = marginals(scores, transitions);
      for (let i = 0; i < n; i++)
        for (let y = 0; y < L; y++) {
          const g = unary[i]![y]! - (labels[i] === y ? 1 : 0);
          if (Math.abs(g) < 1e-4) continue;
          for (const f of words[i]!) step(weights, squares, f * L + y, g);
        }
      for (let y = 0; y < L; y++)
        step(transitions, transitionSquares, L * L + y, unary[0]![y]! - (labels[0] === y ? 1 : 0));
      for (let i = 1; i < n; i++) pair[labels[i - 1]! * L + labels[i]!]! -= 1;
      for (let at = 0; at < L * L; at++)
        if (Math.abs(pair[at]!) > 1e-4) step(transitions, transitionSquares, at, pair[at]!);
    }
  }
  return packed(new Map([...ids].map(([name, id]) => [name, weights.subarray(id * L, (id + 1) * L)])), transitions);
}

/** Forward and backward: how likely each label is at each word, and each pair of labels in the whole. */
function marginals(
  scores: readonly Float64Array[],
  transitions: Float64Array,
): { unary: Float64Array[]; pair: Float64Array } {
  const n = scores.length;
  const forward = scores.map(() => new Float64Array(L).fill(-Infinity));
  const backward = scores.map(() => new Float64Array(L).fill(-Infinity));
  for (let y = 0; y < L; y++) if (mayFollow(-1, y)) forward[0]![y] = scores[0]![y]! + transitions[L * L + y]!;
  for (let i = 1; i < n; i++)
    for (let y = 0; y < L; y++)
      forward[i]![y] =
        scores[i]![y]! + sumOf(L, (x) => (MAY[x * L + y] ? forward[i - 1]![x]! + transitions[x * L + y]! : -Infinity));
  backward[n - 1]!.fill(0);
  for (let i = n - 2; i >= 0; i--)
    for (let x = 0; x < L; x++)
      backward[i]![x] = sumOf(L, (y) =>
        MAY[x * L + y] ? transitions[x * L + y]! + scores[i + 1]![y]! + backward[i + 1]![y]! : -Infinity,
      );
  const all = sumOf(L, (y) => forward[n - 1]![y]!);
  const unary = scores.map((_, i) => forward[i]!.map((score, y) => Math.exp(score + backward[i]![y]! - all)));
  const pair = new Float64Array(L * L);
  for (let i = 1; i < n; i++)
    for (let x = 0; x < L; x++) {
      const before = forward[i - 1]![x]!;
      if (before === -Infinity || unary[i - 1]![x]! < 1e-6) continue;
      for (let y = 0; y < L; y++)
        if (MAY[x * L + y] && unary[i]![y]! > 1e-6)
          pair[x * L + y]! += Math.exp(before + transitions[x * L + y]! + scores[i]![y]! + backward[i]![y]! - all);
    }
  return { unary, pair };
}

const MAY = Uint8Array.from({ length: L * L }, (_, at) => (mayFollow(Math.floor(at / L), at % L) ? 1 : 0));

/** The logarithm of a sum of exponentials. */
function sumOf(length: number, term: (at: number) => number): number {
  const terms = new Float64Array(length);
  let max = -Infinity;
  for (let i = 0; i < length; i++) max = Math.max(max, (terms[i] = term(i)));
  if (max === -Infinity) return max;
  let sum = 0;
  for (let i = 0; i < length; i++) sum += Math.exp(terms[i]! - max);
  return max + Math.log(sum);
}
