import type { Address } from "../domain/address";
import type { Interest, ListedInterest } from "../domain/interest";
import type { TaskKey } from "../domain/task/events";
import type { Task } from "../domain/task/task";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page, TaskRecord } from "./tasks";

/** What a change leaves: the task as it was seen, and the interest. */
export interface ChangedInterest {
  readonly record: TaskRecord;
  readonly interest: Interest;
}

export interface InterestsCounted {
  /** Tasks whose count was written. */
  readonly tasks: number;
  /** Tasks that could not be counted; the next call tries them again. */
  readonly failed: number;
  readonly hasMore: boolean;
}

/** An interest, and the poster to whom it was told: that of the task, unless a reorg has put another in its place. */
export interface AddressedInterest extends ListedInterest {
  readonly poster: Address;
}

/**
 * Who would do which task. An interest is addressed to the task's poster: where a reorg gave the id to somebody else's
 * task, it is not there any more. All throw `StoreUnavailable` when the database does not answer.
 */
export interface Interests {
  /** The worker's interest in the task, or null. One read. */
  find(task: Task, worker: Address): Promise<Interest | null>;
  /**
   * Changes one interest, if nobody else does before the unit is written; null where the chain has no such task. `change`
   * gives the same object where nothing is to be written. Three reads; writes only what belongs to this worker.
   */
  change(
    key: TaskKey,
    worker: Address,
    change: (task: Task, known: Interest | null) => Interest,
    unit: UnitOfWork,
  ): Promise<ChangedInterest | null>;
  /** How many interests in the task stand, at most `MAX_INTERESTS_COUNTED`. One read. */
  count(task: Task): Promise<number>;
  /**
   * Brings `interestCount` of every task whose interests have changed up to date, by at most `limit` of the changes; a
   * task that others write meanwhile, or that cannot be counted, is left to the next call. For each of the tasks two reads and one write, and one
   * of each for every interest.
   */
  countChanged(limit: number): Promise<InterestsCounted>;
  /** The interests in a task, the newest first; `limit` + 1 reads at most. */
  ofTask(task: Task, limit: number, cursor: string | null): Promise<Page<Interest>>;
  /**
   * A worker's interests that stand, the newest first. One read, whatever the limit; so a page
   * may be shorter than the limit, or empty, and not be the last.
   */
  ofWorker(worker: Address, limit: number, cursor: string | null): Promise<Page<AddressedInterest>>;
}
