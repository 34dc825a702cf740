import type { Address } from "./address";
import { refuse, refuseField } from "./errors";
import type { WorkerRecord } from "./reputation/records";
import type { TrackRecord } from "./reputation/reputation";
import type { Voucher } from "./task/call";
import type { TaskKey } from "./task/events";
import { deadlineOf, txHashOf, type Task } from "./task/task";
import { isoOf } from "./time";

/** The maximum that a count of a task's interests reaches, which bounds the cost of counting. */
export const MAX_INTERESTS_COUNTED = 1_000;

/** How long a worker who withdrew waits before registering again: each change is an event for others. */
const COOLDOWN_MS = 10 * 60_000;

export const INTEREST_STATUSES = ["pending", "approved", "rejected", "withdrawn"] as const;
export type InterestStatus = (typeof INTEREST_STATUSES)[number];

/** Example work that an interest or a service shows at most. */
export const MAX_SAMPLES = 5;

/** By what a poster sorts the interests in a task: `completed` by the worker's approved tasks. */
export const INTEREST_SORTS = ["newest", "rating", "completed", "eta"] as const;
export type InterestSort = (typeof INTEREST_SORTS)[number];

/** What a worker proposes, private to it and the poster. Empty in an invitation. */
export interface Proposal {
  readonly message: string | null;
  /** How long the worker expects to need. */
  readonly etaSeconds?: number | null;
  /** Links to example work. */
  readonly samples?: readonly string[];
  /** The worker's record when it registered. */
  readonly record?: TrackRecord;
  /** What to expect of the worker, as of then; null with too few counterparties. */
  readonly workerRecord?: WorkerRecord | null;
}

/** A worker's offer to do a task; at most one per task and worker. Times are unix milliseconds. */
export interface Interest extends TaskKey, Proposal {
  readonly worker: Address;
  readonly status: InterestStatus;
  /**
   * The poster's signed choice of this worker that is good for longest. The contract checks it and nobody can revoke it,
   * so it is kept until its deadline, also where the worker withdraws.
   */
  readonly voucher: Voucher | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
}

/** An interest as lists hold it: of the voucher only its deadline, because its signature may be long. */
export interface ListedInterest extends Omit<Interest, keyof Proposal | "voucher"> {
  readonly voucher: Pick<Voucher, "deadline"> | null;
}

interface Registration extends Proposal {
  readonly worker: Address;
  readonly nowMs: number;
}

/**
 * Registers the worker's interest in an open task.
 *
 * Registering again replaces the proposal of a pending interest and, ten minutes later, revives a withdrawn one; the
 * poster's decision stays, and so does a selection that is still good.
 * Refuses the poster, the arbiter, and tasks that no longer accept workers.
 */
export function registerInterest(
  task: Task,
  known: Interest | null,
  { worker, nowMs, ...proposal }: Registration,
): Interest {
  if (worker === task.poster) refuse("forbidden_role", "The poster cannot work on their own task. Use another wallet.");
  if (worker === task.arbiter) refuse("forbidden_role", "The arbiter cannot be a party of a task. Use another wallet.");
  requireOpen(task, nowMs);
  requireInTime(task, proposal);
  if (known?.status === "approved" || known?.status === "rejected") return known;
  if (known?.status === "pending") return { ...known, ...proposal };
  if (known?.status === "withdrawn") requireCooldown((known.decidedAt ?? 0) + COOLDOWN_MS - nowMs);
  const { contract, taskId } = task;
  const voucher = known && goodVoucher(known, nowMs);
  const state = voucher ? ({ status: "approved", decidedAt: nowMs } as const) : PENDING;
  return { contract, taskId, worker, ...proposal, ...state, voucher, createdAt: nowMs };
}

const PENDING = { status: "pending", decidedAt: null } as const;

/**
 * Withdraws the interest. A selection that the poster has signed stays valid on the chain until it expires or a worker
 * starts, so it is not forgotten. Refuses whom the chain knows as the task's worker: from the start on there is a stake, not an interest.
 */
export function withdrawInterest(task: Task, interest: Interest, nowMs: number): Interest {
  if (interest.worker === task.worker && task.state !== "FUNDED") {
    refuse(
      "state_conflict",
      `This wallet has started the task, which is ${task.state}. An interest can be withdrawn only before that; take the task's next step.`,
    );
  }
  if (interest.status === "withdrawn") return interest;
  return { ...interest, status: "withdrawn", voucher: goodVoucher(interest, nowMs), decidedAt: nowMs };
}

/** The caller has verified `signature` over the EIP-712 `Selection` of this worker. */
export type Decision =
  | { readonly decision: "approve"; readonly by: Address; readonly voucher: Voucher; readonly nowMs: number }
  | { readonly decision: "reject"; readonly by: Address; readonly nowMs: number };

/**
 * Applies the poster's decision on one interested worker. A rejected worker may be approved later, and an approved one
 * again with a new voucher that is good for longer. A voucher cannot be revoked before its deadline, so a worker cannot
 * be rejected while one is valid.
 */
export function resolveInterest(task: Task, interest: Interest, decision: Decision): Interest {
  if (decision.by !== task.poster)
    refuse("forbidden_role", "Only the task's poster decides who may start. Sign with the poster's wallet.");
  requireOpen(task, decision.nowMs);
  if (task.mode === "instant")
    refuse(
      "state_conflict",
      "This task is in instant mode, so there is nothing to decide. Leave the start to the worker.",
    );
  if (interest.status === "withdrawn")
    refuse("state_conflict", "The worker has withdrawn this interest. Choose another worker.");
  const decided = { ...interest, decidedAt: decision.nowMs };
  if (decision.decision === "reject") {
    if (interest.status === "rejected") return interest;
    const held = goodVoucher(interest, decision.nowMs);
    if (held)
      refuse(
        "state_conflict",
        `The worker holds a signed selection, which cannot be revoked. Reject it after its deadline, ${isoOf(held.deadline)}, or cancel the task.`,
      );
    return { ...decided, status: "rejected", voucher: null };
  }
  const { voucher } = decision;
  if (!isGood(voucher, decision.nowMs))
    refuse("invalid_request", "The voucher's deadline has passed. Sign one with a later deadline.");
  const held = goodVoucher(interest, decision.nowMs);
  if (held?.signature === voucher.signature && held.deadline === voucher.deadline) return interest;
  if (held && voucher.deadline < held.deadline) {
    const message = `must be at least ${held.deadline}, the deadline of the selection that the worker holds`;
    refuseField("/voucherDeadline", message, `voucherDeadline ${message}, because that one cannot be revoked.`);
  }
  return { ...decided, status: "approved", voucher };
}

/** Whether the interest is still on the task's list, decided or not. */
export function stands({ status }: Interest): boolean {
  return status !== "withdrawn";
}

/** The selection by which an approved worker may start now, or null. */
export function selectionOf<V extends Held>(interest: Pick<Interest, "status"> & Holding<V>, nowMs: number): V | null {
  return interest.status === "approved" ? goodVoucher(interest, nowMs) : null;
}

type Held = Pick<Voucher, "deadline">;
interface Holding<V extends Held> {
  readonly voucher: V | null;
}

function goodVoucher<V extends Held>({ voucher }: Holding<V>, nowMs: number): V | null {
  return voucher && isGood(voucher, nowMs) ? voucher : null;
}

/** Whether the contract takes a voucher now. */
export function isGood({ deadline }: Held, nowMs: number): boolean {
  return nowMs <= deadline * 1000;
}

function requireCooldown(leftMs: number): void {
  if (leftMs <= 0) return;
  const retryAfter = Math.ceil(leftMs / 1000);
  refuse(
    "rate_limited",
    `This wallet has just withdrawn its interest in this task. Register again in ${retryAfter} s.`,
    {
      retryAfter,
    },
  );
}

/** Refuses a proposal that takes longer than the task allows. */
function requireInTime({ windows }: Task, { etaSeconds }: Proposal): void {
  if (etaSeconds == null || etaSeconds <= windows.work) return;
  const message = `must be at most ${windows.work}, the seconds that the task gives for the work`;
  refuseField("/etaSeconds", message);
}

function requireOpen(task: Task, nowMs: number): void {
  if (task.state !== "FUNDED")
    refuse(
      "state_conflict",
      `The task is ${task.state} and no longer accepts workers. GET /mkt/tasks lists open ones.`,
    );
  if (nowMs > deadlineOf(task) * 1000)
    refuse("state_conflict", "The deadline to start this task has passed. GET /mkt/tasks lists open ones.");
}

/** The worker that a task is reserved for, and whether it can start: once the poster has signed its selection. */
export interface Hire {
  readonly worker: Address;
  readonly status: "unsigned" | "selected" | "withdrawn";
}

/** The hire as it is now. `interest` is the hired worker's in the task, if any. */
export function hireOf(worker: Address, interest: Interest | null, nowMs: number): Hire {
  if (interest?.status === "withdrawn") return { worker, status: "withdrawn" };
  const isSelected = interest !== null && selectionOf(interest, nowMs) !== null;
  return { worker, status: isSelected ? "selected" : "unsigned" };
}

/** The interest of a hired worker that has not registered one: the poster asks it, not the other way round. */
export function invitation({ contract, taskId }: Task, worker: Address, nowMs: number): Interest {
  return {
    contract,
    taskId,
    worker,
    message: null,
    status: "pending",
    voucher: null,
    createdAt: nowMs,
    decidedAt: null,
  };
}

/** The confirmation of a task's creation: for an unsigned hire it returns what to sign. */
export function creationOf(task: Task): Readonly<Record<string, string>> {
  const { poster, contract, metadataHash } = task;
  return { action: "confirm", wallet: poster, contract, metadataHash, txHash: txHashOf(task, "create") ?? "" };
}
