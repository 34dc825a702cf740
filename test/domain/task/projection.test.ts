import fc from "fast-check";
import { byPlace, type EventName, type TaskEvent } from "../../../functions/src/domain/task/events";
import {
  currentTask,
  EMPTY_PROJECTION,
  reconcile,
  finalize,
  UnprovenRollback,
  type Projection,
  type Stretch,
} from "../../../functions/src/domain/task/projection";
import { applyAll, BrokenHistory } from "../../../functions/src/domain/task/applyEvent";
import { event, history } from "../../setup/tasks/histories";
import { forAll } from "../../setup/runs";

const LIFE: EventName[] = [
  "TaskCreated",
  "TaskStarted",
  "WorkSubmitted",
  "ChangesRequested",
  "WorkResubmitted",
  "TaskRejected",
  "TaskDisputed",
  "TaskResolved",
];
const life = () =>
  LIFE.map((name, at) =>
    event(
      name,
      { block: 1 + Math.floor(at / 2) * 3, logIndex: at % 2 },
      name === "TaskRejected" ? rejectedAgain() : {},
    ),
  );
const rejectedAgain = () => ({
  submissionHash: (event("WorkResubmitted", { block: 1 }) as { submissionHash: `0x${string}` }).submissionHash,
});
const LAST = 10n;

const between = (events: readonly TaskEvent[], fromBlock: bigint, toBlock: bigint): Stretch => ({
  fromBlock,
  toBlock,
  events: events.filter(({ at }) => at.blockNumber >= fromBlock && at.blockNumber <= toBlock),
});
const states = (projection: Projection) => currentTask(projection)?.state ?? null;

describe("happy", () => {
  it("stands where the chain stands, however far it was read", () => {
    const projection = reconcile(EMPTY_PROJECTION, between(life(), 0n, 4n));
    expect(states(projection)).toBe("CHANGES_REQUESTED");
    expect(states(reconcile(projection, between(life(), 5n, LAST)))).toBe("RESOLVED");
  });

  it("M2: a repeated or stale reading changes nothing, and is known by the same object", () => {
    const projection = reconcile(EMPTY_PROJECTION, between(life(), 0n, LAST));
    expect(reconcile(projection, between(life(), 0n, LAST))).toBe(projection);
    expect(reconcile(projection, between(life(), 0n, 4n))).toBe(projection);
    const settled = finalize(projection, between(life(), 0n, 7n)).projection;
    expect(finalize(settled, between(life(), 0n, 4n)).projection).toBe(settled);
    expect(reconcile(settled, between(life(), 0n, LAST))).toBe(settled);
  });

  it("takes each event once and in the chain's order, though it is told twice and backwards", () => {
    const { fromBlock, toBlock, events } = between(life(), 0n, LAST);
    const projection = reconcile(EMPTY_PROJECTION, { fromBlock, toBlock, events: [...events, ...events].reverse() });
    expect(projection).toEqual(reconcile(EMPTY_PROJECTION, { fromBlock, toBlock, events }));
  });

  it("gives each event as settled exactly once, in order", () => {
    let projection = reconcile(EMPTY_PROJECTION, between(life(), 0n, LAST));
    const settled: TaskEvent[] = [];
    for (const final of [0n, 1n, 1n, 5n, 4n, LAST, LAST]) {
      const step = finalize(projection, between(life(), 0n, final));
      projection = step.projection;
      settled.push(...step.finalized);
    }
    expect(settled).toEqual(life());
    expect(projection).toEqual({ base: applyAll(null, life()), tail: [] });
  });
});

describe("refusals", () => {
  it("does not take a stretch that leaves a hole before it", () => {
    expect(() => reconcile(EMPTY_PROJECTION, between(life(), 4n, LAST))).toThrow(BrokenHistory);
    expect(() => finalize(EMPTY_PROJECTION, between(life(), 4n, LAST))).toThrow(BrokenHistory);
  });
});

describe("faults", () => {
  const projection = reconcile(
    EMPTY_PROJECTION,
    between(history("TaskCreated", "TaskStarted", "WorkSubmitted"), 0n, 3n),
  );
  /** As if the chain had replaced every block after the task's creation, and that one. */
  const gone = new Set(projection.tail.map(({ at }) => at.blockHash));

  it("D7: takes nothing back because a node's logs lack it, final or not", () => {
    const emptied = { fromBlock: 0n, toBlock: 9n, events: [] };
    const halved = between(projection.tail.slice(0, 2), 0n, 9n);
    for (const stretch of [emptied, halved]) {
      for (const read of [reconcile, finalize]) {
        expect(() => read(projection, stretch)).toThrow(UnprovenRollback);
        // Of these blocks only the last is known to be replaced.
        const last = new Set([projection.tail[2]?.at.blockHash as `0x${string}`]);
        if (stretch === emptied) expect(() => read(projection, stretch, last)).toThrow(UnprovenRollback);
        else expect(() => read(projection, stretch, last)).not.toThrow();
      }
    }
  });

  it("X6: drops what a reorg dropped, takes what it mined again, and cites no block that is gone", () => {
    expect(states(reconcile(projection, { fromBlock: 3n, toBlock: 5n, events: [] }, gone))).toBe("STARTED");
    const remined = event("WorkSubmitted", { block: 5, fork: "b" });
    const healed = reconcile(
      projection,
      { fromBlock: 2n, toBlock: 5n, events: [event("TaskStarted", { block: 4, fork: "b" }), remined] },
      gone,
    );
    expect(states(healed)).toBe("SUBMITTED");
    expect(healed.tail.map(({ at }) => at.blockHash)).toEqual([
      projection.tail[0]?.at.blockHash,
      event("TaskStarted", { block: 4, fork: "b" }).at.blockHash,
      remined.at.blockHash,
    ]);
  });

  it("X6: notices a block that was replaced by one with the same events", () => {
    const again = [event("TaskStarted", { block: 2, fork: "b" }), event("WorkSubmitted", { block: 3, fork: "b" })];
    const healed = reconcile(projection, { fromBlock: 2n, toBlock: 3n, events: again }, gone);
    expect(healed.tail.slice(1)).toEqual(again);
    expect(states(healed)).toBe("SUBMITTED");
  });

  it("forgets a task whose creation was undone", () => {
    expect(currentTask(reconcile(projection, { fromBlock: 1n, toBlock: 9n, events: [] }, gone))).toBeNull();
  });

  it("keeps what lies after the stretch only as long as it still follows", () => {
    expect(states(reconcile(projection, between(projection.tail, 0n, 2n)))).toBe("SUBMITTED");
    const without = reconcile(projection, { fromBlock: 2n, toBlock: 2n, events: [] }, gone);
    expect([states(without), without.tail.length]).toEqual(["FUNDED", 1]);
  });

  it("what is final replaces what was only known", () => {
    const cancelled = [event("TaskCreated", { block: 1 }), event("TaskCancelled", { block: 2, fork: "b" })];
    const { projection: final, finalized: settled } = finalize(
      projection,
      { fromBlock: 0n, toBlock: 3n, events: cancelled },
      gone,
    );
    expect([states(final), final.tail, settled]).toEqual(["CANCELLED", [], cancelled]);
  });

  it("F6: for any readings of any prefixes, in any order, the position never decreases and the last word is the chain's", () => {
    const events = life();
    forAll([fc.array(fc.tuple(fc.nat(10), fc.boolean()), { maxLength: 12 })], (readings) => {
      let projection = EMPTY_PROJECTION;
      let final = -1n;
      for (const [to, isFinal] of [...readings, [10, true] as const]) {
        const before = currentTask(projection)?.at;
        const stretch = between(events, final + 1n, BigInt(to));
        if (isFinal) projection = finalize(projection, stretch).projection;
        else projection = reconcile(projection, stretch);
        if (isFinal && BigInt(to) > final) final = BigInt(to);
        const now = currentTask(projection)?.at;
        if (before && (!now || byPlace(now, before) < 0)) throw new Error("the position decreased");
      }
      expect(projection).toEqual({ base: applyAll(null, events), tail: [] });
    });
  });
});
