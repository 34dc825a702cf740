import type { Resubmission } from "../domain/task/call";
import type { TaskKey } from "../domain/task/events";
import type { Task } from "../domain/task/task";
import type { UnitOfWork } from "../domain/unitOfWork";

/** A stored answer to a change request, and the task that it belongs to. */
export interface StoredResubmission {
  readonly key: TaskKey;
  readonly resubmission: Resubmission;
  /** How often it was postponed. */
  readonly tries: number;
}

/**
 * The workers' signed answers to change requests, one for each round of a task, until they are on the chain. All throw
 * `StoreUnavailable` when the database does not answer.
 */
export interface Resubmissions {
  /** The worker's answer to the task's newest change request, or null. One read. */
  find(task: Task): Promise<Resubmission | null>;
  /** The same of several tasks, in their order. One read each, in one round trip. */
  findAll(tasks: readonly Task[]): Promise<readonly (Resubmission | null)[]>;
  /**
   * Keeps an answer whose signature the caller has checked against the task's worker, and gives the one that stands: a round
   * has one, so where it has an answer already, that one stays, and waits again. One read, one write.
   */
  keep(task: Task, resubmission: Resubmission, unit?: UnitOfWork): Promise<Resubmission>;
  /** Those that nobody has anchored, given up or postponed yet, by the deadline of their signatures. At most `limit` reads. */
  waiting(limit: number): Promise<readonly StoredResubmission[]>;
  /** Those whose next try has come, the longest due first. At most `limit` reads. */
  postponed(nowMs: number, limit: number): Promise<readonly StoredResubmission[]>;
  /** Waits no longer among the others, but until its next try. One write. */
  postpone(stored: StoredResubmission, nextTryMs: number): Promise<void>;
  /**
   * How many wait, postponed or not, and have a signature that is still good, at most `limit`; and until when the first of
   * them is, unix seconds. Two counts and two reads.
   */
  waitingCount(nowMs: number, limit: number): Promise<{ readonly count: number; readonly until: number | null }>;
  /** Waits no longer: it is on the chain, or can never be. One write; harmless to repeat. */
  release(key: TaskKey, round: number): Promise<void>;
}
