import type { RowFilters, RowTotal } from "../domain/accounting/filters";
import type { AccountingRow } from "../domain/accounting/row";
import type { Address } from "../domain/address";
import type { TaskKey } from "../domain/task/events";
import type { Page } from "./tasks";

/** The accounting rows, for reading. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Ledger {
  /** The newest first; at most `limit` + 1 reads. A cursor is what an earlier page of the same rows gave. */
  page(wallet: Address, filters: RowFilters, limit: number, cursor: string | null): Promise<Page<AccountingRow>>;
  /** The totals of each type and direction that has rows, in the order of the types. At most 3 reads, however many rows there are. */
  totals(wallet: Address, filters: RowFilters): Promise<readonly RowTotal[]>;
  /**
   * All rows, the oldest first, read page by page: as few are held at a time as the reader takes. `after` is the
   * `rowKey` of a row: only those behind it.
   */
  stream(wallet: Address, filters: RowFilters, after?: string | null): AsyncIterable<AccountingRow>;
  /** A wallet's rows of one task, the oldest first. One read for each. */
  ofTask(wallet: Address, key: TaskKey, filters: RowFilters): Promise<readonly AccountingRow[]>;
}
