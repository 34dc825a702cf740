import type { RowFilters, RowTotal } from "../accounting/filters";
import { balanceOf, type AccountingRow } from "../accounting/row";
import { summed } from "../accounting/totals";
import { beginOf } from "../days";
import type { Fiat } from "./fiat";
import type { SettlementRow } from "./settlement";
import type { Address } from "../address";

/** The notice in every exported file. */
export const NOTICE = "Not a tax invoice";

interface Statement {
  readonly wallet: Address;
  readonly filters: RowFilters;
  /** Recipient and issuer, as the wallet and the operator state them; null where they do not. */
  readonly recipient: string | null;
  readonly issuer: string | null;
  /** The block explorer, whose `/tx/{hash}` shows a transaction. */
  readonly explorer: string;
  /** Null where the operator names no currency. */
  readonly fiat: Fiat | null;
}

/** Movements of a wallet's money, as written to a file. */
export interface Movements extends Statement {
  /** The oldest first. */
  readonly rows: readonly AccountingRow[];
}

/** What a wallet earned and spent, one row a settlement, apart from what the escrow holds. */
export interface SettledStatement extends Statement {
  /** The oldest first. */
  readonly settled: readonly SettlementRow[];
  /** Of all until the period's end, also of other parts. */
  readonly held: { readonly rewardUsdcUnits: bigint; readonly stakeUsdcUnits: bigint };
  /** Whether other parts have further settlements. */
  readonly isPart: boolean;
}

/** The sums of rows by type and direction: ordered by type, incoming first. */
export function totalsOf(rows: readonly AccountingRow[]): RowTotal[] {
  return summed(rows.map((row) => ({ ...row, rows: 1, heldUsdcUnits: row.endedAt === null ? row.netUsdcUnits : 0n })));
}

/** The net effect of all totals on the wallet's balance, in USDC base units. */
export function balanceIn(totals: readonly RowTotal[]): bigint {
  return totals.reduce((sum, total) => sum + balanceOf(total), 0n);
}

/**
 * The file's date in unix seconds: the latest of its times, else the period's end or start. It does not use the clock,
 * so the same movements always give the same bytes.
 */
export function dateOf({ times, filters }: { times: readonly number[]; filters: RowFilters }): number {
  const newest = times.at(-1);
  if (newest !== undefined) return newest;
  const { fromDay, toDay } = filters;
  const day = toDay ?? fromDay;
  return day === null ? 0 : beginOf(day);
}
