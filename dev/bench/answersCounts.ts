import { Engine } from "../../packages/answers/src/engine/engine";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
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
  /** Topics for which a range is said, and the part of these whose true size is in it. */
  ranges: number;
  held: number;
  /** Topics for which a size is said. */
  said: number;
  /** How much less the logarithm of the size errs than the same size for every topic. */
  skill: number;
  /** Spearman's rank correlation of said and true sizes. */
  correlation: number;
}

/** "About 20 likely mean it, of which **9 of …", "**9 of …", "**Between 9 and 12 of …" */
const SAYS = /^(?:About ([\d,]+) likely mean it, of which )?\*\*(?:All |About )?([\d,]+) of/;
const RANGE = /about [\d,]+ more likely mean it in other words \(between ([\d,]+) and ([\d,]+)\)/i;
const figure = (text: string): number => Number(text.replaceAll(",", ""));

/** Asks for each labelled topic by its bare name, and compares what the replies say with the true sizes. */
export function sizesSaid(rows: readonly Labelled[], bytes: Uint8Array): Sizes {
  const engine = new Engine();
  engine.open(bytes, { kind: "chats", dataHash: "bench", count: rows.length, publishedAt: 0 });
  const topics = [...byTopic(rows)].filter(([, { length }]) => length >= MIN_SIZE);
  const replies = topics.map(([topic, { length: size }]) => {
    const content = `How many ask about ${topic.replaceAll("_", " ").replace("?", "").toLowerCase()}?`;
    const { reply } = engine.reply("chats", [{ role: "user", content }], 0).answer;
    const [, likely, counted] = SAYS.exec(reply) ?? [];
    const [, low, high] = RANGE.exec(reply) ?? [];
    const literal = counted === undefined ? null : figure(counted);
    return {
      size,
      said: likely === undefined ? literal : figure(likely),
      range: low === undefined || literal === null ? null : ([literal + figure(low), literal + figure(high!)] as const),
    };
  });
  const ranges = replies.flatMap(({ size, range }) => (range ? [range[0] <= size && size <= range[1]] : []));
  const found = replies.flatMap(({ size, said }) => (said === null ? [] : [{ size, said }]));
  const constant = found.reduce((sum, { size }) => sum + Math.log(size), 0) / found.length;
  const error = (guess: (said: number) => number): number =>
    found.reduce((sum, { size, said }) => sum + Math.abs(guess(said) - Math.log(size)), 0);
  return {
    topics: topics.length,
    ranges: ranges.length,
    held: ranges.filter(Boolean).length / ranges.length,
    said: found.length,
    skill: 1 - error((said) => Math.log(said)) / error(() => constant),
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
