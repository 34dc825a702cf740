import { promiseOf } from "../../functions/src/domain/market";
import type { TaskEvent } from "../../functions/src/domain/task/events";
import { applyAll } from "../../functions/src/domain/task/applyEvent";
import { event, GENESIS, history } from "../setup/tasks/histories";
import { randomLives } from "./task/randomLives";
import { forAll } from "../setup/runs";

const WORKED = ["TaskCreated", "TaskStarted", "WorkSubmitted"] as const;

function promiseAfter(...events: TaskEvent[]) {
  const task = applyAll(null, events);
  if (!task) throw new Error("a task");
  return promiseOf(task);
}
const late = (time: number) => ({ block: 20, time: GENESIS + time });

describe("happy", () => {
  it.each([
    [[...history(...WORKED, "TaskApproved")]],
    [[...history(...WORKED), event("TaskReleased", late(3_001))]],
    [[...history(...WORKED), event("TaskApproved", late(3_001))]],
    [[...history(...WORKED, "TaskRejected"), event("TaskRefunded", late(7_001))]],
    [[...history(...WORKED, "TaskRejected", "TaskDisputed", "TaskResolved")]],
  ])("work is decided by its deadline, by a party or as the terms say: case %#", (events) => {
    expect(promiseAfter(...events)).toEqual({ isDecided: true, isInTime: true, bySilenceUsdcUnits: 0n });
  });

  it.each([
    [[...history(...WORKED)]],
    [[...history(...WORKED, "TaskRejected", "TaskDisputed")]],
    [[...history("TaskCreated", "TaskCancelled")]],
    [[...history("TaskCreated"), event("TaskExpired", late(1_001))]],
  ])("a task without decided work counts for nothing: case %#", (events) => {
    expect(promiseAfter(...events)).toEqual({ isDecided: false, isInTime: false, bySilenceUsdcUnits: 0n });
  });
});

describe("L10: is counted, not stated", () => {
  it.each([
    ["a rejection", [...history(...WORKED), event("TaskRejected", late(3_001)), event("TaskRefunded", late(3_002))]],
    [
      "a ruling",
      [
        ...history(...WORKED, "TaskRejected", "TaskDisputed"),
        event("TaskResolved", late(8_001), { workerShareBps: 0 }),
      ],
    ],
  ])("%s after the deadline is not in time", (_what, events) => {
    expect(promiseAfter(...events)).toMatchObject({ isDecided: true, isInTime: false });
  });

  it("counts what a silent worker received beyond its stake, and nothing of another's decision", () => {
    const rejected = history(...WORKED, "TaskRejected");
    const toWorkerUsdcUnits = 1_000_001n;
    expect(
      promiseAfter(...rejected, event("TaskRefunded", late(7_001), { toWorkerUsdcUnits })).bySilenceUsdcUnits,
    ).toBe(0n);
    const changes = history(...WORKED, "ChangesRequested");
    expect(promiseAfter(...changes, event("TaskApproved", late(4_001))).bySilenceUsdcUnits).toBe(0n);
    const expired = (toPosterUsdcUnits: bigint) =>
      promiseAfter(
        ...history(...WORKED, "TaskRejected", "TaskDisputed"),
        event("TaskResolved", late(8_001), { byDefault: true, toPosterUsdcUnits }),
      );
    // Of both parties, neither was silent.
    expect(expired(5_000_001n).bySilenceUsdcUnits).toBe(0n);
    const task = applyAll(null, [...rejected, event("TaskRefunded", late(7_001), { toWorkerUsdcUnits })]);
    if (!task) throw new Error("a task");
    const last = task.movements.at(-1);
    if (!last) throw new Error("a movement");
    const doctored = {
      ...task,
      movements: [...task.movements, { ...last, purpose: "reward" as const, amountUsdcUnits: 3n }],
    };
    expect(promiseOf(doctored).bySilenceUsdcUnits).toBe(last.account === task.worker ? 3n : 0n);
    expect(last.account).toBe(task.worker);
  });
});

describe("invariants", () => {
  it("the workflow keeps the promise, whatever the parties do", () => {
    forAll([randomLives(4)], (lives) => {
      for (const events of lives) {
        const { isDecided, isInTime, bySilenceUsdcUnits } = promiseAfter(...events);
        expect([isInTime, bySilenceUsdcUnits]).toEqual([isDecided, 0n]);
      }
    });
  });
});
