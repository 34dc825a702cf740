import type { AccountingRow } from "../domain/accounting/row";
import type {
  Fiat,
  DayRate,
  Settlement,
  SettlementRow,
  Movements,
  SettledStatement,
  WorkLinks,
} from "../domain/statement/statement";

/** Movements with their settlements, each in a separate file. */
export interface Parcel extends Movements {
  readonly settlements: readonly Settlement[];
  /** Of the settled tasks. */
  readonly works: readonly WorkLinks[];
  /** Where the next part begins; null at the end. */
  readonly nextCursor: string | null;
}

/** A file, generated as it is consumed. */
export interface Written {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Bytes; null if the file is generated while it is sent, like the digest. */
  readonly length: number | null;
  /** SHA-256, hex. */
  readonly sha256: string | null;
}

/** What amounts and transactions of a file refer to; `fiat` is null where the operator names no currency. */
export interface Terms {
  readonly explorer: string;
  readonly fiat: Fiat | null;
}

/** Writes statements to files. The same input always gives the same bytes. */
export interface Statements {
  csv(rows: readonly AccountingRow[], fiat: Fiat | null): Promise<Written>;
  /** The movements as another program imports them. */
  imported(format: "koinly" | "xero", rows: readonly AccountingRow[], fiat: Fiat | null): Promise<Written>;
  /** One row a settlement. */
  settlements(rows: readonly SettlementRow[], terms: Terms): Promise<Written>;
  /** One booking a settlement, of one calendar year, as DATEV imports it. */
  datev(rows: readonly SettlementRow[], year: string, terms: Terms): Promise<Written>;
  /** One row a settlement, with totals. */
  pdf(statement: SettledStatement): Promise<Written>;
  /** A file for each settlement, the rows as CSV, the links of work that name a hash, and a manifest with the size and SHA-256 of each. */
  zip(parcel: Parcel): Promise<Written>;
}

/** What the operator's source says that a US dollar is worth. */
export interface RateSource {
  /**
   * The rates of past days, as far as the source returns them in time: one round trip a day, a few at a time. It gives up
   * at the first that fails, and never throws.
   */
  ask(days: readonly string[]): Promise<ReadonlyMap<string, DayRate>>;
}

/** The rates that statements were written with. A rate that is stored never changes. */
export interface Rates {
  /** The rates of these days that are stored. Reads one document a month. */
  of(currency: string, days: readonly string[]): Promise<ReadonlyMap<string, DayRate>>;
  /** Stores rates of days that have none, in one transaction; gives what is stored for these days after it. */
  keep(currency: string, rates: ReadonlyMap<string, DayRate>): Promise<ReadonlyMap<string, DayRate>>;
}
