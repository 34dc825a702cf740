import type { RowFilters, RowSums } from "../domain/accounting/filters";
import type { AccountingRow } from "../domain/accounting/row";
import type { Address } from "../domain/address";
import type { TaskKey } from "../domain/task/events";
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
