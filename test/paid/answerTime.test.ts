import { LIMITS, localAnswers } from "../../packages/answers/src/local";
import { PATIENCE_MS } from "../../functions/src/adapters/firestore/faults";
import { TIMEOUT_SECONDS } from "../../functions/src/entry/deploy";
import { LEASE_MS } from "../../functions/src/application/payments/deliver";
import { SETTINGS } from "../../functions/src/settings/table";
import { goalsOfStates, NOW, publish, quiet } from "../packages/answers/fixture";
import { MemorySnapshots } from "../fakes/snapshots";
import { Clock } from "../setup/clock";

const QUESTION = [{ role: "user" as const, content: "How many people want to cook?" }];

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
    const snapshots = new MemorySnapshots();
    await publish(snapshots, "goals", goalsOfStates());
    snapshots.load = () => new Promise<never>(() => undefined);
    const clock = new Clock();
    const answers = localAnswers({ snapshots, now: () => NOW, log: quiet, countdown: clock.countdown });
    const asked = answers.answer("goals", QUESTION);
    await clock.until(LIMITS.answerMs, 1);
    clock.pass(LIMITS.answerMs);
    await expect(asked).rejects.toMatchObject({ reason: "busy" });
  });
});
