import type { Address } from "../address";
import { formatUsdc } from "../money";
import { actorOf, applyEvent } from "../task/applyEvent";
import { type EventName, type TaskEvent } from "../task/events";
import type { Projection } from "../task/projection";
import { deadlineOf, type Task } from "../task/task";
import { isoOf } from "../time";
import { eventId, type ChainEventType, type EventData, type NewEvent } from "./event";

/** The type for each event of the contract; null if another event's type covers it. */
const TYPES = {
  TaskCreated: "task.created",
  TaskFundedMore: "task.funded_more",
  TaskCancelled: "task.cancelled",
  TaskExpired: "task.expired",
  TaskStarted: "task.started",
  WorkSubmitted: "task.submitted",
  ChangesRequested: "task.changes_requested",
  WorkResubmitted: "task.resubmitted",
  TaskApproved: "task.approved",
  TaskApprovedByJudge: "task.approved",
  WorkRated: null,
  PosterRated: null,
  TaskReleased: "task.released",
  TaskRejected: "task.rejected",
  TaskRefunded: null,
  TaskDisputed: "task.disputed",
  TaskResolved: "task.ruled",
  StakeClaimed: "stake.claimed",
  Credited: "credit.added",
} as const satisfies Record<EventName, ChainEventType | null>;

/** The events of a change of a projection. */
export interface HistoryChange {
  readonly added: readonly NewEvent[];
  /** Events of blocks that a reorg has removed, latest first. */
  readonly removed: readonly NewEvent[];
}

const UNCHANGED: HistoryChange = { added: [], removed: [] };

/** @param finalized the events that moved to the base of `after` in this change; none if the base is the same */
export function historyChange(before: Projection, after: Projection, finalized?: readonly TaskEvent[]): HistoryChange {
  if (before === after) return UNCHANGED;
  const old = eventsOf(before.base, before.tail);
  const now = finalized ? eventsOf(before.base, [...finalized, ...after.tail]) : eventsOf(after.base, after.tail);
  return changeOf(old, now);
}

/** The events to append when `old` were true before and `now` are. */
export function changeOf(old: readonly NewEvent[], now: readonly NewEvent[]): HistoryChange {
  const without = (all: readonly NewEvent[], others: readonly NewEvent[]) => {
    const ids = new Set(others.map(({ id }) => id));
    return all.filter(({ id }) => !ids.has(id));
  };
  return { added: without(now, old), removed: without(old, now).reverse() };
}

/** The log's events for a task's chain events, which follow `base`. @internal */
export function eventsOf(base: Task | null, chainEvents: readonly TaskEvent[]): NewEvent[] {
  let task = base;
  return chainEvents.flatMap((event) => {
    const before = task;
    task = applyEvent(before, event);
    const type = TYPES[event.name];
    const isOver = task.settled && before?.settled !== true;
    return [
      ...(type ? [tell(type, event, task)] : []),
      ...asksJudge(event, task),
      ...(isOver ? [tell("task.settled", event, task)] : []),
    ];
  });
}

/** Submitted work asks the task's judge. */
function asksJudge(event: TaskEvent, task: Task): NewEvent[] {
  const isWork = event.name === "WorkSubmitted" || event.name === "WorkResubmitted";
  if (!isWork || !task.judge) return [];
  const { submissionHash } = event;
  const told = tell("judge.requested", event, task);
  return [{ ...told, recipients: [task.judge], data: { ...told.data, judge: task.judge, submissionHash } }];
}

function tell(type: ChainEventType, event: TaskEvent, task: Task): NewEvent {
  const { contract, taskId, at } = event;
  return {
    id: eventId(type, contract, taskId, at.blockHash, at.logIndex),
    type,
    timeMs: at.time * 1000,
    task: { contract, taskId },
    actor: event.name === "TaskResolved" && !event.byDefault ? task.arbiter : actorOf(event),
    recipients: event.name === "Credited" ? [event.account] : partiesOf(task),
    data: { ...dataOf(task), ...ownData(event), txHash: at.txHash },
    block: { number: at.blockNumber, hash: at.blockHash },
    supersedes: null,
  };
}

/** The task's poster and worker, and the arbiter of a dispute. */
export function partiesOf(task: Task): Address[] {
  const isDispute = task.state === "DISPUTED" || task.state === "RESOLVED";
  const all = [task.poster, ...(task.worker ? [task.worker] : []), ...(isDispute ? [task.arbiter] : [])];
  return [...new Set(all)];
}

/** What every event of a task says about it, and where to read the rest, private texts included. */
export function dataOf(task: Task): EventData {
  const deadline = deadlineOf(task);
  return {
    state: task.state,
    settled: task.settled,
    poster: task.poster,
    worker: task.worker,
    mode: task.mode,
    rewardUsdc: formatUsdc(task.rewardUsdcUnits),
    stakeUsdc: formatUsdc(task.stakeUsdcUnits),
    deadline: deadline === 0 ? null : isoOf(deadline),
    read: `/mkt/task?contract=${task.contract}&id=${task.taskId}`,
  };
}

/** The chain event's own amounts and numbers. Texts are on chain as hashes only. */
function ownData(event: TaskEvent): EventData {
  switch (event.name) {
    case "ChangesRequested":
    case "WorkResubmitted":
      return { round: event.round };
    case "TaskApproved":
      return { rating: event.rating, toWorkerUsdc: formatUsdc(event.toWorkerUsdcUnits) };
    case "TaskApprovedByJudge":
      return { judge: event.judge, toWorkerUsdc: formatUsdc(event.toWorkerUsdcUnits) };
    case "TaskReleased":
      return { toWorkerUsdc: formatUsdc(event.toWorkerUsdcUnits) };
    case "TaskRejected":
      return { rating: event.rating };
    case "StakeClaimed":
      return { rating: event.rating || null };
    case "TaskResolved":
      return {
        workerShareBps: event.workerShareBps,
        forfeitStake: event.forfeitStake,
        byDefault: event.byDefault,
        toPosterUsdc: formatUsdc(event.toPosterUsdcUnits),
        toWorkerUsdc: formatUsdc(event.toWorkerUsdcUnits),
      };
    case "TaskExpired":
    case "TaskRefunded":
      return {
        toPosterUsdc: formatUsdc(event.toPosterUsdcUnits),
        toWorkerUsdc: formatUsdc(event.toWorkerUsdcUnits),
      };
    case "TaskFundedMore":
      return { addedUsdc: formatUsdc(event.addedUsdcUnits) };
    case "TaskCancelled":
      return { toPosterUsdc: formatUsdc(event.toPosterUsdcUnits) };
    case "Credited":
      return { account: event.account, amountUsdc: formatUsdc(event.amountUsdcUnits) };
    default:
      return {};
  }
}
