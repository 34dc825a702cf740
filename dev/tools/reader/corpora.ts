import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stemsOf } from "./gold";
import type { Figure } from "../../../packages/answers/src/engine/results";
import type { Guide } from "../../../packages/answers/src/guide";
import type { Plan, Predicate, Step } from "../../../packages/answers/src/plan";

/** A dataset as readers know it, without its texts: its columns, and the counts that questions about it need. */
export interface Corpus {
  name: string;
  /** Who wrote its questions: models are measured on authors that they have not learnt from. */
  author: string;
  guide: Guide;
  /** The records of each line of a step's result. */
  linesOf: (step: Step) => readonly Predicate[];
}

export interface Conversation {
  corpus: Corpus;
  turns: readonly { asks: string; plan: Plan | null }[];
}

interface Stored {
  name: string;
  record: Guide["record"];
  size: number;
  columns: {
    name: string;
    alsoCalled: string[];
    isNumbers: boolean;
    isDated: boolean;
    values: [string, number, ...string[]][];
  }[];
  counts: Record<string, number>;
  told: Record<string, number>;
  lists: Record<string, Predicate[]>;
}

const linesOf = (file: string): string[] =>
  readFileSync(join(__dirname, file), "utf8")
    .split("\n")
    .filter((line) => line !== "");
const figure = (told: number): Figure => ({
  told: told === 0 ? null : told,
  low: Math.max(0, told - 3),
  high: told + 3,
});

/** About how many records a topic has that was not asked when the counts were stored: those of its rarest word. */
const aboutOf = (topic: string, counts: Stored["counts"]): number =>
  Math.min(...stemsOf(topic).map((stem) => counts[stem] ?? 0));

function corpusOf({ name, record, size, columns, counts, told, lists }: Stored): Corpus {
  return {
    name,
    author: name.split("/")[0]!,
    guide: {
      kind: "chats",
      record,
      size: figure(size),
      columns: columns.map(({ values, ...column }) => ({
        ...column,
        values: values.map(([value, count, ...alsoCalled]) => ({ value, count: figure(count), alsoCalled })),
      })),
      themes: [],
      countOf: (stem) => counts[stem],
      told: (of) => told[JSON.stringify(of)] ?? (of.topic === undefined ? 0 : aboutOf(of.topic, counts)),
      alsoBy: () => [],
    },
    linesOf: (step) => lists[JSON.stringify(step)] ?? [],
  };
}

/** A hash of what the reader learns from: its weights name it. */
export const trainedOn = (): string =>
  createHash("sha256")
    .update(linesOf("corpora.jsonl").concat(linesOf("questions.jsonl")).join("\n"))
    .digest("hex")
    .slice(0, 16);

/** The conversations that the reader learns from. */
export function conversations(): Conversation[] {
  const corpora = new Map(
    linesOf("corpora.jsonl").map((line) => {
      const corpus = corpusOf(JSON.parse(line) as Stored);
      return [corpus.name, corpus] as const;
    }),
  );
  return linesOf("questions.jsonl").map((line) => {
    const { corpus, turns } = JSON.parse(line) as { corpus: string; turns: Conversation["turns"] };
    return { corpus: corpora.get(corpus)!, turns };
  });
}
