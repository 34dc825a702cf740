import type { Address } from "../address";
import { isGood, type ListedInterest } from "../interest";
import type { State } from "../workflow/states";
import type { Resubmission } from "./call";
import { roleOf, type Task } from "./task";

/** Where a task stands for one wallet. */
export type WorkflowStatus =
  | "open"
  | "interest_pending"
  | "interest_approved"
  | "interest_rejected"
  | "ready_to_stake"
  | "in_progress"
  | "awaiting_review"
  | "changes_requested"
  | "resubmitted_awaiting_anchor"
  | "approved_rate_to_claim"
  | "settled"
  | "rejected_may_contest"
  | "disputed"
  | "cancelled"
  | "expired";

/** Who looks at a task, and what is known of that wallet beside the chain. */
export interface Viewer {
  /** Null where nobody said. */
  readonly wallet: Address | null;
  /** This wallet's interest in the task. */
  readonly interest: Pick<ListedInterest, "status" | "voucher"> | null;
  /** The worker's stored answer to the newest change request, whoever looks. */
  readonly resubmission: Resubmission | null;
  /** Unix milliseconds. */
  readonly nowMs: number;
}

/** Somebody of whom nothing is known. */
export function anonymousViewer(nowMs: number): Viewer {
  return { wallet: null, interest: null, resubmission: null, nowMs };
}

/** What a state is called for everybody; FUNDED and settled tasks are told apart below. */
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

/** Where the task stands for a wallet, as far as is known at `nowMs`. */
export function workflowStatus(task: Task, viewer: Viewer): WorkflowStatus {
  if (task.state === "FUNDED") return statusWhileOpen(task, viewer);
  if (task.state === "APPROVED" && task.settled) return "settled";
  if (mayAnchor(task, viewer)) return "resubmitted_awaiting_anchor";
  return STATUS[task.state];
}

/** Whether new work is stored that the chain does not know yet, and that anybody can still bring there. */
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
      return mayStart && isGood(interest.voucher, nowMs) ? "ready_to_stake" : "interest_approved";
    case "rejected":
      return "interest_rejected";
    default:
      return "open";
  }
}
