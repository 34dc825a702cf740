import path from "node:path";
import { Worker } from "node:worker_threads";
import { startWorker } from "../../../packages/answers/src/thread/engineThread";
import { localAnswers, type LocalSettings } from "../../../packages/answers/src/local";
import type { LogFields } from "../../../functions/src/ports/log";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, NOW, publish, quiet } from "./fixture";
import { bundledThread } from "../../setup/bundledThread";
import { Clock } from "../../setup/clock";

const LIMITS = { deadlineMs: 10, answerMs: 50, foreseeMs: 3 };
const COOKS = "How many people want to cook?";
const isAnswer = (reply: string): boolean => /^\*\*(?:7\d|8\d) of 1\d\d goals/.test(reply);
const isOverview = (reply: string): boolean => reply.startsWith("This question could not be computed in time");
/** A thread that has ended has no number. */
const isGone = ({ threadId }: Worker): boolean => threadId === -1;

const WORKER = bundledThread(path.join(__dirname, "trappedWorker.ts"));

async function setUp(overrides: Partial<LocalSettings> = {}) {
  const snapshots = new MemorySnapshots();
  const dataHash = await publish(snapshots, "goals", goalsOfStates());
  const started: Worker[] = [];
  const lines: [string, LogFields | undefined][] = [];
  const keep = (event: string, fields?: LogFields): void => void lines.push([event, fields]);
  const clock = new Clock();
  const answers = localAnswers({
    snapshots,
    now: () => NOW,
    log: { ...quiet, warn: keep, error: keep },
    limits: LIMITS,
    countdown: clock.countdown,
    ...overrides,
    startWorker: () => {
      const worker = overrides.startWorker?.() ?? startWorker(WORKER);
      started.push(worker);
      return worker;
    },
  });
  return { snapshots, dataHash, started, lines, answers, clock };
}

describe("happy", () => {
  it("D2: computes in one worker thread, which starts with the first question, and opens the snapshot once", async () => {
    const { answers, started, lines, snapshots } = await setUp();
    expect(started).toHaveLength(0);
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(answers, "goals", COOKS)));
    expect(replies.filter(isAnswer)).toHaveLength(20);
    expect([started.length, lines, snapshots.asked]).toMatchObject([1, [], { current: 1, load: 1 }]);
  });

  it("a free quote starts loading the dataset and, on a cold instance, says what is understood", async () => {
    const { answers, snapshots } = await setUp();
    expect(await answers.foresee("goals", [{ role: "user", content: COOKS }])).toMatchObject({
      answerable: "yes",
      plan: { steps: [{ do: "count" }] },
    });
    expect(snapshots.asked).toMatchObject({ current: 1, load: 1 });
  });
});

describe("faults", () => {
  it("D2: a question that breaks its thread is answered by the overview, and the next one by the engine", async () => {
    const small = () => new Worker(WORKER, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 96 } });
    const { answers, dataHash, lines } = await setUp({ startWorker: small });
    expect(isAnswer(await ask(answers, "goals", COOKS))).toBe(true);
    for (const [question, reason] of [
      ["CRASH", "crashed"],
      ["EXHAUST", "crashed"],
      ["GARBAGE", "invalid"],
      ["THROW", "failed"],
    ] as const) {
      const answer = await answers.answer("goals", [{ role: "user", content: question }]);
      expect([question, isOverview(answer.reply), answer.dataHash]).toEqual([question, true, dataHash]);
      expect(lines.splice(0)).toEqual([["answer_fallback", { kind: "goals", reason }]]);
      expect(isAnswer(await ask(answers, "goals", COOKS))).toBe(true);
    }
  });

  it("D2: questions behind one that hangs are computed by the next thread, which starts when the first is gone", async () => {
    const { answers, started, lines, clock } = await setUp();
    await ask(answers, "goals", COOKS);
    const hanging = ask(answers, "goals", "HANG");
    const behind = Array.from({ length: 5 }, () => ask(answers, "goals", COOKS));
    await clock.until(LIMITS.deadlineMs, 1);
    clock.pass(LIMITS.deadlineMs);
    expect(isOverview(await hanging)).toBe(true);
    expect((await Promise.all(behind)).filter(isAnswer)).toHaveLength(5);
    expect([started.length, lines.length, isGone(started[0]!)]).toEqual([2, 1, true]);
  });

  it("D2: a question whose turn does not come in time is not computed, and can be asked again", async () => {
    const { answers, lines, clock } = await setUp();
    await ask(answers, "goals", COOKS);
    const hanging = ask(answers, "goals", "HANG");
    await clock.until(LIMITS.deadlineMs, 1);
    const waiting = ask(answers, "goals", COOKS);
    await clock.until(LIMITS.answerMs, 2);
    clock.pass(LIMITS.answerMs);
    await expect(waiting).rejects.toMatchObject({ reason: "busy" });
    await expect(hanging).rejects.toMatchObject({ reason: "busy" });
    expect(lines.map(([event, fields]) => [event, fields?.["reason"]])).toEqual([
      ["answer_not_computed", "busy"],
      ["answer_not_computed", "busy"],
    ]);
    clock.pass(LIMITS.deadlineMs);
    expect(isAnswer(await ask(answers, "goals", COOKS))).toBe(true);
  });

  it("PL3: a quote behind a busy engine, or one of too many, does without what is understood", async () => {
    const { answers, clock } = await setUp();
    await ask(answers, "goals", COOKS);
    const hanging = ask(answers, "goals", "HANG");
    await clock.until(LIMITS.deadlineMs, 1);
    const quotes = Array.from({ length: 12 }, () => answers.foresee("goals", [{ role: "user", content: COOKS }]));
    await clock.until(LIMITS.foreseeMs, 1);
    expect(clock.count(LIMITS.foreseeMs)).toBe(8);
    clock.pass(LIMITS.foreseeMs);
    expect(await Promise.all(quotes)).toEqual(quotes.map(() => null));
    clock.pass(LIMITS.deadlineMs);
    await hanging;
  });

  it("D2: says so where not even the dataset can be opened in time", async () => {
    const stuck = () => new Worker("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);", { eval: true });
    const { answers, dataHash, clock } = await setUp({ startWorker: stuck });
    const asked = answers.answer("goals", [{ role: "user", content: COOKS }]);
    await clock.until(LIMITS.deadlineMs, 1);
    clock.pass(LIMITS.deadlineMs);
    const { reply, ...rest } = await asked;
    expect(isOverview(reply)).toBe(true);
    expect(rest).toEqual({ dataHash, datasetCount: null });
  });

  it("D2: a snapshot that can't be read is an error, which a retry may mend", async () => {
    const { answers, snapshots } = await setUp();
    const load = snapshots.load.bind(snapshots);
    snapshots.load = () => Promise.resolve(new Uint8Array(500));
    await expect(ask(answers, "goals", COOKS)).rejects.toThrow();
    snapshots.load = load;
    expect(isAnswer(await ask(answers, "goals", COOKS))).toBe(true);
  });
});
