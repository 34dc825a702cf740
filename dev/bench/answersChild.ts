/** Bundled with the worker and run as a child process by answersLarge.ts: opens a packed snapshot, answers, and prints what that took. */
import { readFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { unpacked } from "../../functions/src/adapters/firestore/snapshots";
import type { DatasetKind, Message } from "../../packages/answers/src/answers";
import { localAnswers } from "../../packages/answers/src/local";
import type { SnapshotPointer } from "../../packages/answers/src/snapshots";
import { percentile, silentLog } from "./answersQuestions";

export interface Opened {
  /** From a question in a new process to its answer, by the clock and by the processor. */
  first: { ms: number; cpuMs: number };
  /** Later answers, one after another, by the clock. */
  p50: number;
  p95: number;
  /** Until the last of 20 questions that come at once is answered. */
  ofTwentyMs: number;
  /** What opening added to the process once rubbish was collected. */
  heldMiB: number;
  peakMiB: number;
  /** The longest that the main thread was held up while the snapshot, and later a newer one, was opened. */
  stallMs: { opening: number; refreshing: number };
}

const MIB = 1024 * 1024;
const AT_ONCE = 20;
/** A pointer is read again when it is so old. */
const LATER_MS = 60_000;

async function main(): Promise<void> {
  const [, , kind, file, asked] = process.argv as [string, string, DatasetKind, string, string];
  const questions = JSON.parse(await readFile(asked, "utf8")) as Message[][];
  const loop = monitorEventLoopDelay({ resolution: 5 });
  let [clock, published] = [Date.now(), 0];
  let refreshed: () => void = () => undefined;
  const pointer = (): SnapshotPointer => ({ kind, dataHash: `sha256:${published}`, count: 0, publishedAt: 0 });
  const snapshots = {
    current: () => Promise.resolve(pointer()),
    // As the store's adapter does: unpacked and compared with the hash.
    load: async () => {
      const packed = await readFile(file);
      // The last four bytes of what gzip packs are its size.
      return (await unpacked(packed, packed.readUInt32LE(packed.length - 4))).bytes;
    },
  };
  const log = { ...silentLog, info: () => refreshed() };
  const answers = localAnswers({ snapshots, now: () => clock, log });
  const ask = async (messages: readonly Message[]): Promise<number> => {
    const started = performance.now();
    await answers.answer(kind, messages);
    return performance.now() - started;
  };
  const stalled = async (run: () => Promise<unknown>): Promise<number> => {
    loop.reset();
    loop.enable();
    await run();
    // A stall at the end is seen once the loop goes on.
    await sleep(20);
    loop.disable();
    return loop.max / 1e6;
  };

  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const used = process.cpuUsage();
  let first = { ms: 0, cpuMs: 0 };
  const opening = await stalled(async () => {
    const ms = await ask([{ role: "user", content: "What is mentioned most?" }]);
    const { user, system } = process.cpuUsage(used);
    first = { ms, cpuMs: (user + system) / 1_000 };
  });
  globalThis.gc?.();
  const heldMiB = (process.memoryUsage().rss - before) / MIB;

  const times: number[] = [];
  for (const messages of questions) times.push(await ask(messages));
  const started = performance.now();
  await Promise.all(questions.slice(0, AT_ONCE).map(ask));
  const ofTwentyMs = performance.now() - started;

  const refreshing = await stalled(async () => {
    const done = new Promise<void>((resolve) => (refreshed = resolve));
    [clock, published] = [clock + LATER_MS, published + 1];
    await ask(questions[0]!);
    await done;
  });
  const opened: Opened = {
    first,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    ofTwentyMs,
    heldMiB,
    peakMiB: process.resourceUsage().maxRSS / 1024,
    stallMs: { opening, refreshing },
  };
  console.log(JSON.stringify(opened));
}

void main();
