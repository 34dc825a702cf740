import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { EdgeId } from "../workflow/edges";
import { STATES, type DeadlineName, type State } from "../workflow/states";
import type { Role, Standing } from "../workflow/walk";
import type { Place, Ruling, TaskKey, TaskEvent, Terms } from "./events";

/** A rating that one side gave the other on the chain. */
export interface ChainRating {
  /** 1 to 5. */
  readonly rating: number;
  readonly commentHash: Hex | null;
  readonly txHash: Hex;
  /** Unix seconds. */
  readonly time: number;
}

/** A step of the workflow that was taken on the chain. */
export interface TakenStep {
  readonly step: EdgeId;
  /** Unix seconds. */
  readonly time: number;
  readonly txHash: Hex;
}

/**
 * Everything that the chain says about a task. Stored as is: `turns` holds the closed windows under the name that
 * deployed data has. Amounts are USDC base units, times unix seconds.
 */
export interface Task extends TaskKey, Terms {
  readonly poster: Address;
  /** Null until a worker starts. */
  readonly worker: Address | null;
  readonly arbiter: Address;
  readonly state: State;
  /** Whether the escrow no longer holds anything for the task. */
  readonly settled: boolean;
  readonly cancelFeeUsdcUnits: bigint;
  readonly platformFeeBps: number;
  /** The submitted work: first the submission, then the answer to each change request. */
  readonly submissionHashes: readonly Hex[];
  /** The reasons of the change requests, oldest first; one per round. */
  readonly reasonHashes: readonly (Hex | null)[];
  readonly evidenceHash: Hex | null;
  readonly ruling: Ruling | null;
  /** The poster's rating of the worker. */
  readonly posterRating: ChainRating | null;
  /** The worker's rating of the poster. */
  readonly workerRating: ChainRating | null;
  /** The deadline of each window when it last opened; null for windows that never opened. */
  readonly deadlines: Readonly<Record<DeadlineName, number | null>>;
  /** The closed windows, oldest first. */
  readonly turns: readonly ClosedWindow[];
  /** What has left the escrow so far, delivered or credited. */
  readonly paid: {
    readonly posterUsdcUnits: bigint;
    readonly workerUsdcUnits: bigint;
    readonly treasuryUsdcUnits: bigint;
  };
  /** All movements of money in and out, oldest first. */
  readonly movements: readonly Movement[];
  /** Payments that the token refused and the receiver has to withdraw. */
  readonly credited: readonly { readonly account: Address; readonly amountUsdcUnits: bigint; readonly txHash: Hex }[];
  /** Every step that was taken, oldest first. */
  readonly history: readonly TakenStep[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The position of the latest applied event. */
  readonly at: Place;
}

/** The current deadline in unix seconds; 0 once settled, though the contract keeps `rateBy` where an approval settled. */
export function deadlineOf(task: Pick<Task, "state" | "settled" | "deadlines">): number {
  const window = STATES[task.state];
  return task.settled || !window ? 0 : (task.deadlines[window.deadline] ?? 0);
}

/** What decides which steps the task can take. */
export function standingOf(task: Task): Standing {
  const { state, settled, mode, maxChangeRounds } = task;
  return { state, settled, mode, maxChangeRounds, changeRound: task.reasonHashes.length, deadline: deadlineOf(task) };
}

/** A wallet's role in the task. */
export function roleOf(task: Pick<Task, "poster" | "worker" | "arbiter">, wallet: Address | null): Role {
  if (wallet === null) return "stranger";
  if (wallet === task.poster) return "poster";
  if (wallet === task.worker) return "worker";
  return wallet === task.arbiter ? "arbiter" : "stranger";
}

/** The transaction of a step, of one that was repeated the latest; undefined for one that was not taken. */
export function txHashOf({ history }: Pick<Task, "history">, step: EdgeId): Hex | undefined {
  return history.findLast((taken) => taken.step === step)?.txHash;
}

/** Whether a judge's verdict approved the work. */
export const isJudged = (task: Pick<Task, "history">): boolean => txHashOf(task, "approveByJudge") !== undefined;

/** The hash of the latest submitted work; null before the first. */
export function submissionHashOf(task: Pick<Task, "submissionHashes">): Hex | null {
  return task.submissionHashes.at(-1) ?? null;
}

/** A window that has closed, by the expected step or another one. Times are unix seconds. */
export interface ClosedWindow {
  readonly state: State;
  readonly began: number;
  readonly ended: number;
  /** The window's deadline; a window that ended later was missed, regardless of who ended it. */
  readonly deadline: number;
}

/** A task as far as its turns go. */
interface Turns {
  readonly state: State;
  readonly turns: readonly ClosedWindow[];
  readonly createdAt: number;
}

/** The current window of a task, closed at `time`. */
export function closeWindow({ state, turns, createdAt }: Turns, deadline: number, time: number): ClosedWindow {
  return { state, began: turns.at(-1)?.ended ?? createdAt, ended: time, deadline };
}

/**
 * What the escrow still holds for a task, in USDC base units; payments that wait for `withdraw` no longer belong to the
 * task.
 */
export function owedUsdcUnits({ settled, worker, rewardUsdcUnits, stakeUsdcUnits, paid }: Task): bigint {
  if (settled) return 0n;
  const taken = rewardUsdcUnits + (worker === null ? 0n : stakeUsdcUnits);
  return taken - paid.posterUsdcUnits - paid.workerUsdcUnits - paid.treasuryUsdcUnits;
}

/** The purpose of a movement; the two fees go to the treasury. */
export type Purpose = "reward" | "stake" | "cancelFee" | "platformFee";

/**
 * Money that went from an account into the escrow, or out of it to an account: delivered, or credited for `withdraw`.
 */
export interface Movement {
  readonly purpose: Purpose;
  readonly direction: "intoEscrow" | "outOfEscrow";
  readonly account: Address;
  /** Positive. */
  readonly amountUsdcUnits: bigint;
  readonly at: Pick<Place, "blockNumber" | "txHash" | "logIndex" | "time">;
}

/** A task as far as its money goes. */
interface Stakes {
  readonly poster: Address;
  readonly worker: Address | null;
  readonly stakeUsdcUnits: bigint;
}

/** The movements of an event, from the event's own amounts; `task` is the state before it. */
export function movementsOf(task: Stakes, event: TaskEvent): Movement[] {
  const { blockNumber, txHash, logIndex, time } = event.at;
  const { poster } = task;
  const move =
    (direction: Movement["direction"]) =>
    (purpose: Purpose, account: Address | null, amountUsdcUnits: bigint): Movement[] =>
      account === null || amountUsdcUnits === 0n
        ? []
        : [{ purpose, direction, account, amountUsdcUnits, at: { blockNumber, txHash, logIndex, time } }];
  const paidIn = move("intoEscrow");
  const paidOut = move("outOfEscrow");
  /**
   * Splits reward and stake into the poster's and the worker's sums; `stakeToWorker` is the worker's share of the
   * stake.
   */
  const split = (toPosterUsdcUnits: bigint, toWorkerUsdcUnits: bigint, workersStakeUsdcUnits: bigint) => {
    const postersStakeUsdcUnits = task.worker === null ? 0n : task.stakeUsdcUnits - workersStakeUsdcUnits;
    return [
      ...paidOut("reward", poster, toPosterUsdcUnits - postersStakeUsdcUnits),
      ...paidOut("stake", poster, postersStakeUsdcUnits),
      ...paidOut("reward", task.worker, toWorkerUsdcUnits - workersStakeUsdcUnits),
      ...paidOut("stake", task.worker, workersStakeUsdcUnits),
    ];
  };
  switch (event.name) {
    case "TaskCreated":
      return paidIn("reward", poster, event.rewardUsdcUnits);
    case "TaskFundedMore":
      return paidIn("reward", poster, event.addedUsdcUnits);
    case "TaskStarted":
      return paidIn("stake", event.worker, event.stakeUsdcUnits);
    case "TaskCancelled":
      return [
        ...paidOut("reward", poster, event.toPosterUsdcUnits),
        ...paidOut("cancelFee", event.treasury, event.feeUsdcUnits),
      ];
    case "TaskApproved":
      return [
        ...paidOut("reward", event.worker, event.toWorkerUsdcUnits),
        ...paidOut("platformFee", event.treasury, event.feeUsdcUnits),
      ];
    case "TaskApprovedByJudge":
    case "TaskReleased":
      return [
        ...paidOut("reward", event.worker, event.toWorkerUsdcUnits),
        ...paidOut("platformFee", event.treasury, event.feeUsdcUnits),
        ...paidOut("stake", event.worker, event.stakeUsdcUnits),
      ];
    case "TaskExpired":
      return split(event.toPosterUsdcUnits, event.toWorkerUsdcUnits, event.toWorkerUsdcUnits);
    case "TaskRefunded":
      return split(event.toPosterUsdcUnits, event.toWorkerUsdcUnits, event.toWorkerUsdcUnits);
    case "TaskResolved":
      return split(event.toPosterUsdcUnits, event.toWorkerUsdcUnits, event.forfeitStake ? 0n : task.stakeUsdcUnits);
    case "StakeClaimed":
      return paidOut("stake", event.worker, event.stakeUsdcUnits);
    // A credit only says how a payment was made; the payment's event counts it.
    case "Credited":
    case "WorkSubmitted":
    case "ChangesRequested":
    case "WorkResubmitted":
    case "WorkRated":
    case "PosterRated":
    case "TaskRejected":
    case "TaskDisputed":
      return [];
  }
}
