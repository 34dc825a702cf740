import { Worker } from "node:worker_threads";
import { LIMITS, localAnswers, type LocalSettings } from "../../packages/answers/src/local";
import { modelAnswers } from "../../packages/answers/src/model/model";
import { PATIENCE_MS } from "../../functions/src/adapters/firestore/faults";
import { TIMEOUT_SECONDS } from "../../functions/src/entry/deploy";
import { LEASE_MS } from "../../functions/src/application/payments/deliver";
import { SETTINGS } from "../../functions/src/settings/table";
import { goalsOfStates, NOW, publish, quiet } from "../packages/answers/fixture";
import { MemorySnapshots } from "../fakes/snapshots";

const QUESTION = [{ role: "user" as const, content: "How many people want to cook?" }];
const never = () => new Promise<never>(() => undefined);

async function timed<T>(work: Promise<T>): Promise<{ result: T | Error; ms: number }> {
  const from = performance.now();
  const result = await work.catch((error: Error) => error);
  return { result, ms: performance.now() - from };
}

async function setUp(overrides: Partial<LocalSettings>) {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goalsOfStates());
  const settings = { snapshots, now: () => NOW, log: quiet, ...overrides };
  return { snapshots, answers: localAnswers(settings) };
}

describe("D2: the time that an answer takes", () => {
  it("with a model's and the store's stays below the lease on it and the function's limit", () => {
    const modelMs = Number(/to (\d+)$/.exec(SETTINGS.ANSWER_MODEL_TIMEOUT_MS.rule)?.[1]);
    const ms = LIMITS.answerMs + modelMs + PATIENCE_MS;
    // Behind a question that hangs there is time for another one.
    expect(LIMITS.answerMs).toBeGreaterThanOrEqual(2 * LIMITS.deadlineMs);
    expect(ms).toBeLessThan(LEASE_MS);
    expect(ms).toBeLessThan(TIMEOUT_SECONDS * 1_000);
  });

  it("ends where the snapshot never comes", async () => {
    const { snapshots, answers } = await setUp({ limits: { deadlineMs: 5_000, answerMs: 1_000 } });
    snapshots.load = never;
    const { result, ms } = await timed(answers.answer("goals", QUESTION));
    expect(result).toBeInstanceOf(Error);
    expect(ms).toBeLessThan(2_000);
  });

  it("ends where each of its parts takes as long as it may, however many wait", async () => {
    const limits = { deadlineMs: 1_000, answerMs: 1_500 };
    const started: Worker[] = [];
    const startWorker = () => started[started.push(new Worker("for (;;);", { eval: true })) - 1]!;
    const { answers } = await setUp({ limits, startWorker });
    const all = await Promise.all(Array.from({ length: 8 }, () => timed(answers.answer("goals", QUESTION))));
    for (const { result, ms } of all) {
      expect(result).toMatchObject({ datasetCount: 150, reply: expect.stringContaining("150") });
      expect(ms).toBeLessThan(limits.answerMs + 1_000);
    }
    await Promise.all(started.map((worker) => worker.terminate()));
  });

  it("asks no model about a question that was not computed", async () => {
    const fetched: unknown[] = [];
    const local = {
      count: async () => ({
        answer: { reply: "all", dataHash: "sha256:0", datasetCount: 1 },
        asked: [],
        steps: [],
        guide: "",
      }),
      step: () => Promise.reject(new Error("nothing is counted")),
    };
    const answers = modelAnswers({
      local,
      url: "http://127.0.0.1:1",
      model: "m",
      key: null,
      timeoutMs: 10_000,
      fetch: (...args) => (fetched.push(args), never()),
      log: quiet,
      newId: () => "0a1b2c",
    });
    expect(await answers.answer("goals", QUESTION)).toMatchObject({ reply: "all" });
    expect(fetched).toEqual([]);
  });
});
