import fc from "fast-check";
import type { Address } from "../../../functions/src/domain/address";
import { toAddress } from "../../../functions/src/domain/address";
import { sum, type Increments } from "../../../functions/src/domain/contribution";
import { posterRecordView, workerRecordView } from "../../../functions/src/application/views/profile";
import { pairsIn, withPairs, reputationOf } from "../../../functions/src/domain/reputation/reputationOf";
import { reputation } from "../../../functions/src/domain/reputation/reputation";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import type { TaskEvent } from "../../../functions/src/domain/task/events";
import { event, GENESIS, history } from "../../setup/tasks/histories";
import { forAll } from "../../setup/runs";

const WORKED = ["TaskCreated", "TaskStarted", "WorkSubmitted"] as const;
const wallet = (number: number) => toAddress(`0x${String(number).padStart(40, "0")}`) as Address;
const P = wallet(100);
const workers = [1, 2, 3, 4, 5, 6].map(wallet) as [Address, Address, Address, Address, Address, Address];

/** What a task adds: its poster, its worker and its events. */
function added(poster: Address, worker: Address, ...events: TaskEvent[]): Increments {
  const task = applyAll(
    null,
    events.map((one) => ({
      ...one,
      ...("poster" in one && { poster }),
      ...("worker" in one && one.worker && { worker }),
    })),
  );
  if (!task) throw new Error("a task");
  return reputationOf({ task });
}
const approvedAfter = (seconds: number) => [
  ...history(...WORKED),
  event("TaskApproved", { block: 9, time: GENESIS + 6 + seconds }),
];
const rejected = history(...WORKED, "TaskRejected");
const disputed = history(...WORKED, "TaskRejected", "TaskDisputed");
const released = [...history(...WORKED), event("TaskReleased", { block: 9, time: GENESIS + 9_000 })];
const abandoned = [
  ...history("TaskCreated", "TaskStarted"),
  event("TaskExpired", { block: 9, time: GENESIS + 2_001 }, { worker: wallet(1), from: "STARTED" }),
];

const known = (of: Address, all: readonly Increments[]) =>
  reputation(withPairs(new Map(), sum(all)).get(`reputation/${of}`) ?? new Map());
const posterOf = (...all: Increments[]) => posterRecordView(known(P, all).posterRecord);
const workerOf = (...all: Increments[]) => workerRecordView(known(P, all).workerRecord);

describe("happy", () => {
  it("tells how a poster decides: times, shares, and what workers earned", () => {
    const [a, b, c, d, e] = workers;
    const { status, numbers } = posterOf(
      added(P, a, ...approvedAfter(60)),
      added(P, a, ...approvedAfter(20)),
      added(P, b, ...approvedAfter(40)),
      added(P, c, ...released),
      added(P, d, ...rejected),
      added(P, e, ...disputed),
      added(P, e, ...abandoned),
      added(P, e, ...history(...WORKED)),
    );
    expect([status, numbers]).toMatchObject([
      "known",
      {
        workers: 5,
        works: 6,
        approvedShare: 0.5,
        silentShare: 0.1667,
        rejectedShare: 0.3333,
        disputedShare: 0.1667,
        workersEarnedUsdc: "39.000004",
      },
    ]);
    // Times of 2, 2, 20, 40 and 60 seconds, and the whole window of the silent one.
    expect(numbers?.decisionSeconds).toMatchObject({ p10: 2, median: 30 });
    expect(Math.abs((numbers?.decisionSeconds.p90 ?? NaN) - 2_994)).toBeLessThan(2_994 / 64);
  });

  it("tells what a worker made of its tasks", () => {
    const [a, b, c, d, e] = workers;
    const of = (poster: Address, ...events: TaskEvent[]) => added(poster, P, ...events);
    const all = [of(a, ...approvedAfter(9)), of(b, ...released), of(c, ...rejected), of(d, ...abandoned)];
    expect(workerOf(...all, of(e, ...history(...WORKED)))).toEqual({
      status: "known",
      numbers: { posters: 5, started: 5, submitted: 4, approved: 2, abandoned: 1 },
    });
  });
});

describe("L9: who counts", () => {
  const TOO_FEW = { status: "too_few", numbers: null };
  const from = (...some: Address[]) => some.map((worker) => added(P, worker, ...approvedAfter(10)));

  it("four workers are too few, however often they worked; five are enough", () => {
    const four = workers.slice(0, 4);
    expect(posterOf(...from(...four, ...four, ...four))).toEqual(TOO_FEW);
    expect(posterOf(...from(...four, workers[4])).status).toBe("known");
    const works = workers.slice(0, 5).map((poster) => added(poster, P, ...approvedAfter(10)));
    expect(workerOf(...works.slice(1))).toEqual(TOO_FEW);
    expect(workerOf(...works).status).toBe("known");
  });

  it("a worker that only let tasks expire is none of a poster's five", () => {
    const [five] = workers.slice(4);
    expect(posterOf(...from(...workers.slice(0, 4)), added(P, five as Address, ...abandoned))).toEqual(TOO_FEW);
  });

  it("wallets that paid each other count neither in records nor in averages, for good or ill", () => {
    const [friend, ...others] = workers;
    const back = added(friend, P, ...approvedAfter(1));
    const honest = others.map((worker) => added(P, worker, ...rejected));
    expect(posterOf(...from(friend, friend, friend), ...honest).numbers).toMatchObject({ works: 8, workers: 6 });
    expect(posterOf(...from(friend, friend, friend), back, ...honest).numbers).toMatchObject({
      works: 5,
      workers: 5,
      approvedShare: 0,
      workersEarnedUsdc: "0",
    });
    expect(known(friend, from(friend)).raters.asWorker).toHaveLength(1);
    expect(known(friend, [...from(friend), back]).raters.asWorker).toHaveLength(0);
  });

  it("a task that paid its worker nothing makes no pair mutual: nobody erases a rejection by it", () => {
    const [victim, ...others] = workers;
    const bad = [added(P, victim, ...rejected), ...others.map((worker) => added(P, worker, ...approvedAfter(10)))];
    const ownTask = added(victim, P, ...abandoned);
    expect(posterOf(...bad, ownTask).numbers).toMatchObject({ works: 6, workers: 6 });
  });
});

describe("invariants", () => {
  it("any order and any batches give the same sums", () => {
    const all = [P, ...workers].flatMap((poster, at) =>
      [P, ...workers].flatMap((worker, to) =>
        poster === worker
          ? []
          : [added(poster, worker, ...(at % 2 ? rejected : to % 3 ? released : approvedAfter(at)))],
      ),
    );
    const once = reputationsIn(withPairs(new Map(), sum(all)));
    forAll(
      [fc.shuffledSubarray(all, { minLength: all.length }), fc.integer({ min: 1, max: 9 })],
      { numRuns: 20 },
      (order, size) => {
        let sums: Increments = new Map();
        for (let at = 0; at < order.length; at += size) {
          const posted = sum(order.slice(at, at + size));
          expect(pairsIn(posted).length).toBeGreaterThan(0);
          sums = sum([sums, withPairs(sums, posted)]);
        }
        expect(reputationsIn(sums)).toEqual(once);
      },
    );
  });

  const reputationsIn = (sums: Increments) =>
    [...sums].map(([name, fields]) => [name, [...fields].sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1));
});
