import type { MarketSums } from "../domain/market";
import type { Category } from "../domain/task/labels";
import type { FilterName } from "../domain/analytics/cells";
import type { Cube, Report, Table, TableKey } from "../domain/analytics/report";

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
