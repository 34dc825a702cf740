import path from "node:path";
import { Worker } from "node:worker_threads";
import { startWorker } from "../../../packages/answers/src/thread/engineThread";
import { localAnswers, type LocalSettings } from "../../../packages/answers/src/local";
import type { LogFields } from "../../../functions/src/ports/log";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, headlineOf, NOW, publish, quiet } from "./fixture";
import { bundledThread } from "../../setup/bundledThread";
import { inDeep, sampled } from "../../setup/runs";

const LIMITS = { deadlineMs: 1_500, answerMs: 20_000 };
const COOKS = "How many people want to cook?";

const SLOW = `SLOW ${COOKS}`;
/** A thread that has ended has no number. */
const isGone = ({ threadId }: Worker): boolean => threadId === -1;

const WORKER = bundledThread(path.join(__dirname, "trappedWorker.ts"));

async function setUp(overrides: Partial<LocalSettings> = {}) {
  const snapshots = new MemorySnapshots();
  const dataHash = await publish(snapshots, "goals", goalsOfStates());
  const started: Worker[] = [];
  const lines: [string, LogFields | undefined][] = [];
  const keep = (event: string, fields?: LogFields): void => void lines.push([event, fields]);
  const answers = localAnswers({
    snapshots,
    now: () => NOW,
    log: { ...quiet, warn: keep, error: keep },
    limits: LIMITS,
    ...overrides,
    startWorker: () => {
      const worker = overrides.startWorker?.() ?? startWorker(WORKER);
      started.push(worker);
      return worker;
    },
  });
  return { snapshots, dataHash, started, lines, answers };
}

function expectOverview(reply: string): void {
  expect(reply).toMatch(/^This question could not be worked through in time/);
  expect(reply).toContain("Ask about one topic or group at a time");
  expect(reply).toMatch(/of the 150 goals|The data holds \*\*150\*\* goals\./);
}

describe("happy", () => {
  it("D2: computes in one worker thread, which starts with the first answer", async () => {
    const { answers, started, lines } = await setUp();
    expect(started).toHaveLength(0);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(answers, "goals", i % 2 ? COOKS : "How many want to run a marathon?")),
    );
    expect(replies.map(headlineOf)).toEqual(Array.from({ length: 20 }, (_, i) => (i % 2 ? 80 : 40)));
    expect([started.length, lines]).toEqual([1, []]);
  });

  it("D2: opens no snapshot and starts no thread twice", async () => {
    const { answers, snapshots, started } = await setUp();
    await ask(answers, "goals", COOKS);
    await ask(answers, "goals", "How many want to save money?");
    expect(snapshots.asked).toMatchObject({ current: 1, load: 1 });
    expect(started).toHaveLength(1);
  });
});

describe("faults", () => {
  const FAULTS: [string, string][] = [
    ["CRASH", "crashed"],
    ["GARBAGE", "invalid"],
    ["THROW", "failed"],
    ["HANG", "deadline"],
  ];
  it.each(sampled(FAULTS, 1))(
    "D2: %s is answered by the overview, and the next question by the engine",
    async (question, reason) => {
      const { answers, dataHash, lines } = await setUp();
      expect(headlineOf(await ask(answers, "goals", COOKS))).toBe(80);
      const answer = await answers.answer("goals", [{ role: "user", content: question }]);
      expectOverview(answer.reply);
      expect(answer).toMatchObject({ dataHash, datasetCount: 150 });
      expect(lines).toEqual([["answer_fallback", { kind: "goals", reason }]]);
      expect(headlineOf(await ask(answers, "goals", COOKS))).toBe(80);
    },
  );

  it("D2: a question that takes all the memory ends its thread alone", async () => {
    const small = () => new Worker(WORKER, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 96 } });
    const { answers, lines } = await setUp({ startWorker: small, limits: { ...LIMITS, deadlineMs: 15_000 } });
    expectOverview(await ask(answers, "goals", "EXHAUST"));
    expect(lines).toEqual([["answer_fallback", { kind: "goals", reason: "crashed" }]]);
    expect(headlineOf(await ask(answers, "goals", COOKS))).toBe(80);
  });

  it("D2: 19 questions behind one that hangs are computed by the next thread, which starts when the first is gone", async () => {
    const { answers, started, lines } = await setUp();
    await ask(answers, "goals", COOKS);
    const hanging = ask(answers, "goals", "WAIT");
    const behind = await Promise.all(Array.from({ length: 19 }, () => ask(answers, "goals", COOKS)));
    expectOverview(await hanging);
    expect(behind.map(headlineOf)).toEqual(behind.map(() => 80));
    expect([started.length, lines.length]).toEqual([2, 1]);
    expect(isGone(started[0]!)).toBe(true);
  });

  it("D2: of 20 slow questions at once, those without a turn in time are told apart, and answered when they are asked again", async () => {
    const { answers, lines } = await setUp({ limits: { deadlineMs: 1_500, answerMs: 3_500 } });
    await ask(answers, "goals", COOKS);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask(answers, "goals", SLOW)));
    const given = asked.flatMap((one) => (one.status === "fulfilled" ? [headlineOf(one.value)] : []));
    const refused = asked.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(given.length).toBeGreaterThan(1);
    expect(new Set(given)).toEqual(new Set([80]));
    expect(refused.length).toBeGreaterThan(1);
    for (const reason of refused) expect(reason).toMatchObject({ reason: "busy" });
    expect(lines).toEqual(refused.map(() => ["answer_not_computed", { kind: "goals", reason: "busy" }]));
    expect(headlineOf(await ask(answers, "goals", SLOW))).toBe(80);
  });

  it("D2: a question whose turn does not come in time is not computed, and can be asked again", async () => {
    const { answers, lines } = await setUp({ limits: { deadlineMs: 2_000, answerMs: 3_000 } });
    expect(headlineOf(await ask(answers, "goals", COOKS))).toBe(80);
    const hanging = ask(answers, "goals", "WAIT");
    await expect(ask(answers, "goals", COOKS)).rejects.toMatchObject({ reason: "busy" });
    expectOverview(await hanging);
    expect(lines.map(([event, fields]) => [event, fields?.["reason"]]).sort()).toEqual([
      ["answer_fallback", "deadline"],
      ["answer_not_computed", "busy"],
    ]);
    expect(headlineOf(await ask(answers, "goals", COOKS))).toBe(80);
  });

  inDeep("D2: however often a thread is ended, there is one at a time", async () => {
    const alive: number[] = [];
    const { answers, started } = await setUp({
      limits: { deadlineMs: 600, answerMs: 20_000 },
      startWorker: () => {
        alive.push(started.filter((one) => !isGone(one)).length);
        return startWorker(WORKER);
      },
    });
    await ask(answers, "goals", COOKS);
    const all = await Promise.all(["WAIT", COOKS, "WAIT", COOKS].map((content) => ask(answers, "goals", content)));
    expect(all.map((reply) => headlineOf(reply) === 80)).toEqual([false, true, false, true]);
    expect(alive).toEqual([0, 0, 0]);
  });

  it("D2: says what the data holds where not even the dataset can be opened in time", async () => {
    const stuck = () => new Worker("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);", { eval: true });
    const { answers, dataHash } = await setUp({ startWorker: stuck });
    const answer = await answers.answer("goals", [{ role: "user", content: COOKS }]);
    expectOverview(answer.reply);
    expect(answer).toMatchObject({ dataHash, datasetCount: 150 });
  });

  it("D2: a snapshot that can't be read is an error, which a retry may mend", async () => {
    const { answers, snapshots } = await setUp();
    const load = snapshots.load.bind(snapshots);
    snapshots.load = () => Promise.resolve(new Uint8Array(500));
    await expect(ask(answers, "goals", COOKS)).rejects.toThrow();
    snapshots.load = load;
    expect(headlineOf(await ask(answers, "goals", COOKS))).toBe(80);
  });
});
