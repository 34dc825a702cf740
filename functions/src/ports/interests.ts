import type { Address } from "../domain/address";
import type { Interest, InterestSort, ListedInterest } from "../domain/interest";
import type { TaskKey } from "../domain/task/events";
import type { Task } from "../domain/task/task";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page, TaskRecord } from "./tasks";

/** The result of a change: the task as read, and the interest. */
export interface ChangedInterest {
  readonly record: TaskRecord;
  readonly interest: Interest;
}

export interface InterestsCounted {
  /** Tasks whose count was written. */
  readonly tasks: number;
  /** Tasks that could not be counted; the next call retries them. */
  readonly failed: number;
  readonly hasMore: boolean;
}

/** An interest and the poster it is addressed to: that of the task, unless a reorg replaced the task. */
export interface AddressedInterest extends ListedInterest {
  readonly poster: Address;
}

/**
 * Workers' interests in tasks. An interest is addressed to the task's poster: if a reorg gave the id to another
 * poster's task, the interest no longer applies. All throw `StoreUnavailable` when the database does not answer.
 */
export interface Interests {
  /** The worker's interest in the task, or null. One read. */
  find(task: Task, worker: Address): Promise<Interest | null>;
  /** The same for several, in their order. One read each, in one round trip. */
  findAll(of: readonly { task: Task; worker: Address }[]): Promise<readonly (Interest | null)[]>;
  /**
   * Changes one interest, unless it is changed concurrently before the unit is committed; null if the chain has no such
   * task. `change` returns the same object if nothing is to be written. Three reads, and one per 1,000 interests to count
   * them if their number changes; writes only this worker's documents.
   */
  change(
    key: TaskKey,
    worker: Address,
    change: (task: Task, known: Interest | null) => Interest,
    unit: UnitOfWork,
  ): Promise<ChangedInterest | null>;
  /** As `change`, committed at once, and tried again if it is changed concurrently. */
  changeNow(
    key: TaskKey,
    worker: Address,
    change: (task: Task, known: Interest | null) => Interest,
  ): Promise<ChangedInterest | null>;
  /** The number of active interests in the task, at most `MAX_INTERESTS_COUNTED`. One read. */
  count(task: Task): Promise<number>;
  /**
   * Updates `interestCount` of tasks whose interests have changed, for at most `limit` changes; a task that is written
   * concurrently or cannot be counted is left to the next call. Two reads and one write per task, and one of each per
   * interest.
   */
  countChanged(limit: number): Promise<InterestsCounted>;
  /** The interests in a task, sorted; `limit` + 1 reads at most. */
  ofTask(task: Task, sort: InterestSort, limit: number, cursor: string | null): Promise<Page<Interest>>;
  /**
   * A worker's active interests, newest first. One read regardless of the limit, so a page may be shorter than the
   * limit, or empty, without being the last.
   */
  ofWorker(worker: Address, limit: number, cursor: string | null): Promise<Page<AddressedInterest>>;
}
