import type { Address } from "./address";
import type { Escrows } from "./contract";
import type { Interest, InterestStatus } from "./interest";
import type { Voucher } from "./task/call";
import type { Task } from "./task/task";

/** The public view of an interest; all null if the wallet has not registered one. */
export interface PublicInterestView {
  readonly taskId: string;
  readonly contract: Task["contract"];
  readonly contractAddress: Address;
  readonly worker: Address;
  readonly status: InterestStatus | null;
  readonly voucher: Voucher | null;
  readonly createdAt: string | null;
  readonly decidedAt: string | null;
  readonly buyerRatedWorker: boolean;
  readonly workerRatedPoster: boolean;
}

/** An interest as its worker and its poster see it; only they see `message`. */
export interface InterestView extends PublicInterestView {
  readonly status: InterestStatus;
  readonly createdAt: string;
  readonly message: string | null;
}

/** The public view; the rating flags describe the task, regardless of the viewer. */
export function publicInterestView(
  interest: Interest | null,
  worker: Address,
  task: Task,
  escrows: Escrows,
): PublicInterestView {
  return {
    taskId: String(task.taskId),
    contract: task.contract,
    contractAddress: escrows[task.contract],
    worker,
    status: interest?.status ?? null,
    voucher: interest?.voucher ?? null,
    createdAt: interest === null ? null : iso(interest.createdAt),
    decidedAt: interest?.decidedAt == null ? null : iso(interest.decidedAt),
    buyerRatedWorker: task.posterRating !== null,
    workerRatedPoster: task.workerRating !== null,
  };
}

/** The full view, for the worker and the poster. */
export function interestView(interest: Interest, task: Task, escrows: Escrows): InterestView {
  const { status, createdAt, message } = interest;
  return {
    ...publicInterestView(interest, interest.worker, task, escrows),
    status,
    createdAt: iso(createdAt),
    message,
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
