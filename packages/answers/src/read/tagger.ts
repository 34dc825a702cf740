import { featuresOf, type Asked } from "./features";
import { LABELS, mayFollow, spansOf, type Span } from "./marks";
import type { Weights } from "./weights";

const L = LABELS.length;

/** The scores of the labels of each word, word by word. */
function scoresOf(asked: Asked, weights: Weights): Float32Array[] {
  return featuresOf(asked).map((names) => {
    const scores = new Float32Array(L);
    for (const name of names) weights.add(name, scores);
    return scores;
  });
}

/** The marked words of a question. */
export function marked(asked: Asked, weights: Weights): Span[] {
  return spansOf(asked.tokens, labelsOf(scoresOf(asked, weights), weights.transitions));
}

/** The likeliest labels, one after the other (Viterbi). */
function labelsOf(scores: readonly Float32Array[], transitions: Float32Array): number[] {
  let best: Float32Array = new Float32Array(0);
  const from: Uint8Array[] = [];
  scores.forEach((own, i) => {
    const next = new Float32Array(L).fill(-Infinity);
    const back = new Uint8Array(L);
    for (let y = 0; y < L; y++) {
      if (i === 0) {
        if (mayFollow(-1, y)) next[y] = own[y]! + transitions[L * L + y]!;
        continue;
      }
      for (let x = 0; x < L; x++) {
        const score = best[x]! + transitions[x * L + y]!;
        if (score > next[y]! && mayFollow(x, y)) [next[y], back[y]] = [score, x];
      }
      next[y]! += own[y]!;
    }
    best = next;
    from.push(back);
  });
  if (scores.length === 0) return [];
  let y = best.indexOf(Math.max(...best));
  const labels = [y];
  for (let i = scores.length - 1; i > 0; i--) labels.unshift((y = from[i]![y]!));
  return labels;
}
