import fc from "fast-check";
import { toAddress, type Address } from "../../../functions/src/domain/address";
import { keccak256 } from "../../../functions/src/domain/keccak";
import type { EventArguments, TaskEvent, TaskKey } from "../../../functions/src/domain/task/events";
import { applyEvent } from "../../../functions/src/domain/task/applyEvent";
import { deadlineOf, standingOf, submissionHashOf, type Task } from "../../../functions/src/domain/task/task";
import { EDGES, type Edge, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { STATES } from "../../../functions/src/domain/workflow/states";
import { isPossible } from "../../../functions/src/domain/workflow/walk";
import { event, GENESIS } from "../../setup/tasks/histories";

const ROLES = ["poster", "worker", "arbiter", "stranger"] as const;
const HELD = { selection: true, resubmission: true };

/** How a life goes on: which of the possible steps, how long after the last one, and with what figures. */
const move = fc.record({
  pick: fc.nat(1_000),
  /** Whether the turn's deadline passes first. */
  late: fc.nat(4).map((one) => one === 4),
  /** Whether it may be a step that ends the task, where another is possible; else most would end young. */
  mayEnd: fc.nat(4).map((one) => one === 4),
  seconds: fc.integer({ min: 0, max: 100_000 }),
  rating: fc.integer({ min: 1, max: 5 }),
  workerShareBps: fc.oneof(fc.constantFrom(0, 1, 9_999, 10_000), fc.nat(10_000)),
  forfeitStake: fc.boolean(),
});
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

/** Few accounts, so that they meet again in other tasks and in other parts. */
export const ACCOUNTS: readonly Address[] = Array.from(
  { length: 6 },
  (_, at) => toAddress(`0x${String(at + 1).repeat(40)}`) as Address,
);

const parties = fc.shuffledSubarray([...ACCOUNTS], { minLength: 3, maxLength: 3 });

/** The events of one task as the contract would have let them happen, cut off anywhere. */
function randomLife(key: TaskKey): fc.Arbitrary<readonly TaskEvent[]> {
  return fc
    .tuple(parties, fc.array(move, { minLength: 0, maxLength: 14 }))
    .map(([[poster, worker, arbiter], moves]) => {
      const who = { poster, worker, arbiter } as Parties;
      const events: TaskEvent[] = [
        event(
          "TaskCreated",
          { block: 1, key },
          { poster: who.poster, arbiter: who.arbiter, openUntil: GENESIS + 1_000 },
        ),
      ];
      let task = applyEvent(null, events[0] as TaskEvent);
      for (const next of moves) {
        const happened = takeOne(task, next, who, events.length + 1);
        if (!happened) break;
        events.push(happened);
        task = applyEvent(task, happened);
      }
      return events;
    });
}

/** The lives of several tasks. */
export function randomLives(atMost: number): fc.Arbitrary<readonly (readonly TaskEvent[])[]> {
  return fc
    .integer({ min: 1, max: atMost })
    .chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, at) =>
          randomLife({ contract: at % 2 === 0 ? "human" : "agent-fast", taskId: BigInt(at + 1) }),
        ),
      ),
    );
}

interface Parties {
  readonly poster: Address;
  readonly worker: Address;
  readonly arbiter: Address;
}

function takeOne(
  task: Task,
  { pick, late, mayEnd, seconds, ...figures }: Move,
  who: Parties,
  block: number,
): TaskEvent | null {
  const deadline = deadlineOf(task);
  const time = late
    ? Math.max(task.updatedAt, deadline + 1) + seconds
    : Math.min(task.updatedAt + seconds, Math.max(task.updatedAt, deadline));
  const rows: readonly Edge[] = EDGES;
  const possible = rows.filter((row) => ROLES.some((role) => isPossible(row, standingOf(task), role, time, HELD)));
  const goingOn = mayEnd ? [] : possible.filter((row) => STATES[row.to] !== null);
  const chosen = goingOn.length > 0 ? goingOn : possible;
  const row = chosen[pick % Math.max(1, chosen.length)];
  return row
    ? {
        ...event(row.event as keyof EventArguments, { block, time, key: task }),
        ...argumentsOf(row, task, time, figures, who),
      }
    : null;
}

/** What the event says of this task; the rest of its arguments is the usual. */
function argumentsOf(
  row: Edge,
  task: Task,
  time: number,
  { rating, ...ruling }: Omit<Move, "pick" | "late" | "mayEnd" | "seconds">,
  who: Parties,
) {
  const { windows } = task;
  const money = moneyOf(row, task, ruling);
  const submissionHash = submissionHashOf(task);
  const parties = { poster: who.poster, ...(task.worker || row.id === "start" ? { worker: who.worker } : {}) };
  const more: Readonly<Record<EdgeId, object>> = {
    create: {},
    cancel: {},
    concede: {},
    finalizeRejection: {},
    start: { workBy: time + windows.work },
    submit: { submissionHash: keccak256(`work at ${time}`), reviewBy: time + windows.review },
    resubmit: {
      submissionHash: keccak256(`work at ${time}`),
      reviewBy: time + windows.review,
      round: task.reasonHashes.length,
    },
    anchorResubmission: {
      submissionHash: keccak256(`work at ${time}`),
      reviewBy: time + windows.review,
      round: task.reasonHashes.length,
    },
    requestChanges: { round: task.reasonHashes.length + 1, resubmitBy: time + windows.resubmit },
    approve: { submissionHash, rating, rateBy: time + windows.rate },
    approveDuringChanges: { submissionHash, rating, rateBy: time + windows.rate },
    approveByJudge: { submissionHash, judge: who.arbiter, rateBy: time + windows.rate },
    release: { submissionHash },
    reject: { submissionHash, rating, contestBy: time + windows.contest },
    contest: { ruleBy: time + windows.rule, arbiter: who.arbiter },
    rule: { ...ruling, byDefault: false },
    ruleByDefault: { workerShareBps: 5_000, forfeitStake: false, byDefault: true },
    rateAndClaim: { rating, commentHash: null },
    claim: { rating: 0, commentHash: null },
    fundMore: {
      addedUsdcUnits: BigInt(rating),
      rewardUsdcUnits: task.rewardUsdcUnits + BigInt(rating),
      openUntil: (task.deadlines.openUntil ?? 0) + ruling.workerShareBps,
    },
    expireOpen: { worker: null, from: task.state },
    expireWork: { from: task.state },
    expireChanges: { from: task.state },
  };
  return { ...parties, ...money, ...more[row.id] };
}

/** The sums that leave the escrow, so that none is left at the end. */
function moneyOf(
  row: Edge,
  task: Task,
  { workerShareBps, forfeitStake }: { workerShareBps: number; forfeitStake: boolean },
) {
  const { rewardUsdcUnits: reward, stakeUsdcUnits: stake, cancelFeeUsdcUnits, platformFeeBps } = task;
  const fee = (reward * BigInt(platformFeeBps)) / 10_000n;
  const share = (reward * BigInt(workerShareBps)) / 10_000n;
  const to = (toPosterUsdcUnits: bigint, toWorkerUsdcUnits: bigint) => ({ toPosterUsdcUnits, toWorkerUsdcUnits });
  switch (row.pays) {
    case "rewardLessCancelFee":
      return { toPosterUsdcUnits: reward - cancelFeeUsdcUnits, feeUsdcUnits: cancelFeeUsdcUnits };
    case "rewardBack":
      return to(reward, 0n);
    case "rewardAndStakeToPoster":
      return to(reward + stake, 0n);
    case "rewardBackStakeHalved":
      return to(reward + stake - stake / 2n, stake / 2n);
    case "rewardBackStakeBack":
      return to(reward, stake);
    case "rewardLessPlatformFee":
      return { toWorkerUsdcUnits: reward - fee, feeUsdcUnits: fee };
    case "rewardLessPlatformFeeAndStake":
      return { toWorkerUsdcUnits: reward - fee, feeUsdcUnits: fee, stakeUsdcUnits: stake };
    case "asRuled":
      return to(reward - share + (forfeitStake ? stake : 0n), share + (forfeitStake ? 0n : stake));
    case "rewardHalvedStakeBack":
      return to(reward - reward / 2n, reward / 2n + stake);
    case "stakeBack":
    case "nothing":
      return { stakeUsdcUnits: stake };
  }
}
