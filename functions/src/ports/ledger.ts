import type { AccountingRow } from "../domain/accounting/row";
import type { RowFilters, RowSums } from "../domain/accounting/totals";
import type { Address } from "../domain/address";
import type { Contribution, TaskFacts } from "../domain/contribution";
import type { PlacedWithdrawal, WithdrawalChange } from "../domain/events/withdrawals";
import type { FinalPayment } from "../domain/payment/purchase";
import type { TaskKey } from "../domain/task/events";
import type { VariantName } from "../domain/workflow/variants";
import type { Page } from "./tasks";

/** The accounting rows, for reading. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Ledger {
  /** Newest first; at most `limit` + 1 reads. A cursor comes from an earlier page of the same rows. */
  page(wallet: Address, filters: RowFilters, limit: number, cursor: string | null): Promise<Page<AccountingRow>>;
  /** The sums of all filtered rows, also by month. At most 3 reads, regardless of the number of rows. */
  sums(wallet: Address, filters: RowFilters): Promise<RowSums>;
  /**
   * All rows, oldest first, read page by page as the consumer needs them. `after` is a `rowKey`: only later rows are
   * returned.
   */
  stream(wallet: Address, filters: RowFilters, after?: string | null): AsyncIterable<AccountingRow>;
  /** A wallet's rows of one task, oldest first. One read for each. */
  ofTask(wallet: Address, key: TaskKey, filters: RowFilters): Promise<readonly AccountingRow[]>;
}

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

/** What a deployment holds for its open tasks. */
export interface Owed {
  /** The block at which the sum holds; null before the indexer's first run, or while too many tasks are ahead of it. */
  readonly block: bigint | null;
  readonly usdcUnits: bigint;
}

/** What the escrows owe according to the projection. Throws `StoreUnavailable`. */
export interface Liabilities {
  /** One read, one per 1,000 open tasks, and one per task ahead of the indexer. */
  owed(contract: VariantName): Promise<Owed>;
}

/** The withdrawals of credits in the event log. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Withdrawals {
  /** A deployment's withdrawals in blocks that may still be undone. One read, and one for each of both deployments. */
  pending(contract: VariantName): Promise<readonly PlacedWithdrawal[]>;
  /** Tells of the change: idempotent. For each withdrawal one read or more, and one write. */
  tell(change: WithdrawalChange): Promise<void>;
}
