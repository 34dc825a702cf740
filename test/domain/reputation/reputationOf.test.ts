import fc from "fast-check";
import type { Address } from "../../../functions/src/domain/address";
import { difference, sum, type Increments } from "../../../functions/src/domain/contribution";
import type { EventName, TaskEvent } from "../../../functions/src/domain/task/events";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import type { Task } from "../../../functions/src/domain/task/task";
import {
  reputation,
  ratingRank,
  trackRecordOf,
  type Reputation,
} from "../../../functions/src/domain/reputation/reputation";
import { withPairs, reputationOf } from "../../../functions/src/domain/reputation/reputationOf";
import { ARBITER, event, GENESIS, history, POSTER, WORKER, STRANGER } from "../../setup/tasks/histories";
import { ACCOUNTS, randomLives } from "../task/randomLives";
import { forAll } from "../../setup/runs";

const HOUR = 3_600;
const EMPTY = reputation(new Map());

function taskAfter(events: readonly TaskEvent[]): Task {
  const task = applyAll(null, events);
  if (!task) throw new Error("a task");
  return task;
}

function seen(wallet: Address, ...tasks: Task[]): Reputation {
  const all = withPairs(new Map(), sum(tasks.map((task) => reputationOf({ task }))));
  return reputation(all.get(`reputation/${wallet}`) ?? new Map());
}

const after = (...names: EventName[]) => taskAfter(history(...names));
const WORKED = ["TaskCreated", "TaskStarted", "WorkSubmitted"] as const;
/** Work that was submitted at GENESIS + 6 and then judged by `last`, some time later. */
const judged = (last: TaskEvent) => taskAfter([...history(...WORKED), last]);

describe("happy", () => {
  it("counts a completed task for both, and the ratings that each gave and received", () => {
    const task = after(...WORKED, "TaskApproved", "StakeClaimed");
    expect(seen(POSTER, task)).toEqual({
      ...EMPTY,
      received: { asPoster: [0, 0, 0, 1, 0], asWorker: [0, 0, 0, 0, 0] },
      raters: { asPoster: [{ ratings: 1, stars: 4 }], asWorker: [] },
      given: [0, 0, 0, 0, 1],
      asPoster: { posted: 1, completed: 1, rejected: 0, overturned: 0, cancelled: 0, medianReviewSeconds: 2 },
    });
    expect(seen(WORKER, task)).toEqual({
      ...EMPTY,
      received: { asPoster: [0, 0, 0, 0, 0], asWorker: [0, 0, 0, 0, 1] },
      raters: { asPoster: [], asWorker: [{ ratings: 1, stars: 5 }] },
      given: [0, 0, 0, 1, 0],
      asWorker: { started: 1, completed: 1, rejected: 0, overturned: 0 },
    });
    expect(seen(STRANGER, task)).toEqual(EMPTY);
  });

  it("counts a poster's withdrawals, and blames no one for a task that never started", () => {
    expect(seen(POSTER, after("TaskCreated", "TaskCancelled")).asPoster).toMatchObject({
      posted: 1,
      cancelled: 1,
      completed: 0,
    });
    const late = taskAfter([...history("TaskCreated"), event("TaskExpired", { block: 2, time: GENESIS + 1_001 })]);
    expect(seen(POSTER, late)).toEqual({ ...EMPTY, asPoster: { ...EMPTY.asPoster, posted: 1 } });
  });

  it.each([
    [10_000, false, 1],
    [5_001, false, 1],
    [5_000, false, 0],
    [0, false, 0],
    [5_000, true, 0],
  ])(
    "a ruling of %i to the worker, by default: %s, overturns %i rejections",
    (workerShareBps, byDefault, overturned) => {
      const ruled = taskAfter([
        ...history(...WORKED, "TaskRejected", "TaskDisputed"),
        event("TaskResolved", { block: 6, ...(byDefault && { time: GENESIS + 8_001 }) }, { workerShareBps, byDefault }),
      ]);
      expect(seen(POSTER, ruled).asPoster).toMatchObject({ rejected: 1, overturned, completed: 0 });
      expect(seen(WORKER, ruled).asWorker).toMatchObject({ rejected: 1, overturned, completed: 0 });
      expect(seen(ARBITER, ruled).silent.ruleBy).toBe(byDefault ? 1 : 0);
    },
  );

  it("attributes each missed deadline to the actor, no matter who called the timeout", () => {
    const at = (time: number) => ({ block: 9, time: GENESIS + time });
    const submitted = history(...WORKED);
    const changes = [...submitted, event("ChangesRequested", { block: 4 })];
    const approved = [...submitted, event("TaskApproved", { block: 4 })];
    const cases: [string, Address, TaskEvent[]][] = [
      [
        "workBy",
        WORKER,
        [
          ...history("TaskCreated", "TaskStarted"),
          event("TaskExpired", at(2_001), { worker: WORKER, from: "STARTED" }),
        ],
      ],
      ["reviewBy", POSTER, [...submitted, event("TaskReleased", at(3_001))]],
      ["reviewBy", POSTER, [...submitted, event("TaskApproved", at(3_001))]],
      [
        "resubmitBy",
        WORKER,
        [...changes, event("TaskExpired", at(4_001), { worker: WORKER, from: "CHANGES_REQUESTED" })],
      ],
      ["resubmitBy", WORKER, [...changes, event("TaskApproved", at(4_001))]],
      ["contestBy", WORKER, [...submitted, event("TaskRejected", { block: 4 }), event("TaskRefunded", at(7_001))]],
      ["rateBy", WORKER, [...approved, event("StakeClaimed", at(6_001), { rating: 0 })]],
    ];
    for (const [deadline, wallet, events] of cases) {
      const counts = [POSTER, WORKER, ARBITER].map((account) => [account, seen(account, taskAfter(events)).silent]);
      const expected = [POSTER, WORKER, ARBITER].map((account) => [
        account,
        { ...EMPTY.silent, ...(account === wallet && { [deadline]: 1 }) },
      ]);
      expect([deadline, counts]).toEqual([deadline, expected]);
    }
    const inTime = taskAfter([...submitted, event("TaskApproved", at(3_000))]);
    expect(seen(POSTER, inTime).silent).toEqual(EMPTY.silent);
  });

  it("takes the median review time, and counts a silent poster's review as the whole window", () => {
    const approvedAfter = (seconds: number) => judged(event("TaskApproved", { block: 4, time: GENESIS + 6 + seconds }));
    const released = judged(event("TaskReleased", { block: 4, time: GENESIS + 40 * HOUR }));
    expect(seen(POSTER, approvedAfter(60)).asPoster.medianReviewSeconds).toBe(60);
    expect(seen(POSTER, approvedAfter(10), approvedAfter(60), approvedAfter(20)).asPoster.medianReviewSeconds).toBe(20);
    const silent = seen(POSTER, released).asPoster.medianReviewSeconds ?? NaN;
    expect(Math.abs(silent - 2_994)).toBeLessThan(2_994 / 64);
    expect(seen(WORKER, released).asPoster.medianReviewSeconds).toBeNull();
  });
});

describe("security", () => {
  const rated = (poster: Address, rating: number, taskId: bigint): Increments =>
    reputationOf({ task: { ...judged(event("TaskApproved", { block: 4 }, { rating })), poster, taskId } });
  const recordOf = (...tasks: Increments[]) =>
    trackRecordOf(reputation(withPairs(new Map(), sum(tasks)).get(`reputation/${WORKER}`) ?? new Map()));

  it("L2: counts each poster once, so that a friend's hundred ratings weigh what one does", () => {
    const friend = Array.from({ length: 100 }, (_, at) => rated(STRANGER, 5, BigInt(at)));
    const honest = [rated(POSTER, 2, 200n), rated(POSTER, 3, 201n), rated(ARBITER, 3, 202n)];
    expect(recordOf(...friend)).toEqual({ average: 5, raters: 1, completed: 100 });
    expect(ratingRank(recordOf(...friend)) < ratingRank(recordOf(...honest, rated(STRANGER, 1, 203n)))).toBe(true);
    expect(recordOf(...friend, ...honest)).toEqual({ average: 3.5, raters: 3, completed: 103 });
  });
});

describe("invariants", () => {
  it("gives the same bytes from the steps as from the end states", () => {
    forAll([randomLives(8), fc.array(fc.nat(1_000))], { seed: 11, numRuns: 150 }, (lives, order) => {
      const known: (Task | null)[] = lives.map(() => null);
      const incremental: Increments[] = [];
      const left = lives.map((events) => [...events]);
      // Tasks grow in any order, by any number of events between two runs of the ledger.
      for (let turn = 0; left.some((events) => events.length > 0); turn++) {
        const at = (order[turn] ?? turn) % lives.length;
        const events = left[at]?.splice(0, 1 + (turn % 3)) ?? [];
        if (events.length === 0 && order[turn] !== undefined) continue;
        const before = known[at] ?? null;
        const next = applyAll(before, events);
        known[at] = next;
        incremental.push(
          difference(
            before ? reputationOf({ task: before }) : new Map(),
            next ? reputationOf({ task: next }) : new Map(),
          ),
        );
      }
      const rebuilt = sum(lives.map((events) => reputationOf({ task: taskAfter(events) })));
      expect(asText(sum(incremental))).toBe(asText(rebuilt));
    });
  });

  it("counts every task once on either side, and never more outcomes than tasks", () => {
    forAll([randomLives(8)], { seed: 12, numRuns: 150 }, (lives) => {
      const tasks = lives.map(taskAfter);
      const all = ACCOUNTS.map((account) => seen(account, ...tasks));
      const total = (of: (one: Reputation) => number) => all.reduce((sum, one) => sum + of(one), 0);
      expect(total((one) => one.asPoster.posted)).toBe(tasks.length);
      expect(total((one) => one.asPoster.completed)).toBe(total((one) => one.asWorker.completed));
      expect(total((one) => one.asPoster.rejected)).toBe(total((one) => one.asWorker.rejected));
      const ratings = (one: readonly number[]) => one.reduce((sum, count) => sum + count, 0);
      expect(total(({ given }) => ratings(given))).toBe(
        total(({ received }) => ratings(received.asPoster) + ratings(received.asWorker)),
      );
      for (const { asPoster, asWorker } of all) {
        expect(asPoster.completed + asPoster.rejected + asPoster.cancelled).toBeLessThanOrEqual(asPoster.posted);
        expect(asWorker.completed + asWorker.rejected).toBeLessThanOrEqual(asWorker.started);
        expect(asPoster.overturned).toBeLessThanOrEqual(asPoster.rejected);
      }
    });
  });
});

/** Documents and fields in the order of their names. */
function asText(increments: Increments): string {
  return JSON.stringify([...increments].sort().map(([document, fields]) => [document, [...fields].sort()]));
}
