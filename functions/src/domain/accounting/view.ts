import type { Address } from "../address";
import { formatUsdc } from "../money";
import type { RowTotal } from "./filters";
import type { AccountingRow } from "./row";

/** A row as its wallet reads it: amounts in USDC, the time in ISO 8601 UTC. */
export interface RowView extends Pick<
  AccountingRow,
  "contract" | "title" | "role" | "type" | "direction" | "txHash" | "logIndex"
> {
  readonly settledAt: string;
  readonly taskId: string | null;
  readonly grossUsdc: string;
  readonly feeUsdc: string;
  readonly netUsdc: string;
  readonly counterparty: Address | null;
  readonly blockNumber: number;
}

export function rowView(row: AccountingRow): RowView {
  const { contract, title, role, type, direction, counterparty, txHash, logIndex } = row;
  return {
    settledAt: new Date(row.settledAt * 1000).toISOString(),
    contract,
    taskId: row.taskId === null ? null : String(row.taskId),
    title,
    role,
    type,
    ...amounts(row),
    direction,
    counterparty,
    txHash,
    blockNumber: Number(row.blockNumber),
    logIndex,
  };
}

/** Totals as their wallet reads them. */
export interface TotalsView {
  readonly totals: (Pick<RowTotal, "type" | "direction" | "rows"> &
    Pick<RowView, "grossUsdc" | "feeUsdc" | "netUsdc">)[];
  /** Incoming minus outgoing; may be negative. */
  readonly netUsdc: string;
}

export function totalsView(totals: readonly RowTotal[]): TotalsView {
  const net = totals.reduce(
    (sum, { direction, netUsdcUnits }) => sum + (direction === "in" ? netUsdcUnits : -netUsdcUnits),
    0n,
  );
  return {
    totals: totals.map((total) => ({
      type: total.type,
      direction: total.direction,
      rows: total.rows,
      ...amounts(total),
    })),
    netUsdc: formatUsdc(net),
  };
}

function amounts({
  grossUsdcUnits,
  feeUsdcUnits,
  netUsdcUnits,
}: Pick<AccountingRow, "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits">) {
  return {
    grossUsdc: formatUsdc(grossUsdcUnits),
    feeUsdc: formatUsdc(feeUsdcUnits),
    netUsdc: formatUsdc(netUsdcUnits),
  };
}
