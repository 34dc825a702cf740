import { Engine } from "../../packages/answers/src/engine/engine";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import { isWeak } from "../../packages/answers/src/dataset/fullNames";
import { seededRandom } from "../../packages/answers/src/dataset/random";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import type { Labelled } from "./answersData";

/** Unbalanced sets are cut in several ways: the figures of one are off by a tenth by chance. */
export const SEEDS = [5, 11, 23] as const;
/** The largest topic of an unbalanced set has so many times the records of the smallest. */
const SPREAD = 10;
const MIN_SIZE = 8;

/** The rows of each topic in the order in which they stand. */
function byTopic(rows: readonly Labelled[]): Map<string, Labelled[]> {
  const topics = new Map<string, Labelled[]>();
  for (const row of rows) topics.set(row.topic, [...(topics.get(row.topic) ?? []), row]);
  return topics;
}

/** Rows of which topics keep parts of different sizes, so that the sizes differ tenfold; which ones are large, the seed decides. */
export function unbalanced(rows: readonly Labelled[], seed: number = SEEDS[0]): Labelled[] {
  const random = seededRandom(seed);
  const topics = [...byTopic(rows).values()].map((all) => ({ all, at: random() })).sort((a, b) => a.at - b.at);
  const kept = topics.flatMap(({ all }, i) => {
    const part = SPREAD ** -(i / Math.max(1, topics.length - 1));
    return all.slice(0, Math.max(MIN_SIZE, Math.round(all.length * part)));
  });
  return kept
    .map((row) => ({ row, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
}

/** A question, and the labels of the records that answer it. */
export interface Sized {
  ask: string;
  labels: string[];
}

/** Each label asked for by its bare name. */
export const bareNames = (rows: readonly Labelled[]): Sized[] =>
  [...byTopic(rows).keys()].map((topic) => ({
    ask: `How many ask about ${topic.replaceAll("_", " ").replace("?", "").toLowerCase()}?`,
    labels: [topic],
  }));

export interface Sizes {
  asked: number;
  /** Questions for which a size is said. */
  said: number;
  /** By which factor the sizes are off, as the geometric mean. */
  factor: number;
  /** How much less the logarithm of the size errs than the same size for every question. */
  skill: number;
  /** Spearman's rank correlation of said and true sizes. */
  correlation: number;
}

/** "**9 of …", "**About 9 of …" */
const SAYS = /^\*\*(?:All |About )?([\d,]+) of/;

/** Compares the sizes that replies say with those of the labels. */
export function sizesSaid(
  kind: DatasetKind,
  rows: readonly Labelled[],
  bytes: Uint8Array,
  questions: readonly Sized[],
): Sizes {
  const engine = new Engine();
  engine.open(bytes, { kind, dataHash: "bench", count: rows.length, publishedAt: 0 });
  const topics = byTopic(rows);
  const asked = questions
    .map(({ ask, labels }) => ({ ask, size: labels.reduce((sum, one) => sum + (topics.get(one)?.length ?? 0), 0) }))
    .filter(({ size }) => size >= MIN_SIZE);
  const found = asked.flatMap(({ ask, size }) => {
    const { reply } = engine.reply(kind, [{ role: "user", content: ask }], 0).answer;
    const [, figure] = SAYS.exec(reply) ?? [];
    return figure === undefined ? [] : [{ size, said: Number(figure.replaceAll(",", "")) }];
  });
  const constant = found.reduce((sum, { size }) => sum + Math.log(size), 0) / found.length;
  const error = (guess: (said: number) => number): number =>
    found.reduce((sum, { size, said }) => sum + Math.abs(guess(said) - Math.log(size)), 0) / found.length;
  return {
    asked: asked.length,
    said: found.length,
    factor: Math.exp(error(Math.log)),
    skill: 1 - error(Math.log) / error(() => constant),
    correlation: rankCorrelation(
      found.map(({ said }) => said),
      found.map(({ size }) => size),
    ),
  };
}

/** Spearman's rank correlation. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const middle = (a.length - 1) / 2;
  const sum = (of: (i: number) => number): number => a.reduce((all, _, i) => all + of(i), 0);
  return (
    sum((i) => (x[i]! - middle) * (y[i]! - middle)) /
    Math.sqrt(sum((i) => (x[i]! - middle) ** 2) * sum((i) => (y[i]! - middle) ** 2))
  );
}

/** Where each value stands among all; equal ones share the middle of their places. */
const ranksOf = (values: readonly number[]): number[] =>
  values.map(
    (value) =>
      values.filter((other) => other < value).length + (values.filter((other) => other === value).length - 1) / 2,
  );

/** How themes fit people's topics: normalised mutual information, records without a theme as one group, the part of records in one, and the names that are one word, or say too little alone. */
export function themesFit(
  rows: readonly Labelled[],
  bytes: Uint8Array,
): { nmi: number; coverage: number; oneWord: number; weak: string[]; names: string[] } {
  const { themeOf, themes } = decodeSnapshot(bytes);
  const groups = [...themeOf].map(String);
  const topics = rows.map(({ topic }) => topic);
  const entropy = (of: readonly string[]): number =>
    [...counts(of).values()].reduce((sum, count) => sum - (count / of.length) * Math.log(count / of.length), 0);
  const [a, b] = [entropy(groups), entropy(topics)];
  const both = entropy(groups.map((group, i) => `${group} ${topics[i]}`));
  return {
    nmi: (2 * (a + b - both)) / (a + b),
    coverage: themeOf.filter((theme) => theme > 0).length / themeOf.length,
    oneWord: themes.filter(({ label }) => label.split(" / ").some((name) => !/[ -]/.test(name))).length / themes.length,
    weak: themes.flatMap(({ label }) => label.split(" / ").filter(isWeak)),
    names: themes.map(({ label, size }) => `${label} (${size})`),
  };
}

function counts(of: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const one of of) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}
