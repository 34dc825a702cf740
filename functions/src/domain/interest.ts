import type { Address } from "./address";
import { refuse } from "./errors";
import type { Voucher } from "./task/call";
import type { TaskKey } from "./task/events";
import { deadlineOf, type Task } from "./task/task";

/** A task's interests are counted up to here, so that one count costs the same however many there are. */
export const MAX_INTERESTS_COUNTED = 1_000;

export type InterestStatus = "pending" | "approved" | "rejected" | "withdrawn";

/** A worker's wish to do a task; there is one per task and worker. Times are unix milliseconds. */
export interface Interest extends TaskKey {
  readonly worker: Address;
  readonly message: string | null;
  readonly status: InterestStatus;
  /** The poster's signed choice of this worker, which the contract checks; only where it was approved. */
  readonly voucher: Voucher | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
}

/** As much of an interest as lists hold: of the voucher no more than until when it is good, for its signature may be long. */
export interface ListedInterest extends Omit<Interest, "message" | "voucher"> {
  readonly voucher: Pick<Voucher, "deadline"> | null;
}

interface Registration {
  readonly worker: Address;
  readonly message: string | null;
  readonly nowMs: number;
}

/**
 * The worker stands on the list of a task that is still open.
 *
 * Asking again changes the message of a pending interest, and revives a withdrawn one; what the poster has decided
 * stays. Refuses the poster and the arbiter, and tasks that take nobody any more.
 */
export function registerInterest(
  task: Task,
  known: Interest | null,
  { worker, message, nowMs }: Registration,
): Interest {
  if (worker === task.poster) refuse("forbidden_role", "The poster cannot work on the own task.");
  if (worker === task.arbiter) refuse("forbidden_role", "The arbiter is no party of any task.");
  requireOpen(task, nowMs);
  if (known?.status === "approved" || known?.status === "rejected") return known;
  if (known?.status === "pending") return { ...known, message };
  const { contract, taskId } = task;
  return { contract, taskId, worker, message, status: "pending", voucher: null, createdAt: nowMs, decidedAt: null };
}

/**
 * The worker is off the list. A choice that the poster has signed stays good on the chain until it lapses or somebody
 * starts. Refuses whom the chain knows as the task's worker: from the start on there is a stake, not an interest.
 */
export function withdrawInterest(task: Task, interest: Interest, nowMs: number): Interest {
  if (interest.worker === task.worker && task.state !== "FUNDED") {
    refuse(
      "state_conflict",
      `This wallet has started the task, which is ${task.state}: an interest is withdrawn before the start only.`,
    );
  }
  if (interest.status === "withdrawn") return interest;
  return { ...interest, status: "withdrawn", voucher: null, decidedAt: nowMs };
}

/** `signature` over the EIP-712 `Selection` of this worker was checked by the caller. */
export type Decision =
  | { readonly decision: "approve"; readonly by: Address; readonly voucher: Voucher; readonly nowMs: number }
  | { readonly decision: "reject"; readonly by: Address; readonly nowMs: number };

/**
 * The poster has approved or rejected one interested worker; a rejected one may be approved later, and an approved one
 * again with a fresh voucher. A voucher once given cannot be taken back before its deadline, so an approved worker
 * cannot be rejected while it is good.
 */
export function resolveInterest(task: Task, interest: Interest, decision: Decision): Interest {
  if (decision.by !== task.poster) refuse("forbidden_role", "Only the task's poster decides who may start.");
  requireOpen(task, decision.nowMs);
  if (task.mode === "instant")
    refuse("state_conflict", "Anybody may start this task at once; there is nobody to select.");
  if (interest.status === "withdrawn") refuse("state_conflict", "The worker has withdrawn the interest.");
  const decided = { ...interest, decidedAt: decision.nowMs };
  if (decision.decision === "reject") {
    if (interest.status === "rejected") return interest;
    if (isGood(interest.voucher, decision.nowMs)) {
      refuse(
        "state_conflict",
        "The worker holds a signed choice that is good until its deadline; it cannot be taken back before.",
      );
    }
    return { ...decided, status: "rejected", voucher: null };
  }
  const { voucher } = decision;
  if (!isGood(voucher, decision.nowMs))
    refuse("invalid_request", "The voucher's deadline has passed; sign a later one.");
  if (interest.voucher?.signature === voucher.signature && interest.voucher.deadline === voucher.deadline)
    return interest;
  return { ...decided, status: "approved", voucher };
}

/** Whether the interest is still on the task's list, decided or not. */
export function stands({ status }: Interest): boolean {
  return status !== "withdrawn";
}

/** Whether a voucher lets its worker start now. */
export function isGood<V extends Pick<Voucher, "deadline">>(voucher: V | null, nowMs: number): voucher is V {
  return voucher !== null && nowMs <= voucher.deadline * 1000;
}

function requireOpen(task: Task, nowMs: number): void {
  if (task.state !== "FUNDED") refuse("state_conflict", `The task is ${task.state}; it takes nobody any more.`);
  if (nowMs > deadlineOf(task) * 1000) refuse("state_conflict", "The time to start this task is over.");
}
