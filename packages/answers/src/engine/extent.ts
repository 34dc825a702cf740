import { MIN_GROUP_SIZE } from "../dataset/record";
import type { Dataset } from "./dataset";
import type { Scores } from "./retrieve";

/** How many records a topic has, and between which sizes four in five such topics would be. */
export interface Extent {
  size: number;
  likely: [from: number, to: number];
}

/** A size that is in doubt: the mean and the variance of its logarithm. */
interface Belief {
  mean: number;
  variance: number;
}

/** A record fits from this part of the best score on; where exactly between the outer two is in doubt. */
const FITS = [0.55, 0.45, 0.35] as const;
/** Fewer themes do not show how much their sizes differ. */
const MIN_THEMES = 10;
/** This part of all questions is about something far larger or smaller than the themes of the data. */
const OUT_OF_THE_ORDINARY = 0.05;
/** Four in five of what is normally distributed are within so many standard deviations. */
const FOUR_IN_FIVE = 1.28;

/**
 * Estimates a topic's size from several signals, each weighted by its certainty (empirical Bayes): where scores drop, where
 * the hits' neighbours end, how large the hits' themes are, and how large this dataset's themes are in general. If scores
 * drop at a size that no theme has, the topic is a rare detail or a broad subject, and only the scores count.
 *
 * Example: 1,000 records with five themes each of 10, 20, 40 and 80 records, and ten finds, all in themes of 40. The scores
 * fall at 40 records (30 by the strict cut, 50 by the lax one), and so does the company. Themes are often that large, so
 * company and themes decide: 36 records, likely 19 to 66. If the scores fall at 400 instead (300, 500), no theme is that
 * large and the scores get a weight of their own: 71 records, likely 14 to 348.
 */
export function extentOf(dataset: Dataset, scores: Scores, finds: readonly number[]): Extent {
  const best = finds.length === 0 ? 0 : scores[finds[0]!]!;
  const fitting = reaching(scores, best * FITS[1]);
  const typical = typicalTheme(dataset);
  if (fitting < MIN_GROUP_SIZE || typical === null) return { size: fitting, likely: [fitting, fitting] };

  const byScores = fallOf(scores, best, FITS, typical.variance);
  const beliefs = [typical];
  const themes = spreadOf(finds.flatMap((find) => themeAt(dataset, find, scores[find]!)));
  if (themes) beliefs.push({ mean: themes.mean, variance: themes.variance + typical.variance });
  const asTheme = pooled(beliefs);

  const usual = (1 - OUT_OF_THE_ORDINARY) * density(byScores.mean - typical.mean, byScores.variance + typical.variance);
  const unusual = OUT_OF_THE_ORDINARY / Math.log(dataset.size / MIN_GROUP_SIZE);
  const { mean, variance } = mixed(asTheme, byScores, usual / (usual + unusual));
  const sizeAt = (deviations: number): number => Math.round(Math.exp(mean + deviations * Math.sqrt(variance)));
  return { size: sizeAt(0), likely: [sizeAt(-FOUR_IN_FIVE), sizeAt(FOUR_IN_FIVE)] };
}

/** How large themes of this data are, or null where there are too few to tell. */
function typicalTheme({ themes }: Dataset): Belief | null {
  if (themes.length < MIN_THEMES) return null;
  const found = spreadOf(themes.map(({ size }) => ({ value: Math.log(size), weight: 1 })))!;
  return { mean: found.mean, variance: found.variance + 1 / Math.exp(found.mean) };
}

function reaching(scores: Scores, least: number): number {
  let count = 0;
  for (const score of scores) if (score > 0 && score >= least) count += 1;
  return count;
}

/** Where scores fall: in doubt by how much the place of the cut matters, and by `least` in any case. */
function fallOf(
  scores: Scores,
  best: number,
  [strict, middle, lax]: readonly [number, number, number],
  least: number,
): Belief {
  const [few, some, many] = [strict, middle, lax].map((part) => Math.log(reaching(scores, best * part))) as [
    number,
    number,
    number,
  ];
  return { mean: some, variance: ((many - few) / 2) ** 2 + least };
}

function themeAt({ themes, themeOf }: Dataset, record: number, weight: number): { value: number; weight: number }[] {
  const theme = themes[themeOf[record]! - 1];
  return theme ? [{ value: Math.log(theme.size), weight }] : [];
}

/** The mean and variance of weighted values, or null where there are none. */
function spreadOf(values: readonly { value: number; weight: number }[]): Belief | null {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const mean = values.reduce((sum, { value, weight }) => sum + (value * weight) / total, 0);
  return { mean, variance: values.reduce((sum, { value, weight }) => sum + ((value - mean) ** 2 * weight) / total, 0) };
}

/** Independent beliefs as one: each counts by its precision. */
function pooled(beliefs: readonly Belief[]): Belief {
  const precision = beliefs.reduce((sum, { variance }) => sum + 1 / variance, 0);
  return {
    mean: beliefs.reduce((sum, { mean, variance }) => sum + mean / variance, 0) / precision,
    variance: 1 / precision,
  };
}

/** The first belief with this probability, else the second. */
function mixed(a: Belief, b: Belief, probability: number): Belief {
  const mean = probability * a.mean + (1 - probability) * b.mean;
  return {
    mean,
    variance:
      probability * (a.variance + (a.mean - mean) ** 2) + (1 - probability) * (b.variance + (b.mean - mean) ** 2),
  };
}

function density(distance: number, variance: number): number {
  return Math.exp(-(distance ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
}
