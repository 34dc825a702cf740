import type { Address } from "../address";
import type { Hex } from "../keccak";
import { EDGES, type Edge, type EdgeId } from "../workflow/edges";
import { STATES, type DeadlineName, type State, type Windows } from "../workflow/states";
import type { Role, Standing } from "../workflow/walk";
import { movementsOf, type Movement } from "./movements";
import { taskName, type EventOf, type Mode, type Place, type TaskEvent, type TaskKey } from "./events";
import { closeWindow, type ClosedWindow } from "./closedWindow";

/** A rating that one side gave the other on the chain. */
export interface ChainRating {
  /** 1 to 5. */
  readonly rating: number;
  readonly commentHash: Hex | null;
  readonly txHash: Hex;
  /** Unix seconds. */
  readonly time: number;
}

export interface Ruling {
  readonly workerShareBps: number;
  readonly forfeitStake: boolean;
  readonly rulingHash: Hex | null;
  readonly byDefault: boolean;
}

/**
 * Everything that the chain says about a task. Stored as is: `turns` holds the closed windows under the name that
 * deployed data has. Amounts are USDC base units, times unix seconds.
 */
export interface Task extends TaskKey {
  readonly poster: Address;
  /** Null until a worker starts. */
  readonly worker: Address | null;
  readonly arbiter: Address;
  readonly state: State;
  /** Whether the escrow no longer holds anything for the task. */
  readonly settled: boolean;
  readonly mode: Mode;
  readonly rewardUsdcUnits: bigint;
  readonly stakeUsdcUnits: bigint;
  readonly cancelFeeUsdcUnits: bigint;
  readonly platformFeeBps: number;
  readonly windows: Windows;
  readonly maxChangeRounds: number;
  readonly metadataHash: Hex;
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
  /** The transaction of each step that was taken; of a step that was repeated, the latest. */
  readonly txHashes: Readonly<Partial<Record<EdgeId, Hex>>>;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The position of the latest applied event. */
  readonly at: Place;
}

/** An event that the workflow does not allow next: an earlier one is missing or belongs to another fork. */
export class BrokenHistory extends Error {
  constructor(
    readonly event: TaskEvent,
    readonly state: State | null,
  ) {
    super(`${event.name} cannot follow ${state ?? "nothing"} in ${taskName(event)}`);
    this.name = "BrokenHistory";
  }
}

/** The task after one more event; null is a task that does not exist yet. Throws `BrokenHistory`. */
export function applyEvent(task: Task | null, event: TaskEvent): Task {
  const follows = task === null || isOfTask(task, event);
  if (follows && task && event.name === "Credited") return credit(task, event);
  const step = follows ? stepOf(task, event) : null;
  const before = event.name === "TaskCreated" ? created(event) : task;
  if (!step || !before) throw new BrokenHistory(event, task?.state ?? null);
  return {
    ...before,
    ...effects(before, event),
    movements: [...before.movements, ...movementsOf(before, event)],
    turns: task === null ? [] : [...task.turns, closeWindow(task, deadlineOf(task), event.at.time)],
    state: step.to,
    settled: STATES[step.to] === null || step.settles === true,
    txHashes: { ...before.txHashes, [step.id]: event.at.txHash },
    updatedAt: event.at.time,
    at: event.at,
  };
}

/** The task after all these events. Throws `BrokenHistory`. */
export function applyAll(task: Task | null, events: readonly TaskEvent[]): Task | null {
  return events.reduce<Task | null>(applyEvent, task);
}

/** The current deadline in unix seconds; 0 once settled, as in the contract. */
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

/** The hash of the latest submitted work; null before the first. */
export function submissionHashOf(task: Pick<Task, "submissionHashes">): Hex | null {
  return task.submissionHashes.at(-1) ?? null;
}

/** The workflow row of an event, or null if none applies in this state. */
function stepOf(task: Task | null, event: TaskEvent): Edge | null {
  if (task?.settled) return null;
  const rows: readonly Edge[] = EDGES;
  const candidates = rows.filter(
    (row) => row.event === event.name && row.from === (task?.state ?? null) && isMeant(row, event),
  );
  // Events do not name the caller: after the deadline, a step that anyone may take is the likelier reading.
  const late = task !== null && event.at.time > deadlineOf(task);
  return candidates.find((row) => late === (row.when === "afterDeadline")) ?? candidates[0] ?? null;
}

/** Distinguishes steps that share an event and a state by the event's arguments. */
function isMeant(row: Edge, event: TaskEvent): boolean {
  if (event.name === "TaskExpired") return row.from === event.from;
  if (event.name === "StakeClaimed") return (row.id === "rateAndClaim") === event.rating > 0;
  if (event.name === "TaskResolved") return (row.id === "ruleByDefault") === event.byDefault;
  return true;
}

/** Whether an event names the task's own parties, round and work. */
function isOfTask(task: Task, event: TaskEvent): boolean {
  if (taskName(task) !== taskName(event)) return false;
  if ("poster" in event && event.poster !== task.poster) return false;
  if ("worker" in event && event.name !== "TaskStarted" && event.worker !== task.worker) return false;
  if (event.name === "ChangesRequested") return event.round === task.reasonHashes.length + 1;
  if (event.name === "WorkResubmitted") return event.round === task.reasonHashes.length;
  if (event.name === "TaskApproved" || event.name === "TaskRejected" || event.name === "TaskReleased") {
    return event.submissionHash === submissionHashOf(task);
  }
  return true;
}

function created(event: EventOf<"TaskCreated">): Task {
  const { contract, taskId, poster, arbiter, mode, windows, maxChangeRounds, metadataHash, platformFeeBps } = event;
  const { rewardUsdcUnits, stakeUsdcUnits, cancelFeeUsdcUnits, openUntil, at } = event;
  return {
    contract,
    taskId,
    poster,
    worker: null,
    arbiter,
    state: "FUNDED",
    settled: false,
    mode,
    rewardUsdcUnits,
    stakeUsdcUnits,
    cancelFeeUsdcUnits,
    platformFeeBps,
    windows,
    maxChangeRounds,
    metadataHash,
    submissionHashes: [],
    reasonHashes: [],
    evidenceHash: null,
    ruling: null,
    posterRating: null,
    workerRating: null,
    deadlines: {
      openUntil,
      workBy: null,
      reviewBy: null,
      resubmitBy: null,
      contestBy: null,
      ruleBy: null,
      rateBy: null,
    },
    paid: { posterUsdcUnits: 0n, workerUsdcUnits: 0n, treasuryUsdcUnits: 0n },
    movements: [],
    turns: [],
    credited: [],
    txHashes: {},
    createdAt: at.time,
    updatedAt: at.time,
    at,
  };
}

/** The changes of an event other than the state. */
function effects(task: Task, event: TaskEvent): Partial<Task> {
  const until = (name: DeadlineName, time: number) => ({ deadlines: { ...task.deadlines, [name]: time } });
  const handedIn = (hash: Hex) => ({ submissionHashes: [...task.submissionHashes, hash] });
  switch (event.name) {
    case "TaskStarted":
      return { worker: event.worker, ...until("workBy", event.workBy) };
    case "WorkSubmitted":
    case "WorkResubmitted":
      return { ...handedIn(event.submissionHash), ...until("reviewBy", event.reviewBy) };
    case "ChangesRequested":
      return { reasonHashes: [...task.reasonHashes, event.reasonHash], ...until("resubmitBy", event.resubmitBy) };
    case "TaskApproved":
      return { posterRating: ratingIn(event), ...pay(task, event), ...until("rateBy", event.rateBy) };
    case "TaskReleased":
      return pay(task, event);
    case "TaskRejected":
      return { posterRating: ratingIn(event), ...until("contestBy", event.contestBy) };
    case "TaskDisputed":
      return { evidenceHash: event.evidenceHash, ...until("ruleBy", event.ruleBy) };
    case "TaskResolved": {
      const { workerShareBps, forfeitStake, rulingHash, byDefault } = event;
      return { ruling: { workerShareBps, forfeitStake, rulingHash, byDefault }, ...pay(task, event) };
    }
    case "StakeClaimed":
      return {
        workerRating: event.rating > 0 ? ratingIn(event) : null,
        ...pay(task, { stakeUsdcUnits: event.stakeUsdcUnits }),
      };
    case "TaskCancelled":
    case "TaskExpired":
    case "TaskRefunded":
      return pay(task, event);
    case "TaskCreated":
    case "Credited":
      return {};
  }
}

function ratingIn({ rating, commentHash, at }: EventOf<"TaskApproved" | "TaskRejected" | "StakeClaimed">): ChainRating {
  return { rating, commentHash, txHash: at.txHash, time: at.time };
}

interface Amounts {
  readonly toPosterUsdcUnits?: bigint;
  readonly toWorkerUsdcUnits?: bigint;
  readonly feeUsdcUnits?: bigint;
  /** A stake that also goes back to the worker. */
  readonly stakeUsdcUnits?: bigint;
}

function pay(
  { paid }: Task,
  { toPosterUsdcUnits = 0n, toWorkerUsdcUnits = 0n, feeUsdcUnits = 0n, stakeUsdcUnits = 0n }: Amounts,
) {
  return {
    paid: {
      posterUsdcUnits: paid.posterUsdcUnits + toPosterUsdcUnits,
      workerUsdcUnits: paid.workerUsdcUnits + toWorkerUsdcUnits + stakeUsdcUnits,
      treasuryUsdcUnits: paid.treasuryUsdcUnits + feeUsdcUnits,
    },
  };
}

function credit(task: Task, { account, amountUsdcUnits, at }: EventOf<"Credited">): Task {
  const credited = [...task.credited, { account, amountUsdcUnits, txHash: at.txHash }];
  return { ...task, credited, updatedAt: at.time, at };
}
