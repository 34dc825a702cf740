import type { FilterName } from "../domain/analytics/cell";
import type { Cube, Report, Table, TableKey } from "../domain/analytics/report";

/** A report's name and period: days in UTC, `to` the first one after it. */
export interface ReportRef {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** What is published. */
export interface Catalogue {
  /** The newest twelve, oldest first; their periods follow one another without gaps. */
  readonly reports: readonly ReportRef[];
  /** Each value that ever could be asked for, with the end of the last period that it had a table in. */
  readonly values: Readonly<Record<FilterName, Readonly<Record<string, string>>>>;
  /** Unix milliseconds of the newest report. */
  readonly publishedAt: number;
}

/** Conversion analytics: the days that the books keep, and the reports that are made of them. Every method throws `StoreUnavailable`. */
export interface Analytics {
  /** Null before the first report. One read, and another for every quarter of a million characters of values. */
  catalogue(): Promise<Catalogue | null>;
  /** Whether a value can be asked for; what once could, always can. One read at most, and none for a value that was known before. */
  isKnown(name: FilterName, value: string): Promise<boolean>;
  /** The table of each report that has it; one read for each report, in one round trip. */
  tables(reports: readonly ReportRef[], key: TableKey): Promise<readonly Table[]>;
  /** The first day that anything was counted on, or null. One read. */
  firstDay(): Promise<string | null>;
  /**
   * All that was counted from one day up to another, which is not included, as the books had it at one moment; null while
   * they are rebuilt, or while an outcome of these days is not in them.
   */
  cube(from: string, to: string): Promise<Cube | null>;
  /** Up to which day, the end of a month, everything behind the newest report is about too few wallets; null where nobody looked. One read. */
  quietUpTo(): Promise<string | null>;
  /** Keeps that day. One write. */
  keepQuiet(upTo: string): Promise<void>;
  /** Publishes the report of the period that begins where the last one ended; false, and nothing changes, where another one was. */
  publish(report: Report, period: Omit<ReportRef, "id">, nowMs: number): Promise<boolean>;
}
