import type { Address } from "../address";
import { selectionOf, type Hire, type ListedInterest } from "../interest";
import type { Hex } from "../keccak";
import { edge } from "../workflow/edges";
import type { State } from "../workflow/states";
import { isPossible } from "../workflow/walk";
import type { Resubmission } from "./call";
import { roleOf, standingOf, type Task } from "./task";

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
    deadline: new Date((deadlines.resubmitBy ?? 0) * 1000).toISOString(),
    reasonHash: reasonHashes.at(-1) ?? null,
  };
}

/** Whether this wallet may resubmit now. */
export function canResubmit(task: Task, wallet: Address | null, nowMs: number): boolean {
  return isPossible(edge("resubmit"), standingOf(task), roleOf(task, wallet), Math.floor(nowMs / 1000));
}
