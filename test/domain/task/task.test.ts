import { keccak256 } from "../../../functions/src/domain/keccak";
import type { EventArguments, EventName, TaskEvent } from "../../../functions/src/domain/task/events";
import { applyAll, applyEvent, BrokenHistory } from "../../../functions/src/domain/task/applyEvent";
import { deadlineOf, roleOf, standingOf, type Task } from "../../../functions/src/domain/task/task";
import { EDGES, edge } from "../../../functions/src/domain/workflow/edges";
import { payouts } from "../../../functions/src/domain/workflow/walk";
import { STATES, type State } from "../../../functions/src/domain/workflow/states";
import { WAY } from "./lives";
import {
  ARBITER,
  ARGUMENTS,
  BETTER_WORK,
  event,
  GENESIS,
  history,
  POSTER,
  STRANGER,
  TREASURY,
  WORK,
  WORKER,
} from "../../setup/tasks/histories";

const LATE = GENESIS + 1_000_000;

/** The task after these events, the last of which may come late. */
function after(names: readonly EventName[], late = false): Task {
  const events = history(...names).map((one, at): TaskEvent =>
    late && at === names.length - 1 ? { ...one, at: { ...one.at, time: LATE } } : one,
  );
  const task = applyAll(null, events);
  if (!task) throw new Error("a task");
  return task;
}

function next<N extends EventName>(
  task: Task,
  name: N,
  changes: Partial<EventArguments[N]> = {},
  time = GENESIS,
): Task {
  return applyEvent(task, event(name, { block: 50, time }, changes));
}

describe("happy", () => {
  it.each(EDGES.filter(({ from }) => from !== null))(
    "$id leads from $from to $to, and is remembered by its transaction",
    (row) => {
      const task = after(WAY[row.from as State]);
      const arguments_ = {
        ...(row.event === "TaskExpired" && { from: row.from, worker: task.worker }),
        ...(row.event === "StakeClaimed" && { rating: row.id === "claim" ? 0 : 5 }),
        ...(row.event === "TaskResolved" && { byDefault: row.id === "ruleByDefault" }),
      };
      const moved = next(task, row.event as EventName, arguments_, row.when === "afterDeadline" ? LATE : GENESIS);
      expect(moved.state).toBe(row.to);
      expect(moved.settled).toBe(STATES[row.to] === null || "settles" in row);
      // Who called is not in the event: these two pairs look alike where both could be meant.
      const readAs = { anchorResubmission: "resubmit" } as Record<string, string>;
      expect(moved.history.at(-1)?.step).toBe(readAs[row.id] ?? row.id);
    },
  );

  it("keeps every work and every reason of several rounds, and the newest deadlines", () => {
    const first = after(WAY.CHANGES_REQUESTED);
    const second = next(next(first, "WorkResubmitted"), "ChangesRequested", {
      round: 2,
      reasonHash: null,
      resubmitBy: GENESIS + 9_000,
    });
    expect(second).toMatchObject({ submissionHashes: [WORK, BETTER_WORK], reasonHashes: [keccak256("why"), null] });
    expect(second.deadlines).toMatchObject({ reviewBy: GENESIS + 5_000, resubmitBy: GENESIS + 9_000 });
    expect(standingOf(second)).toMatchObject({ state: "CHANGES_REQUESTED", changeRound: 2, deadline: GENESIS + 9_000 });
  });

  it.each([
    ["cancel", WAY.CANCELLED],
    ["release", [...WAY.SUBMITTED, "TaskReleased"]],
    ["concede", WAY.REFUNDED],
    ["rule", WAY.RESOLVED],
    ["expireOpen", WAY.EXPIRED],
  ] as const)("pays for %s what the workflow's table says", (id, names) => {
    const { paid, ...task } = after(names, edge(id).when === "afterDeadline");
    const { poster, worker, treasury } = payouts(edge(id).pays, task, task.ruling ?? undefined);
    expect(paid).toEqual({ posterUsdcUnits: poster, workerUsdcUnits: worker, treasuryUsdcUnits: treasury });
  });

  it("adds approval and stake, and keeps both ratings", () => {
    const settled = next(after(WAY.APPROVED), "StakeClaimed");
    expect(settled.paid).toEqual({ posterUsdcUnits: 0n, workerUsdcUnits: 10_750_002n, treasuryUsdcUnits: 250_000n });
    expect(settled.posterRating).toMatchObject({ rating: 5, commentHash: keccak256("good") });
    expect(settled.workerRating).toMatchObject({ rating: 4, commentHash: keccak256("fair") });
    expect(deadlineOf(settled)).toBe(0);
  });

  it("counts no rating where none was given in time", () => {
    const settled = next(after(WAY.APPROVED), "StakeClaimed", { rating: 0, commentHash: null }, LATE);
    expect(settled.workerRating).toBeNull();
    expect(settled.history.at(-1)?.step).toBe("claim");
  });

  it("remembers a payment that waits to be withdrawn, also after the end", () => {
    const cancelled = next(after(WAY.CANCELLED), "Credited", { account: POSTER, amountUsdcUnits: 9n });
    expect(cancelled).toMatchObject({
      state: "CANCELLED",
      credited: [{ account: POSTER, amountUsdcUnits: 9n }],
      at: { blockNumber: 50n },
    });
  });

  it("knows each wallet's part", () => {
    const task = after(WAY.STARTED);
    expect([POSTER, WORKER, ARBITER, STRANGER, TREASURY, null].map((wallet) => roleOf(task, wallet))).toEqual([
      "poster",
      "worker",
      "arbiter",
      "stranger",
      "stranger",
      "stranger",
    ]);
  });
});

describe("refusals", () => {
  it("takes no event that the workflow has no edge for, from no state", () => {
    const names = Object.keys(ARGUMENTS).filter((name) => name !== "Credited") as EventName[];
    for (const [state, way] of Object.entries(WAY)) {
      const task = after(way);
      for (const name of names) {
        const isEdge = EDGES.some((row) => row.from === state && row.event === name);
        const apply = () =>
          next(task, name, name === "TaskExpired" ? { from: task.state, worker: task.worker } : {}, LATE);
        if (!isEdge) expect(apply).toThrow(BrokenHistory);
      }
    }
    for (const name of Object.keys(ARGUMENTS) as EventName[]) {
      if (name !== "TaskCreated") expect(() => applyEvent(null, event(name, { block: 1 }))).toThrow(BrokenHistory);
    }
  });

  it("takes nothing more once the stake is paid", () => {
    const settled = next(after(WAY.APPROVED), "StakeClaimed");
    expect(() => next(settled, "StakeClaimed")).toThrow(BrokenHistory);
    const released = next(after(WAY.SUBMITTED), "TaskReleased", {}, LATE);
    expect(() => next(released, "StakeClaimed")).toThrow(BrokenHistory);
  });

  it("M1: takes no event of another task, party, round or work", () => {
    const submitted = after(WAY.SUBMITTED);
    expect(() =>
      applyEvent(submitted, event("ChangesRequested", { block: 9, key: { contract: "human", taskId: 8n } })),
    ).toThrow(BrokenHistory);
    expect(() =>
      applyEvent(submitted, event("ChangesRequested", { block: 9, key: { contract: "agent-fast", taskId: 7n } })),
    ).toThrow(BrokenHistory);
    expect(() => next(submitted, "ChangesRequested", { poster: STRANGER })).toThrow(BrokenHistory);
    expect(() => next(submitted, "ChangesRequested", { worker: STRANGER })).toThrow(BrokenHistory);
    expect(() => next(submitted, "ChangesRequested", { round: 2 })).toThrow(BrokenHistory);
    expect(() => next(submitted, "TaskApproved", { submissionHash: BETTER_WORK })).toThrow(BrokenHistory);
    expect(() => next(after(WAY.CHANGES_REQUESTED), "WorkResubmitted", { round: 2 })).toThrow(BrokenHistory);
  });
});
