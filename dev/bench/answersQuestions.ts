/** The benches' questions, and what measuring them needs: none of the importer, whose lists of words would fill the heap that is measured. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatasetKind, Message } from "../../packages/answers/src/answers";
import type { Log } from "../../packages/answers/src/log";

export type Planning = Record<DatasetKind, [question: string | string[], plan: string][]>;
export type Honesty = Record<DatasetKind, Record<"absent" | "present", string[]>>;

/** Words, each with its inflections. */
export type Mentions = Record<DatasetKind, Record<string, string[]>>;

export const readQuestions = <T>(name: string): T =>
  JSON.parse(readFileSync(join(__dirname, "questions", name), "utf8")) as T;
export const conversation = (question: string | string[]): Message[] =>
  [question].flat().map((content) => ({ role: "user", content }));

/** Files of questions with the plans that a person wrote: those that the grammar was written with, and later ones. */
export const PLANNED = ["planning.json", "planningHeld.json", "planningSecond.json"] as const;

/** All conversations that the benches have about datasets of one kind. */
export function questionsOf(kind: DatasetKind): Message[][] {
  const reviewed = readQuestions<{ data: string; asks: string[] }[]>("review.json");
  return [
    ...PLANNED.flatMap((file) => readQuestions<Planning>(file)[kind].map(([question]) => question)),
    ...Object.values(readQuestions<Honesty>("honesty.json")[kind]).flat(),
    ...reviewed.filter(({ data }) => (data.includes("goals") ? "goals" : "chats") === kind).map(({ asks }) => asks),
  ].map(conversation);
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The value below which the fraction `p` of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))]!;
}
