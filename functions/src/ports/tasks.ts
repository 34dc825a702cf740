import type { Address } from "../domain/address";
import type { Citation, Content, ContentKind } from "../domain/content";
import type { NewEvent } from "../domain/events/event";
import type { Interest, InterestSort, ListedInterest } from "../domain/interest";
import type { Hex } from "../domain/keccak";
import type { Usual } from "../domain/reputation/records";
import type { Resubmission } from "../domain/task/call";
import type { TaskKey } from "../domain/task/events";
import type { TaskMetadata } from "../domain/task/metadata";
import type { TaskSearch } from "../domain/task/search";
import type { Task } from "../domain/task/task";
import type { DisputeAnswer } from "../domain/task/texts";
import type { AuthorDay, ThreadCounts, Message, ThreadKey } from "../domain/thread";
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

/** A content, and the citation that it proves. */
export interface Proven {
  readonly citation: Citation;
  readonly content: Content;
}

/**
 * The texts of which the chain holds the hash. A hash alone never finds a text: a draft belongs to its author, a
 * content to the task that cites it. All throw `StoreUnavailable` when the database does not answer.
 */
export interface ContentStore {
  /** Stores contents that no event cites yet, for a day, under their author. One write each; idempotent. */
  keepDrafts(author: Address, drafts: readonly Content[], nowMs: number, unit?: UnitOfWork): Promise<void>;
  /** Whether this author has such a draft. One read. */
  hasDraft(author: Address, kind: ContentKind, hash: Hex): Promise<boolean>;
  /**
   * Moves the drafts among the citations to their tasks, and with metadata the private details that it cites.
   * Idempotent, also without a draft. One read each, another for each that was found, and one write for each new one.
   */
  adopt(citations: readonly Citation[], unit?: UnitOfWork): Promise<void>;
  /** Stores contents without a draft; the caller has checked that their hashes match the citations. One write each. */
  put(proven: readonly Proven[], unit?: UnitOfWork): Promise<void>;
  /**
   * The stored contents, in the citations' order; metadata is part of the task itself. One read each, one round trip.
   */
  find(citations: readonly Citation[]): Promise<readonly Proven[]>;
}

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

export interface NoticesGiven {
  readonly given: number;
  /** Tasks that were written concurrently; the next run retries them. */
  readonly contended: number;
}

/** Notices before and after deadlines. Throws `StoreUnavailable` when the database does not answer. */
export interface Deadlines {
  /**
   * Adds the `deadline.near` events that are due, each once, at most `limit`. One read for each task that is due and no
   * others; two writes for each.
   */
  giveNotice(nowMs: number, limit: number): Promise<NoticesGiven>;
}

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

/** What one more message changes. */
export interface Posted {
  readonly message: Message;
  readonly thread: ThreadCounts;
  readonly author: AuthorDay;
  readonly event: NewEvent;
}

/** Which messages to list: newest first from below a number, or oldest first from above one. */
export type MessagesWanted = { readonly before: number | null } | { readonly after: number };

/** The messages of tasks' posters and workers. All throw `StoreUnavailable` when the database does not answer. */
export interface Threads {
  /**
   * Adds what `post` makes of the stored counts, unless thread or author is changed concurrently before the unit is
   * committed. Two reads in one round trip; writes the message, the thread's and the author's counts, and the event.
   */
  post(
    key: ThreadKey,
    author: Address,
    post: (thread: ThreadCounts, author: AuthorDay | null) => Posted,
    unit: UnitOfWork,
  ): Promise<Message>;
  /** The cursor is the number of the page's last message. `limit` + 1 reads at most. */
  list(key: ThreadKey, wanted: MessagesWanted, limit: number): Promise<Page<Message>>;
}
