import type { Address } from "../address";
import type { Hex } from "../keccak";
import { EDGES, type Edge } from "../workflow/edges";
import { STATES, type DeadlineName, type State } from "../workflow/states";
import { taskName, type EventOf, type TaskEvent } from "./events";
import { movementsOf, closeWindow, deadlineOf, submissionHashOf, type ChainRating, type Task } from "./task";

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
  if (follows && task?.settled && isLateRating(event)) return rate(task, event);
  const step = follows ? stepOf(task, event) : null;
  const before = event.name === "TaskCreated" ? created(event) : task;
  if (!step || !before) throw new BrokenHistory(event, task?.state ?? null);
  return {
    ...before,
    ...effects(before, event),
    movements: [...before.movements, ...movementsOf(before, event)],
    turns:
      task === null || staysOpen(step)
        ? before.turns
        : [...task.turns, closeWindow(task, deadlineOf(task), event.at.time)],
    state: step.to,
    settled:
      STATES[step.to] === null || step.settles === true || (step.to === "APPROVED" && before.stakeUsdcUnits === 0n),
    history: [...before.history, { step: step.id, time: event.at.time, txHash: event.at.txHash }],
    updatedAt: event.at.time,
    at: event.at,
  };
}

/** The task after all these events. Throws `BrokenHistory`. */
export function applyAll(task: Task | null, events: readonly TaskEvent[]): Task | null {
  return events.reduce<Task | null>(applyEvent, task);
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

/** Whether the current window continues after the step. */
function staysOpen({ from, to, settles }: Edge): boolean {
  return from === to && settles !== true;
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
  if (event.name === "TaskFundedMore") return event.rewardUsdcUnits === task.rewardUsdcUnits + event.addedUsdcUnits;
  if (event.name === "ChangesRequested") return event.round === task.reasonHashes.length + 1;
  if (event.name === "WorkResubmitted") return event.round === task.reasonHashes.length;
  if (
    event.name === "TaskApproved" ||
    event.name === "TaskRejected" ||
    event.name === "TaskReleased" ||
    event.name === "TaskApprovedByJudge"
  ) {
    return event.submissionHash === submissionHashOf(task);
  }
  return true;
}

function created(event: EventOf<"TaskCreated">): Task {
  const { contract, taskId, poster, arbiter, judge, mode, windows, maxChangeRounds, metadataHash, platformFeeBps } =
    event;
  const { rewardUsdcUnits, stakeUsdcUnits, cancelFeeUsdcUnits, openUntil, at } = event;
  return {
    contract,
    taskId,
    poster,
    worker: null,
    arbiter,
    judge,
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
    history: [],
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
    case "TaskFundedMore":
      return { rewardUsdcUnits: event.rewardUsdcUnits, ...until("openUntil", event.openUntil) };
    case "TaskStarted":
      return { worker: event.worker, ...until("workBy", event.workBy) };
    case "WorkSubmitted":
    case "WorkResubmitted":
      return { ...handedIn(event.submissionHash), ...until("reviewBy", event.reviewBy) };
    case "ChangesRequested":
      return { reasonHashes: [...task.reasonHashes, event.reasonHash], ...until("resubmitBy", event.resubmitBy) };
    case "TaskApproved":
      return { posterRating: ratingIn(event), ...pay(task, event), ...until("rateBy", event.rateBy) };
    case "TaskApprovedByJudge":
      return { ...pay(task, event), ...until("rateBy", event.rateBy) };
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
    case "WorkRated":
    case "PosterRated":
      return {};
  }
}

function ratingIn({
  rating,
  commentHash,
  at,
}: Rated | EventOf<"TaskApproved" | "TaskRejected" | "StakeClaimed">): ChainRating {
  return { rating, commentHash, txHash: at.txHash, time: at.time };
}

type Rated = EventOf<"WorkRated" | "PosterRated">;

const isLateRating = (event: TaskEvent): event is Rated => event.name === "WorkRated" || event.name === "PosterRated";

/** A settled task's ratings come when the sides like, and move nothing. */
function rate(task: Task, event: Rated): Task {
  const side = event.name === "WorkRated" ? "posterRating" : "workerRating";
  if (task.state !== "APPROVED" || task[side]) throw new BrokenHistory(event, task.state);
  return { ...task, [side]: ratingIn(event), updatedAt: event.at.time, at: event.at };
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

/**
 * The caller of an event's step as the contract saw it; null if anyone may take the step.
 *
 * Confirmations are checked against this, not against the transaction's sender: a contract wallet's transactions are
 * sent by other accounts.
 */
export function actorOf(event: TaskEvent): Address | null {
  switch (event.name) {
    case "TaskCreated":
    case "TaskFundedMore":
    case "TaskCancelled":
    case "ChangesRequested":
    case "TaskApproved":
    case "TaskRejected":
    case "WorkRated":
      return event.poster;
    case "TaskStarted":
    case "WorkSubmitted":
    case "TaskDisputed":
    case "PosterRated":
      return event.worker;
    case "StakeClaimed":
      return event.rating > 0 ? event.worker : null;
    case "TaskExpired":
    case "WorkResubmitted":
    case "TaskReleased":
    case "TaskApprovedByJudge":
    case "TaskRefunded":
    case "TaskResolved":
    case "Credited":
      return null;
  }
}
