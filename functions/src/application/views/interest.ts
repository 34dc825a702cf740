import type { Address } from "../../domain/address";
import type { Escrows } from "../../domain/contract";
import type { Interest } from "../../domain/interest";
import type { Task } from "../../domain/task/task";
import { workerRecordView } from "./profile";
import type { Static } from "../../schema/build";
import type { Interest as InterestView, PublicInterest } from "../../schema/task";

/** The public view, with null for fields that need an interest; the rating flags describe the task, regardless of the viewer. */
export function publicInterestView(
  interest: Interest | null,
  worker: Address,
  task: Task,
  escrows: Escrows,
): Static<typeof PublicInterest> {
  return {
    taskId: String(task.taskId),
    contract: task.contract,
    contractAddress: escrows[task.contract],
    worker,
    status: interest?.status ?? null,
    voucher: interest?.status === "approved" ? interest.voucher : null,
    createdAt: interest === null ? null : iso(interest.createdAt),
    decidedAt: interest?.decidedAt == null ? null : iso(interest.decidedAt),
    buyerRatedWorker: task.posterRating !== null,
    workerRatedPoster: task.workerRating !== null,
  };
}

/** The full view, for the worker and the poster. */
export function interestView(interest: Interest, task: Task, escrows: Escrows): Static<typeof InterestView> {
  const { status, createdAt, message, etaSeconds = null, samples = [], record = null, workerRecord } = interest;
  return {
    ...publicInterestView(interest, interest.worker, task, escrows),
    status,
    createdAt: iso(createdAt),
    message,
    etaSeconds,
    samples: [...samples],
    record,
    workerRecord: workerRecord === undefined ? null : workerRecordView(workerRecord),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
