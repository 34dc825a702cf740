import type { RowFilters, RowTotal } from "../accounting/filters";
import { balanceOf, type AccountingRow } from "../accounting/row";
import { summed } from "../accounting/totals";
import { beginOf } from "../days";
import type { Address } from "../address";

/** The notice in every exported file. */
export const NOTICE = "Not a tax invoice";

/** Movements of a wallet's money, as written to a file. */
export interface Statement {
  readonly wallet: Address;
  readonly filters: RowFilters;
  /** The oldest first. */
  readonly rows: readonly AccountingRow[];
  /** Over all filtered rows, including those in other parts. */
  readonly totals: readonly RowTotal[];
  /** Whom it is for and who issues it, as the wallet and the operator state it; null where they do not. */
  readonly recipient: string | null;
  readonly issuer: string | null;
  /** The block explorer, whose `/tx/{hash}` shows a transaction. */
  readonly explorer: string;
}

/** The sums of rows by type and direction: ordered by type, incoming first. */
export function totalsOf(rows: readonly AccountingRow[]): RowTotal[] {
  return summed(rows.map((row) => ({ ...row, rows: 1, heldUsdcUnits: row.endedAt === null ? row.netUsdcUnits : 0n })));
}

/** The number of rows behind the totals. */
export function rowsIn(totals: readonly RowTotal[]): number {
  return totals.reduce((sum, { rows }) => sum + rows, 0);
}

/** The net effect of all totals on the wallet's balance, in USDC base units. */
export function balanceIn(totals: readonly RowTotal[]): bigint {
  return totals.reduce((sum, total) => sum + balanceOf(total), 0n);
}

/**
 * The file's date in unix seconds: that of its latest movement, else the period's end or start. It does not use the
 * clock, so the same movements always give the same bytes.
 */
export function dateOf({ rows, filters: { fromDay, toDay } }: Pick<Statement, "rows" | "filters">): number {
  const newest = rows.at(-1);
  if (newest) return newest.settledAt;
  const day = toDay ?? fromDay;
  return day === null ? 0 : beginOf(day);
}
