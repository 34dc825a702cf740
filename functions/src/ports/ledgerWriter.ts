import type { Contribution } from "../domain/contribution/contribution";
import type { TaskFacts } from "../domain/contribution/facts";
import type { FinalPayment } from "../domain/payment/final";

/** An entry that stays unbooked. */
export interface Left {
  readonly name: string;
  readonly reason: string;
  /** Whether what it adds cannot be worked out or written: it waits for its next change, or for a rebuild, and nothing waits for it. Else somebody changes it just now. */
  readonly isLasting: boolean;
}

/** What one step of a run did. */
export interface Posted {
  /** How many entries are booked now that were not. */
  readonly posted: number;
  readonly left: readonly Left[];
  /** Where the next step begins; null when there is nothing left. */
  readonly next: string | null;
}

/**
 * One run over the books. Every step is one write that is made whole or not at all, and only if nobody else has
 * written to the books since the run began: else it throws `BooksOvertaken`. So it makes no difference where a run is cut off,
 * or how many there are at once.
 */
export interface LedgerRun {
  /** Whether the books are being rebuilt and have to be cleared before anything is booked. */
  readonly mustClear: boolean;
  /** Empties all books and takes everything for unbooked. */
  clear(): Promise<void>;
  /**
   * Books the difference between what entries add now and what they were booked with before, for some of those that have
   * changed, from `after` on. What they add must depend on nothing else.
   */
  postTasks(contributionOf: (facts: TaskFacts) => Contribution, after: string | null): Promise<Posted>;
  postPayments(contributionOf: (payment: FinalPayment) => Contribution, after: string | null): Promise<Posted>;
}

/** The books, for whoever keeps them. Every method throws `StoreUnavailable` when the database does not answer. */
export interface LedgerWriter {
  /** One read. */
  begin(): Promise<LedgerRun>;
  /** From now on nothing is booked until a run has cleared the books. */
  requireClearing(): Promise<void>;
}

/** Another run has written to the books: that one goes on, and this one ends. */
export class LedgerOvertaken extends Error {
  constructor() {
    super("Another run keeps the books");
  }
}
