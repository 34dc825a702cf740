import { openDataset } from "../../packages/answers/src/engine/dataset";
import { Evidences } from "../../packages/answers/src/engine/evidence";
import { extentOf } from "../../packages/answers/src/engine/extent";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import { isTopical, words } from "../../packages/answers/src/dataset/words";
import { seededRandom } from "../../packages/answers/src/dataset/random";
import type { Labelled } from "./answersData";

/** The largest topic of an unbalanced set has so many times the records of the smallest. */
const SPREAD = 10;
const MIN_SIZE = 8;

/** The rows of each topic in the order in which they stand. */
function byTopic(rows: readonly Labelled[]): Map<string, Labelled[]> {
  const topics = new Map<string, Labelled[]>();
  for (const row of rows) topics.set(row.topic, [...(topics.get(row.topic) ?? []), row]);
  return topics;
}

/** Rows of which topics keep parts of different sizes, so that the sizes differ tenfold. */
export function unbalanced(rows: readonly Labelled[]): Labelled[] {
  const random = seededRandom(5);
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

export interface Sizes {
  topics: number;
  /** The part of topics whose true size is within the range that the engine has for it. */
  held: number;
  /** How much less the logarithm of the size errs than the same size for every topic. */
  skill: number;
  /** Spearman's rank correlation of said and true sizes. */
  correlation: number;
}

/** Asks for each labelled topic by its bare name, as `calledAs` puts it, and compares the sizes with the true ones. */
export function sizesOf(rows: readonly Labelled[], bytes: Uint8Array): Sizes {
  const pointer = { kind: "chats" as const, dataHash: "bench", count: rows.length, publishedAt: 0 };
  const dataset = openDataset(decodeSnapshot(bytes), pointer);
  const evidences = new Evidences(dataset, []);
  const found = [...byTopic(rows)].flatMap(([topic, { length: size }]) => {
    const text = words(topic.replaceAll("_", " ")).filter(isTopical).join(" ");
    if (size < MIN_SIZE || text === "") return [];
    const asked = { is: "topic", text, words: text } as const;
    const counted = evidences.of(asked).count ?? 0;
    const literal = evidences.of({ ...asked, is: "mentions" }).count ?? 0;
    const { more } = extentOf(dataset, text, literal, counted);
    return [
      { size, said: counted + (more?.about ?? 0), low: counted + (more?.low ?? 0), high: counted + (more?.high ?? 0) },
    ];
  });
  const log = ({ size }: { size: number }): number => Math.log(size);
  const constant = found.reduce((sum, one) => sum + log(one), 0) / found.length;
  const error = (guess: (one: (typeof found)[number]) => number): number =>
    found.reduce((sum, one) => sum + Math.abs(guess(one) - log(one)), 0);
  return {
    topics: found.length,
    held: found.filter(({ size, low, high }) => low <= size && size <= high).length / found.length,
    skill: 1 - error(({ said }) => Math.log(Math.max(1, said))) / error(() => constant),
    correlation: rankCorrelation(
      found.map(({ said }) => said),
      found.map(({ size }) => size),
    ),
  };
}

function rankCorrelation(a: readonly number[], b: readonly number[]): number {
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

/** How themes fit people's topics: normalised mutual information, records without a theme as one group, and the part of records in one. */
export function themesFit(
  rows: readonly Labelled[],
  bytes: Uint8Array,
): { nmi: number; coverage: number; names: string[] } {
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
    names: themes.map(({ label, size }) => `${label} (${size})`),
  };
}

function counts(of: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const one of of) found.set(one, (found.get(one) ?? 0) + 1);
  return found;
}
