import { EDGES, type Edge, type Payout } from "./edges";
import type { State } from "./states";

/** What decides which steps a task can take. Times are unix seconds. */
export interface Standing {
  readonly state: State;
  /** Whether the escrow no longer holds anything for the task. */
  readonly settled: boolean;
  /** The current deadline; 0 once settled. */
  readonly deadline: number;
  readonly mode: "instant" | "selection";
  readonly changeRound: number;
  readonly maxChangeRounds: number;
}

export type Role = "poster" | "worker" | "arbiter" | "stranger";

/** The signatures that a caller holds. */
export interface Held {
  readonly selection?: boolean;
  readonly resubmission?: boolean;
  readonly verdict?: boolean;
}

/** Whether one step is open to a caller of this role at `now`. */
export function isPossible(row: Edge, task: Standing, role: Role, now: number, held: Held = {}): boolean {
  return (
    row.from === task.state &&
    !task.settled &&
    mayCall(row, role) &&
    isTimely(row, task, now) &&
    hasNeeds(row, task, held)
  );
}

function mayCall(row: Edge, role: Role): boolean {
  if (row.who === "anyone") return true;
  if (row.who === "outsider") return role === "worker" || role === "stranger";
  return row.who === role;
}

function isTimely(row: Edge, task: Standing, now: number): boolean {
  if (row.when === "byDeadline") return now <= task.deadline;
  return row.when === "always" || now > task.deadline;
}

function hasNeeds(row: Edge, task: Standing, held: Held): boolean {
  if (row.needs === "selection") return task.mode === "instant" || held.selection === true;
  if (row.needs === "resubmission") return held.resubmission === true;
  if (row.needs === "verdict") return held.verdict === true;
  if (row.needs === "changeRound") return task.changeRound < task.maxChangeRounds;
  return true;
}

/** The step that anyone can take once the current deadline has passed, or null if the task is settled. */
export function stepOnSilence(task: Standing): Edge | null {
  if (task.settled) return null;
  return EDGES.find((row) => row.from === task.state && row.who === "anyone" && row.when === "afterDeadline") ?? null;
}

/** The inputs of a task's payouts; amounts in USDC base units. */
export interface Stakes {
  readonly rewardUsdcUnits: bigint;
  readonly stakeUsdcUnits: bigint;
  readonly cancelFeeUsdcUnits: bigint;
  readonly platformFeeBps: number;
}

export interface Ruling {
  readonly workerShareBps: number;
  readonly forfeitStake: boolean;
}

/** Who gets what, in USDC base units. */
export interface Payments {
  readonly poster: bigint;
  readonly worker: bigint;
  readonly treasury: bigint;
}

const BPS = 10_000n;

/**
 * The payments of a step. Shares of the worker and the treasury round down; in a split, the poster gets the odd unit.
 */
export function payouts(
  pays: Payout,
  task: Stakes,
  ruling: Ruling = { workerShareBps: 5_000, forfeitStake: false },
): Payments {
  const { rewardUsdcUnits: reward, stakeUsdcUnits: stake, cancelFeeUsdcUnits: cancelFee } = task;
  const fee = (reward * BigInt(task.platformFeeBps)) / BPS;
  const share = (reward * BigInt(ruling.workerShareBps)) / BPS;
  const table: Record<Payout, Payments> = {
    nothing: { poster: 0n, worker: 0n, treasury: 0n },
    rewardLessCancelFee: { poster: reward - cancelFee, worker: 0n, treasury: cancelFee },
    rewardBack: { poster: reward, worker: 0n, treasury: 0n },
    rewardAndStakeToPoster: { poster: reward + stake, worker: 0n, treasury: 0n },
    rewardBackStakeHalved: { poster: reward + stake - stake / 2n, worker: stake / 2n, treasury: 0n },
    rewardBackStakeBack: { poster: reward, worker: stake, treasury: 0n },
    rewardLessPlatformFee: { poster: 0n, worker: reward - fee, treasury: fee },
    rewardLessPlatformFeeAndStake: { poster: 0n, worker: reward - fee + stake, treasury: fee },
    rewardHalvedStakeBack: { poster: reward - reward / 2n, worker: reward / 2n + stake, treasury: 0n },
    asRuled: {
      poster: reward - share + (ruling.forfeitStake ? stake : 0n),
      worker: share + (ruling.forfeitStake ? 0n : stake),
      treasury: 0n,
    },
    stakeBack: { poster: 0n, worker: stake, treasury: 0n },
  };
  return table[pays];
}
