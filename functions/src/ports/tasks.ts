import type { Address } from "../domain/address";
import type { DisputeAnswer } from "../domain/task/dispute";
import type { Usual } from "../domain/reputation/usual";
import type { TaskKey } from "../domain/task/events";
import type { TaskMetadata } from "../domain/task/metadata";
import type { TaskSearch } from "../domain/task/search";
import type { Task } from "../domain/task/task";
import type { UnitOfWork } from "../domain/unitOfWork";

/** A task with its off-chain data. */
export interface TaskRecord {
  readonly task: Task;
  /** Null until it is provided; its hash is the task's `metadataHash`. */
  readonly metadata: TaskMetadata | null;
  /** Up to a minute old; `Interests.count` is exact. */
  readonly interestCount: number;
  /** The arbiter's public reason; null until it is provided. Its hash is the ruling's. */
  readonly rulingReason: string | null;
  /** What the poster usually does, as far as final tasks tell; minutes old. Null with too few. */
  readonly usual?: Usual | null;
  /** The poster's answer in the task's dispute. */
  readonly answer: DisputeAnswer | null;
}

/** All tasks that a wallet posted, that it started, of either kind that are settled, or whose dispute ended with it as arbiter, newest first. */
export interface TaskList {
  readonly kind: "posted" | "started" | "completed" | "ruled";
  readonly wallet: Address;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

/** The tasks, for reading. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Tasks {
  /** Null if the chain has no such task. One read. */
  get(key: TaskKey): Promise<TaskRecord | null>;
  /** In the keys' order; one read each, in one round trip. */
  getAll(keys: readonly TaskKey[]): Promise<readonly (TaskRecord | null)[]>;
  /**
   * At most `limit` + 1 reads. A cursor comes from an earlier page of the same list; any other text returns an
   * arbitrary page.
   */
  page(list: TaskList, limit: number, cursor: string | null): Promise<Page<TaskRecord>>;
  /** Tasks that wait for this wallet, the earliest deadline first. `limit` + 1 reads at most. */
  waiting(wallet: Address, limit: number, cursor: string | null): Promise<Page<TaskRecord>>;
  /** Disputed tasks of which this wallet is a party or the arbiter, the earliest deadline first. `limit` + 1 reads at most. */
  disputed(wallet: Address, limit: number, cursor: string | null): Promise<Page<TaskRecord>>;
  /**
   * At most `limit` + 1 reads; with words, one more for each item. A cursor comes from an earlier page of the same search;
   * any other text returns an arbitrary page.
   */
  search(search: TaskSearch, limit: number, cursor: string | null): Promise<Page<TaskRecord>>;
  /**
   * Renews what the posters usually do in open tasks of at most `limit` posters for whom that has changed, and returns
   * how many posters. One read for each, and one read for each of at most 100 tasks; of these, one write where it
   * differs. More tasks of one poster wait for the next call.
   */
  renewUsual(limit: number): Promise<number>;
  /** How many tasks match, at most `most`. One read for each thousand counted, at least one. */
  count(filter: Pick<TaskSearch, "status" | "equal">, most: number): Promise<number>;
  /** Tasks with submitted work that this judge may approve. At most `limit` reads. */
  judging(judge: Address, limit: number): Promise<readonly TaskRecord[]>;
  /** Tasks with a missed deadline (unix seconds), longest overdue first, after `after`. At most `limit` reads. */
  overdue(nowSeconds: number, limit: number, after?: Task): Promise<readonly TaskRecord[]>;
  /**
   * Stores a task's metadata, which the caller has checked against the on-chain hash. One read, and one write unless it
   * is known.
   */
  setMetadata(key: TaskKey, metadata: TaskMetadata, unit?: UnitOfWork): Promise<void>;
  /** Stores the reason of a task's ruling, which the caller has checked against the on-chain hash. One read, and one write unless it is known. */
  setRulingReason(key: TaskKey, reason: string, unit?: UnitOfWork): Promise<void>;
  /**
   * Stores the poster's answer in the task's dispute with its event, and returns the dispute's answer: if there is one
   * already, that one stays. One read, one write and the event.
   */
  answer(task: Task, answer: DisputeAnswer, unit: UnitOfWork): Promise<DisputeAnswer>;
}
