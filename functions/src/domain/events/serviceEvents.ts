import type { Address } from "../address";
import type { Interest, InterestStatus } from "../interest";
import type { Rating } from "../rating";
import type { Task } from "../task/task";
import type { Message } from "../thread";
import type { Notice } from "../task/status";
import { STATES } from "../workflow/states";
import type { DisputeAnswer } from "../task/texts";
import { dataOf, partiesOf } from "./chainEvents";
import { eventId, type EventType, type NewEvent } from "./event";

const OF_STATUS = {
  pending: "interest.registered",
  approved: "interest.approved",
  rejected: "interest.rejected",
  withdrawn: "interest.withdrawn",
} as const satisfies Record<InterestStatus, EventType>;

/**
 * Tells the poster and the worker that an interest changed, unless only its proposal did. `interestCount` is how many
 * workers are interested since then; null if as many as before.
 */
export function interestEvents(
  before: Interest | null,
  interest: Interest,
  task: Task,
  interestCount: number | null = null,
): NewEvent[] {
  const { status, worker, contract, taskId, createdAt, decidedAt } = interest;
  if (before?.status === status && before.decidedAt === decidedAt) return [];
  const timeMs = decidedAt ?? createdAt;
  // A worker that returns while its selection is valid is approved without a decision of the poster.
  const isByWorker = status === "pending" || status === "withdrawn" || before?.status === "withdrawn";
  return [
    {
      ...ofService,
      id: eventId(OF_STATUS[status], contract, taskId, task.poster, worker, timeMs),
      type: OF_STATUS[status],
      timeMs,
      task: { contract, taskId },
      actor: isByWorker ? worker : task.poster,
      recipients: [task.poster, worker],
      data: {
        ...dataOf(task),
        interested: worker,
        ...(interestCount !== null && { interestCount }),
        read: `/mkt/interest/status?contract=${contract}&taskId=${taskId}&wallet=${worker}`,
      },
    },
  ];
}

/** The event of a new message, for the other readers of its thread. */
export function messageEvent(task: Task, worker: Address, { number, author, role, createdAt }: Message): NewEvent {
  const { contract, taskId, poster, arbiter } = task;
  const readers = [poster, worker, ...(task.state === "DISPUTED" ? [arbiter] : [])];
  return {
    ...ofService,
    id: eventId("message.posted", contract, taskId, poster, worker, number),
    type: "message.posted",
    timeMs: createdAt,
    task: { contract, taskId },
    actor: author,
    recipients: readers.filter((reader) => reader !== author),
    data: { ...dataOf(task), thread: worker, number, role, read: "/mkt/messages/list" },
  };
}

/** Tells of a published rating. Its comment is public at `read`. */
export function ratingEvent({
  contract,
  taskId,
  rater,
  ratee,
  role,
  rating,
  onChain,
  txHash,
  createdAt,
}: Rating): NewEvent {
  return {
    ...ofService,
    id: eventId("rating.published", contract, taskId, role, createdAt, txHash ?? ""),
    type: "rating.published",
    timeMs: createdAt,
    task: { contract, taskId },
    actor: rater,
    recipients: [rater, ratee],
    data: { rater, ratee, role, rating, onChain, read: `/mkt/ratings?address=${ratee}` },
  };
}

/** Tells the worker, the arbiter and the poster itself that the poster has answered in a dispute. */
export function disputeAnsweredEvent(task: Task, { hash, at }: DisputeAnswer): NewEvent {
  const { contract, taskId, poster } = task;
  return {
    ...ofService,
    id: eventId("dispute.answered", contract, taskId, poster, hash),
    type: "dispute.answered",
    timeMs: at,
    task: { contract, taskId },
    actor: poster,
    recipients: partiesOf(task),
    data: { ...dataOf(task), answerHash: hash },
  };
}

const ofService = { block: null, supersedes: null } as const;

/** The event that this part of the current window has passed, for a task's parties; it names who must act. */
export function deadlineEvent(task: Task, percent: Notice, nowMs: number): NewEvent {
  const { contract, taskId, state } = task;
  const data = dataOf(task);
  return {
    ...ofService,
    id: eventId("deadline.near", contract, taskId, state, String(data["deadline"]), percent),
    type: "deadline.near",
    timeMs: nowMs,
    task: { contract, taskId },
    actor: null,
    recipients: partiesOf(task),
    data: { ...data, percent, waitsFor: percent === 100 ? "anyone" : (STATES[state]?.actor ?? null) },
  };
}
