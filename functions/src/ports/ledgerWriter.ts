import type { Contribution } from "../domain/contribution/contribution";
import type { TaskFacts } from "../domain/contribution/facts";
import type { FinalPayment } from "../domain/payment/final";

/** An entry that was not posted. */
export interface Left {
  readonly name: string;
  readonly reason: string;
  /**
   * Whether its contribution cannot be computed or written: it is set aside until its next change or a rebuild.
   * Otherwise it is being changed concurrently.
   */
  readonly isLasting: boolean;
}

/** The result of one step of a run. */
export interface Posted {
  /** How many entries were posted. */
  readonly posted: number;
  readonly left: readonly Left[];
  /** Where the next step begins; null when there is nothing left. */
  readonly next: string | null;
}

/**
 * One run of the ledger job. Every step is one atomic write, made only if no other run has written to the ledger since
 * this one began; otherwise it throws `LedgerOvertaken`. Runs can therefore be interrupted anywhere and overlap.
 */
export interface LedgerRun {
  /** Whether the ledger is being rebuilt and must be cleared before anything is posted. */
  readonly mustClear: boolean;
  /** Empties the ledger and marks everything as not posted. */
  clear(): Promise<void>;
  /**
   * Posts the difference between what entries add now and what was posted for them before, for some changed entries
   * after `after`. What an entry adds must depend on nothing else.
   */
  postTasks(contributionOf: (facts: TaskFacts) => Contribution, after: string | null): Promise<Posted>;
  postPayments(contributionOf: (payment: FinalPayment) => Contribution, after: string | null): Promise<Posted>;
}

/** Write access to the ledger. Every method throws `StoreUnavailable` when the database does not answer. */
export interface LedgerWriter {
  /** One read. */
  begin(): Promise<LedgerRun>;
  /** From now on nothing is posted until a run has cleared the ledger. */
  requireClearing(): Promise<void>;
}

/** Another run has written to the ledger: that one continues, and this one ends. */
export class LedgerOvertaken extends Error {
  constructor() {
    super("Another run is writing the ledger");
  }
}
