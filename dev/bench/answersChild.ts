/** Run by answersMemory.ts as a child process: loads a snapshot, answers from it, and prints what that took. */
import { readFile } from "node:fs/promises";
import { dataHashOf } from "../../functions/src/adapters/firestore/snapshots";
import { localAnswers } from "../../packages/answers/src/local";
import { percentile, silentLog } from "./answersData";

const MIB = 1024 * 1024;
const QUESTIONS = [
  "What do people ask about most?",
  "How many ask about card delivery?",
  "What do people say about refunds?",
];

async function main(): Promise<void> {
  const file = process.argv[2]!;
  const pointer = { kind: "chats" as const, dataHash: "bench", count: 0, publishedAt: 0 };
  const snapshots = {
    current: async () => pointer,
    load: async () => {
      const bytes = await readFile(file);
      dataHashOf(bytes);
      return bytes;
    },
  };
  const answers = localAnswers({ snapshots, now: Date.now, log: silentLog });
  const ask = async (content: string): Promise<number> => {
    const started = performance.now();
    await answers.answer("chats", [{ role: "user", content }]);
    return performance.now() - started;
  };
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const loadMs = await ask("How many mention zebras?");
  globalThis.gc?.();
  const heldMiB = (process.memoryUsage().rss - before) / MIB;
  const times: number[] = [];
  for (let round = 0; round < 4; round++) for (const question of QUESTIONS) times.push(await ask(question));
  console.log(
    JSON.stringify({
      loadMs,
      answerMs: percentile(times.slice(QUESTIONS.length), 0.5),
      heldMiB,
      peakMiB: process.resourceUsage().maxRSS / 1024,
    }),
  );
}

void main();
