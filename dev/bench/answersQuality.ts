import MiniSearch from "minisearch";
import { openDataset } from "../../packages/answers/src/engine/dataset";
import { localAnswers } from "../../packages/answers/src/local";
import { relevance } from "../../packages/answers/src/engine/retrieve";
import { decodeSnapshot } from "../../packages/answers/src/dataset/snapshotBytes";
import { isTopical, stemOf, words } from "../../packages/answers/src/dataset/words";
import { memorySnapshots, type Labelled } from "./answersData";
import { percentile, silentLog } from "./answersQuestions";

interface Quality {
  precision: number;
  ndcg: number;
}

const DEPTH = 10;
const MIN_TOPIC_SIZE = 50;
/** So many words are asked for. */
const MENTIONED = 10;

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
  mentions: number;
  mentionError: number;
}

/**
 * Asks "How many people ask about <topic name>?" and compares the reply's first figure with the topic's true size; and
 * "How many mention <word>?" for the words of those names, against a plain count of the texts.
 */
export async function countErrors(rows: readonly Labelled[], bytes: Uint8Array): Promise<CountErrors> {
  const answers = localAnswers({
    snapshots: await memorySnapshots("chats", bytes),
    now: Date.now,
    log: silentLog,
  });
  const figure = (written: string | undefined): number => Number(written?.replaceAll(",", "") ?? 0);
  const asked = async (content: string): Promise<{ count: number }> => {
    const { reply } = await answers.answer("chats", [{ role: "user", content }]);
    return { count: figure(/\*\*(?:About )?([\d,]+) of/.exec(reply)?.[1]) };
  };
  const topics = [...sizesOf(rows)].filter(([, size]) => size >= MIN_TOPIC_SIZE);
  const errors: number[] = [];
  let [counted, truth] = [0, 0];
  for (const [topic, size] of topics) {
    const { count } = await asked(
      `How many people ask about ${topic.replace(/_/g, " ").replace("?", "").toLowerCase()}?`,
    );
    errors.push(Math.abs(count - size) / size);
    counted += count;
    truth += size;
  }

  const stems = rows.map(({ text }) => new Set(words(text).map(stemOf)));
  const holding = (word: string): number => stems.filter((own) => own.has(stemOf(word))).length;
  const named = [...new Set(topics.flatMap(([topic]) => words(topic.replace(/_/g, " "))))]
    .filter((word) => isTopical(word) && holding(word) >= MIN_TOPIC_SIZE)
    .slice(0, MENTIONED);
  const mentionErrors: number[] = [];
  for (const word of named) {
    const truth = holding(word);
    mentionErrors.push(Math.abs((await asked(`How many mention "${word}"?`)).count - truth) / truth);
  }
  return {
    topics: topics.length,
    medianError: percentile(errors, 0.5),
    within10: errors.filter((error) => error <= 0.1).length / errors.length,
    within25: errors.filter((error) => error <= 0.25).length / errors.length,
    total: counted / truth,
    mentions: named.length,
    mentionError: Math.max(...mentionErrors),
  };
}
