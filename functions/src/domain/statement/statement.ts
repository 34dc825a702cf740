import type { RowFilters, RowTotal } from "../accounting/filters";
import { balanceOf, ROW_TYPES, type AccountingRow } from "../accounting/row";
import type { Address } from "../address";

/** What every file of an export says of itself. */
export const NOTICE = "Not a tax invoice";

/** Movements of a wallet's money, as they are written into a file. */
export interface Statement {
  readonly wallet: Address;
  readonly filters: RowFilters;
  /** The oldest first. */
  readonly rows: readonly AccountingRow[];
  /** Of all rows that the filters let through, also those that stand in other parts. */
  readonly totals: readonly RowTotal[];
}

/** What rows add up to, by type and direction: in the order of the types, what came in first. */
export function totalsOf(rows: readonly AccountingRow[]): RowTotal[] {
  const totals = new Map<string, RowTotal>();
  for (const { type, direction, grossUsdcUnits, feeUsdcUnits, netUsdcUnits } of rows) {
    const sum = totals.get(`${type} ${direction}`);
    totals.set(`${type} ${direction}`, {
      type,
      direction,
      rows: (sum?.rows ?? 0) + 1,
      grossUsdcUnits: (sum?.grossUsdcUnits ?? 0n) + grossUsdcUnits,
      feeUsdcUnits: (sum?.feeUsdcUnits ?? 0n) + feeUsdcUnits,
      netUsdcUnits: (sum?.netUsdcUnits ?? 0n) + netUsdcUnits,
    });
  }
  const place = ({ type, direction }: RowTotal) => 2 * ROW_TYPES.indexOf(type) + (direction === "in" ? 0 : 1);
  return [...totals.values()].sort((a, b) => place(a) - place(b));
}

/** How many rows totals were made of. */
export function rowsIn(totals: readonly RowTotal[]): number {
  return totals.reduce((sum, { rows }) => sum + rows, 0);
}

/** What all totals together add to what the wallet has, USDC base units. */
export function balanceIn(totals: readonly RowTotal[]): bigint {
  return totals.reduce((sum, total) => sum + balanceOf(total), 0n);
}

/**
 * The date that a file carries, unix seconds: its newest movement's, else the period's end or beginning. It is not the
 * clock's, so that the same movements give the same bytes whenever they are asked for.
 */
export function dateOf({ rows, filters: { fromDay, toDay } }: Pick<Statement, "rows" | "filters">): number {
  const newest = rows.at(-1);
  if (newest) return newest.settledAt;
  const day = toDay ?? fromDay;
  return day === null ? 0 : Date.parse(`${day}T00:00:00Z`) / 1000;
}
