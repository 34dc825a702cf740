/** Weights of a log-linear model: of each feature, one for each label. */
export interface Model {
  labels: readonly string[];
  weights: Readonly<Record<string, readonly number[]>>;
}

/** The score of each label, in the labels' order. */
export function scoresOf({ labels, weights }: Model, features: readonly string[]): number[] {
  const scores = labels.map(() => 0);
  for (const feature of features) {
    const own = weights[feature];
    if (own) for (let i = 0; i < scores.length; i++) scores[i]! += own[i] ?? 0;
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
