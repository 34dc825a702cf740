/** Weights of a log-linear model: of each feature the places of labels, each with its weight in hundredths. */
export interface Model {
  labels: readonly string[];
  weights: Readonly<Record<string, readonly number[]>>;
}

const HUNDREDTHS = 100;

/** The score of each label, in the labels' order. */
export function scoresOf({ labels, weights }: Model, features: readonly string[]): number[] {
  const scores = labels.map(() => 0);
  for (const feature of features) {
    const own = weights[feature];
    if (own) for (let i = 0; i < own.length; i += 2) scores[own[i]!]! += own[i + 1]! / HUNDREDTHS;
  }
  return scores;
}

/** How probable each label is, as logarithms, in the labels' order. */
export function logProbabilities(model: Model, features: readonly string[]): number[] {
  const scores = scoresOf(model, features);
  const most = Math.max(...scores);
  const sum = most + Math.log(scores.reduce((all, score) => all + Math.exp(score - most), 0));
  return scores.map((score) => score - sum);
}
