import type { Resubmission } from "../domain/task/call";
import type { TaskKey } from "../domain/task/events";
import type { Task } from "../domain/task/task";
import type { UnitOfWork } from "../domain/unitOfWork";

/** A stored answer to a change request, and its task. */
export interface StoredResubmission {
  readonly key: TaskKey;
  readonly resubmission: Resubmission;
  /** How often it was postponed. */
  readonly tries: number;
}

/**
 * The workers' signed resubmissions, one per round of a task, until they are on the chain. All throw
 * `StoreUnavailable` when the database does not answer.
 */
export interface Resubmissions {
  /** The worker's answer to the task's latest change request, or null. One read. */
  find(task: Task): Promise<Resubmission | null>;
  /** The same for several tasks, in their order. One read each, in one round trip. */
  findAll(tasks: readonly Task[]): Promise<readonly (Resubmission | null)[]>;
  /**
   * Stores an answer whose signature the caller has verified as the worker's, and returns the round's answer: if the
   * round already has one, that one stays and waits again. One read, one write.
   */
  keep(task: Task, resubmission: Resubmission, unit?: UnitOfWork): Promise<Resubmission>;
  /** Answers not yet anchored, given up or postponed, by the deadline of their signatures. At most `limit` reads. */
  waiting(limit: number): Promise<readonly StoredResubmission[]>;
  /** Postponed answers that are due for a retry, longest overdue first. At most `limit` reads. */
  postponed(nowMs: number, limit: number): Promise<readonly StoredResubmission[]>;
  /** Postpones an answer until its next try. One write. */
  postpone(stored: StoredResubmission, nextTryMs: number): Promise<void>;
  /**
   * The number of waiting or postponed answers with a valid signature, at most `limit`, and when the first of these
   * signatures expires, unix seconds. Two counts and two reads.
   */
  waitingCount(nowMs: number, limit: number): Promise<{ readonly count: number; readonly until: number | null }>;
  /** Removes an answer from the queue: it is on the chain, or can never be. One write; idempotent. */
  release(key: TaskKey, round: number): Promise<void>;
}
