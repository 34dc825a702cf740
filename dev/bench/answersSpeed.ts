/**
 * Run as a child process by answersLarge.ts: asks the questions of all benches, and hostile ones, of a packed snapshot, and
 * prints the processor time of each kind, as a table to read unless --json is given.
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Engine, type Overview } from "../../packages/answers/src/engine/engine";
import type { DatasetKind, Message } from "../../packages/answers/src/answers";
import { isTopical } from "../../packages/answers/src/dataset/words";
import { percentile, questionsOf } from "./answersQuestions";
import { hostileConversations } from "../../test/setup/hostileConversations";

/** What questions of one kind take, in milliseconds of processor time. */
export interface Speed {
  what: string;
  asked: number;
  p50: number;
  p95: number;
  max: number;
  slowest: string;
}

interface Taken {
  what: string;
  question: string;
  ms: number;
}

/** The processor time of this thread and of the threads that collect its garbage. */
function busyMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const speedOf = (what: string, taken: readonly Taken[]): Speed => {
  const all = taken.map(({ ms }) => ms);
  const max = Math.max(...all);
  return {
    what,
    asked: all.length,
    p50: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    max,
    slowest: taken.find(({ ms }) => ms === max)!.question,
  };
};

/** Each question once, after some that warm up, grouped by the kind of its first step. */
function speeds(engine: Engine, kind: DatasetKind, { planning }: Overview): { ordinary: Speed[]; hostile: Speed[] } {
  const ask = (messages: readonly Message[]): number => busyMs(() => engine.reply(kind, messages, 0));
  const told = (messages: readonly Message[]): string => messages.map(({ content }) => content).join(" // ");
  const kindOf = (messages: readonly Message[]): string => {
    const { steps } = engine.plan(kind, messages);
    return steps.length === 0 ? "refused" : steps.length > 1 ? "several" : steps[0]!.do;
  };
  const questions = questionsOf(kind);
  questions.slice(0, 20).forEach(ask);
  const taken = questions.map((messages): Taken => ({
    what: kindOf(messages),
    question: told(messages),
    ms: ask(messages),
  }));
  const kinds = [...new Set(taken.map(({ what }) => what))].sort();
  const hostile = hostileConversations({ words: commonest(planning), columns: planning.columns }).map(
    ([what, asks]): Taken => ({ what, question: what, ms: ask(asks.map((content) => ({ role: "user", content }))) }),
  );
  return {
    ordinary: [
      ...kinds.map((one) =>
        speedOf(
          one,
          taken.filter(({ what }) => what === one),
        ),
      ),
      speedOf("all", taken),
    ],
    hostile: [...hostile.map((one) => speedOf(one.what, [one])), speedOf("all", hostile)],
  };
}

/** The words of a dataset, those first that most records use. */
const commonest = ({ stems, counts }: Overview["planning"]): string[] =>
  stems
    .map((stem, id) => ({ stem, count: counts[id]! }))
    .filter(({ stem }) => /^[a-z]{3,}$/.test(stem) && isTopical(stem))
    .sort((a, b) => b.count - a.count)
    .map(({ stem }) => stem);

function main(): void {
  const [, , kind, packed] = process.argv as [string, string, DatasetKind, string];
  const bytes = gunzipSync(readFileSync(packed));
  const engine = new Engine();
  const overview = engine.open(bytes, { kind, dataHash: "sha256:0", count: 0, publishedAt: 0 });
  const found = speeds(engine, kind, overview);
  if (process.argv.includes("--json")) return console.log(JSON.stringify(found));
  for (const { what, asked, p50, p95, max, slowest } of [...found.ordinary, ...found.hostile])
    console.log([what, asked, p50.toFixed(0), p95.toFixed(0), max.toFixed(0), slowest.slice(0, 90)].join(" | "));
}

main();
