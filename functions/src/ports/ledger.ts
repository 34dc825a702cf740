import type { AccountingRow } from "../domain/accounting/row";
import type { RowFilters, RowSums } from "../domain/accounting/totals";
import type { Address } from "../domain/address";
import type { FilterName } from "../domain/analytics/cells";
import type { Cube, Report, Table, TableKey } from "../domain/analytics/report";
import type { Contribution, TaskFacts } from "../domain/contribution";
import type { PlacedWithdrawal, WithdrawalChange } from "../domain/events/withdrawals";
import type { MarketSums } from "../domain/market";
import type { FinalPayment } from "../domain/payment/purchase";
import type { TaskKey } from "../domain/task/events";
import type { Category } from "../domain/task/labels";
import type { ContractName } from "../domain/workflow/variants";
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
  owed(contract: ContractName): Promise<Owed>;
}

/** The withdrawals of credits in the event log. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Withdrawals {
  /** A deployment's withdrawals in blocks that may still be undone. One read, and one for each of both deployments. */
  pending(contract: ContractName): Promise<readonly PlacedWithdrawal[]>;
  /** Tells of the change: idempotent. For each withdrawal one read or more, and one write. */
  tell(change: WithdrawalChange): Promise<void>;
}

/** A report's name and period: days in UTC, `to` the first one after it. */
export interface ReportRef {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** What is published. */
export interface Catalogue {
  /** The latest twelve, oldest first; their periods are contiguous. */
  readonly reports: readonly ReportRef[];
  /** Each value that was ever available, with the end of the last period that has a table for it. */
  readonly values: Readonly<Record<FilterName, Readonly<Record<string, string>>>>;
  /** Unix milliseconds of the latest report. */
  readonly publishedAt: number;
}

/**
 * Conversion analytics: the ledger's daily counts, and the reports made from them. Every method throws
 * `StoreUnavailable`.
 */
export interface Analytics {
  /** Null before the first report. One read, plus one for every 250,000 characters of values. */
  catalogue(): Promise<Catalogue | null>;
  /** Whether a value is available; once available, it always is. One read at most, none for a value known before. */
  isKnown(name: FilterName, value: string): Promise<boolean>;
  /** The table of each report that has it; one read for each report, in one round trip. */
  tables(reports: readonly ReportRef[], key: TableKey): Promise<readonly Table[]>;
  /** What the ledger has counted of each category, and when it last wrote one. One read a category, in one round trip. */
  market(): Promise<{ readonly sums: ReadonlyMap<Category, MarketSums>; readonly updatedAt: number | null }>;
  /** The first day with counts, or null. One read. */
  firstDay(): Promise<string | null>;
  /**
   * All counts from one day up to another (exclusive), as a consistent snapshot; null while the ledger is rebuilt or an
   * outcome of these days is not posted.
   */
  cube(from: string, to: string): Promise<Cube | null>;
  /**
   * The day, the end of a month, up to which everything after the latest report has too few wallets; null if never
   * checked. One read.
   */
  quietUpTo(): Promise<string | null>;
  /** Stores that day. One write. */
  keepQuiet(upTo: string): Promise<void>;
  /**
   * Publishes the report of the period that begins where the last one ended; false, without a change, if another run
   * published one.
   */
  publish(report: Report, period: Omit<ReportRef, "id">, nowMs: number): Promise<boolean>;
}
