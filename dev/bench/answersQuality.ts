import MiniSearch from "minisearch";
import { openDataset } from "../../packages/answers/src/engine/dataset";
import { localAnswers } from "../../packages/answers/src/local";
import { relevance } from "../../packages/answers/src/engine/retrieve";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import type { DatasetKind } from "../../packages/answers/src/dataset/record";
import { words } from "../../packages/answers/src/dataset/words";
import { memorySnapshots, type Labelled } from "./answersData";
import { percentile, readQuestions, silentLog, type Mentions } from "./answersQuestions";

interface Quality {
  precision: number;
  ndcg: number;
}

const DEPTH = 10;
const MIN_TOPIC_SIZE = 50;

/** P@10 and nDCG@10 of held-out questions against their topics: this engine over a snapshot of `kept`, and MiniSearch as it comes. */
export function retrieval(
  kept: readonly Labelled[],
  queries: readonly Labelled[],
  bytes: Uint8Array,
): { own: Quality; peer: Quality } {
  const pointer = { kind: "chats" as const, dataHash: "bench", count: kept.length, publishedAt: 0 };
  const dataset = openDataset(decodeSnapshot(bytes), pointer);
  const peer = new MiniSearch<{ id: number; text: string }>({ fields: ["text"] });
  peer.addAll(kept.map(({ text }, id) => ({ id, text })));
  return {
    own: quality(kept, queries, (text) =>
      relevance(dataset, text)
        .best(DEPTH)
        .map(({ record }) => record),
    ),
    peer: quality(kept, queries, (text) =>
      peer
        .search(text)
        .slice(0, DEPTH)
        .map(({ id }) => id as number),
    ),
  };
}

function quality(kept: readonly Labelled[], queries: readonly Labelled[], search: (text: string) => number[]): Quality {
  const sizes = sizesOf(kept);
  const gain = (rank: number): number => 1 / Math.log2(rank + 2);
  let [precision, ndcg] = [0, 0];
  for (const { text, topic } of queries) {
    const hits = search(text).map((id) => (kept[id]!.topic === topic ? 1 : 0));
    const ideal = Array.from({ length: Math.min(DEPTH, sizes.get(topic) ?? 0) }, (_, rank) => gain(rank));
    precision += hits.reduce<number>((sum, hit) => sum + hit, 0) / DEPTH;
    ndcg +=
      hits.reduce<number>((sum, hit, rank) => sum + hit * gain(rank), 0) /
      Math.max(
        1e-9,
        ideal.reduce((sum, value) => sum + value, 0),
      );
  }
  return { precision: precision / queries.length, ndcg: ndcg / queries.length };
}

function sizesOf(rows: readonly Labelled[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { topic } of rows) sizes.set(topic, (sizes.get(topic) ?? 0) + 1);
  return sizes;
}

export interface CountErrors {
  topics: number;
  medianError: number;
  within10: number;
  within25: number;
  /** The sum of all counts, as a part of the sum of all topics. */
  total: number;
}

type Ask = (content: string) => Promise<number>;

/** Asks a snapshot, and reads the first figure of the reply; 0 for a reply without one. */
async function asking(bytes: Uint8Array): Promise<Ask> {
  const snapshots = await memorySnapshots("chats", bytes);
  const answers = localAnswers({ snapshots, now: Date.now, log: silentLog });
  return async (content) => {
    const { reply } = await answers.answer("chats", [{ role: "user", content }]);
    return Number(/\*\*(?:About )?([\d,]+) of/.exec(reply)?.[1]?.replaceAll(",", "") ?? 0);
  };
}

/** Asks "How many people ask about <topic name>?" and compares the reply's first figure with the topic's true size. */
export async function countErrors(rows: readonly Labelled[], bytes: Uint8Array): Promise<CountErrors> {
  const asked = await asking(bytes);
  const topics = [...sizesOf(rows)].filter(([, size]) => size >= MIN_TOPIC_SIZE);
  const errors: number[] = [];
  let [counted, truth] = [0, 0];
  for (const [topic, size] of topics) {
    const count = await asked(`How many people ask about ${topic.replace(/_/g, " ").replace("?", "").toLowerCase()}?`);
    errors.push(Math.abs(count - size) / size);
    counted += count;
    truth += size;
  }
  return {
    topics: topics.length,
    medianError: percentile(errors, 0.5),
    within10: errors.filter((error) => error <= 0.1).length / errors.length,
    within25: errors.filter((error) => error <= 0.25).length / errors.length,
    total: counted / truth,
  };
}

/** Half of five, in whole records. */
const NEAREST = 2;

/**
 * Asks "How many mention "<word>"?" and compares the figure with the texts that hold the word or one of its inflections,
 * which is what the reply says that it counts, to the nearest five: two more or fewer are no error. A person wrote the
 * inflections down, but for irregular ones, which the reply leaves out: stems join more than these.
 */
export async function mentionErrors(
  kind: DatasetKind,
  rows: readonly Labelled[],
  bytes: Uint8Array,
): Promise<{ told: string; error: number }[]> {
  const asked = await asking(bytes);
  const held = rows.map(({ text }) => new Set(words(text)));
  const found: { told: string; error: number }[] = [];
  for (const [word, others] of Object.entries(readQuestions<Mentions>("mentions.json")[kind])) {
    const truth = held.filter((own) => [word, ...others].some((form) => own.has(form))).length;
    const count = await asked(`How many mention "${word}"?`);
    found.push({
      told: `"${word}": ${count}, and ${truth} texts hold it`,
      error: Math.max(0, Math.abs(count - truth) - NEAREST) / truth,
    });
  }
  return found;
}
