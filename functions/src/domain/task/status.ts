import type { Address } from "../address";
import { selectionOf, type Hire, type ListedInterest } from "../interest";
import type { Hex } from "../keccak";
import { isoOf } from "../time";
import { edge } from "../workflow/edges";
import { STATES, type State } from "../workflow/states";
import { isPossible, stepOnSilence } from "../workflow/walk";
import type { Resubmission, EscrowCall } from "./call";
import { roleOf, standingOf, deadlineOf, type Task } from "./task";

/** The status of a task for one wallet. */
export const WORKFLOW_STATUSES = [
  "open",
  "interest_pending",
  "interest_approved",
  "interest_rejected",
  "ready_to_stake",
  "in_progress",
  "awaiting_review",
  "changes_requested",
  "resubmitted_awaiting_anchor",
  "approved_rate_to_claim",
  "settled",
  "rejected_may_contest",
  "disputed",
  "cancelled",
  "expired",
] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** The viewer of a task, and what is known about that wallet off-chain. */
export interface Viewer {
  /** Null if unknown. */
  readonly wallet: Address | null;
  /** This wallet's interest in the task. */
  readonly interest: Pick<ListedInterest, "status" | "voucher"> | null;
  /** The worker's stored answer to the latest change request, for any viewer. */
  readonly resubmission: Resubmission | null;
  /** On its own open task that is reserved for a worker: that hire. */
  readonly hire?: Hire | null;
  /** Whether the escrow holds a credit for this wallet; read only if a payment of a settled task was refused. */
  readonly hasCredit?: boolean;
  /** Whether the poster has answered in the task's dispute. */
  readonly hasAnswered?: boolean;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/** A viewer without a known wallet. */
export function anonymousViewer(nowMs: number): Viewer {
  return { wallet: null, interest: null, resubmission: null, nowMs };
}

/** The status of a state for any viewer; FUNDED and settled tasks are distinguished below. */
export const STATUS = {
  STARTED: "in_progress",
  SUBMITTED: "awaiting_review",
  CHANGES_REQUESTED: "changes_requested",
  APPROVED: "approved_rate_to_claim",
  REJECTED: "rejected_may_contest",
  DISPUTED: "disputed",
  RESOLVED: "settled",
  REFUNDED: "settled",
  CANCELLED: "cancelled",
  EXPIRED: "expired",
} as const satisfies Record<Exclude<State, "FUNDED">, WorkflowStatus>;

/** The status of the task for a wallet at `nowMs`. */
export function workflowStatus(task: Task, viewer: Viewer): WorkflowStatus {
  if (task.state === "FUNDED") return statusWhileOpen(task, viewer);
  if (task.state === "APPROVED" && task.settled) return "settled";
  if (mayAnchor(task, viewer)) return "resubmitted_awaiting_anchor";
  return STATUS[task.state];
}

/** Whether new work is stored off-chain that anyone can still submit to the chain. */
export function mayAnchor(task: Task, { resubmission, nowMs }: Viewer): boolean {
  return (
    task.state === "CHANGES_REQUESTED" &&
    resubmission?.round === task.reasonHashes.length &&
    nowMs <= Math.min(resubmission.deadline, task.deadlines.resubmitBy ?? 0) * 1000
  );
}

function statusWhileOpen(task: Task, { wallet, interest, nowMs }: Viewer): WorkflowStatus {
  const mayStart =
    wallet !== null && roleOf(task, wallet) === "stranger" && nowMs <= (task.deadlines.openUntil ?? 0) * 1000;
  if (task.mode === "instant") return mayStart ? "ready_to_stake" : "open";
  switch (interest?.status) {
    case "pending":
      return "interest_pending";
    case "approved":
      return mayStart && selectionOf(interest, nowMs) ? "ready_to_stake" : "interest_approved";
    case "rejected":
      return "interest_rejected";
    default:
      return "open";
  }
}

/** An open change request. */
export interface ChangeRequest {
  readonly round: number;
  /** ISO 8601 UTC. */
  readonly deadline: string;
  /** Null if the poster gave no reason; only the two parties can read its text. */
  readonly reasonHash: Hex | null;
}

/** The change request that waits for the worker's answer, or null. */
export function openChangeRequest(task: Task): ChangeRequest | null {
  const { state, reasonHashes, deadlines } = task;
  if (state !== "CHANGES_REQUESTED") return null;
  return {
    round: reasonHashes.length,
    deadline: isoOf(deadlines.resubmitBy ?? 0),
    reasonHash: reasonHashes.at(-1) ?? null,
  };
}

/** Whether this wallet may resubmit now. */
export function canResubmit(task: Task, wallet: Address | null, nowMs: number): boolean {
  return isPossible(edge("resubmit"), standingOf(task), roleOf(task, wallet), Math.floor(nowMs / 1000));
}

/** Parts of a window, in percent, after which the task's parties are notified. 100: it passed without a step. */
const NOTICES = [50, 90, 100] as const;
export type Notice = (typeof NOTICES)[number];

/** What is stored with a task's projection about its current window, for queries. */
export interface Window {
  /** Whom the task waits for; after the deadline, everyone with money in it. */
  readonly waitsFor: readonly Address[];
  /** When the next notice is due, unix seconds; null once all are given. */
  readonly noticeAt: number | null;
  /** Whether a worker may start; false as soon as the notice of the missed deadline is given. */
  readonly isOpen: boolean;
}

const NO_WINDOW: Window = { waitsFor: [], noticeAt: null, isOpen: false };

/** The window of a task as its latest step opened it. */
export function windowOf(task: Task | null): Window {
  if (!task || deadlineOf(task) === 0) return NO_WINDOW;
  return { waitsFor: waitsFor(task), noticeAt: noticeTime(task, NOTICES[0]), isOpen: task.state === "FUNDED" };
}

/** Whether a step has opened another window, so that its notices begin again. */
export function isSameWindow(a: Task | null, b: Task | null): boolean {
  return a?.state === b?.state && a?.poster === b?.poster && deadline(a) === deadline(b) && began(a) === began(b);
}

/** The latest notice that is due, and the window after it; null if none is. Earlier ones that were missed are dropped. */
export function dueNotice(task: Task, nowSeconds: number): { percent: Notice; window: Window } | null {
  if (deadlineOf(task) === 0) return null;
  const percent = NOTICES.findLast((one) => noticeTime(task, one) <= nowSeconds);
  if (percent === undefined) return null;
  const next = NOTICES[NOTICES.indexOf(percent) + 1];
  return next === undefined
    ? { percent, window: { ...NO_WINDOW, waitsFor: [task.poster, ...(task.worker ? [task.worker] : [])] } }
    : { percent, window: { ...windowOf(task), noticeAt: noticeTime(task, next) } };
}

/** Who must act by the deadline: of an open task the poster, if workers need its selection. */
function waitsFor(task: Task): Address[] {
  if (task.state === "FUNDED") return task.mode === "selection" ? [task.poster] : [];
  const actor = STATES[task.state]?.actor;
  const wallet = actor ? task[actor] : null;
  return wallet ? [wallet] : [];
}

/** The first second in which this part of the window has passed. */
function noticeTime(task: Task, percent: Notice): number {
  const from = began(task) ?? task.createdAt;
  const to = deadlineOf(task);
  return percent === 100 ? to + 1 : from + Math.ceil(((to - from) * percent) / 100);
}

function began(task: Task | null): number | null {
  return task ? (task.turns.at(-1)?.ended ?? task.createdAt) : null;
}

function deadline(task: Task | null): number | null {
  return task ? deadlineOf(task) : null;
}

/** The contract functions that anyone may call after a missed deadline. */
type TimeoutName =
  "expireTask" | "releaseAfterReview" | "finalizeRejection" | "ruleByDefault" | "claimStakeAfterRating";

/** The timeout call of a task; null before the deadline and once settled. */
export function timeoutCall(task: Task, nowSeconds: number): EscrowCall | null {
  const standing = standingOf(task);
  const step = stepOnSilence(standing);
  if (!step || !isPossible(step, standing, "stranger", nowSeconds)) return null;
  return { function: step.function as TimeoutName, contract: task.contract, taskId: task.taskId };
}
