import type { RowTotal } from "../../domain/accounting/filters";
import type { AccountingRow } from "../../domain/accounting/row";
import { formatUsdc } from "../../domain/money";
import type { Static } from "../../schema/build";
import type { AccountingRow as RowView } from "../../schema/accounting";

/** A row as its wallet reads it: amounts in USDC, the time in ISO 8601 UTC. */
export function rowView(row: AccountingRow): Static<typeof RowView> {
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

/** Totals as their wallet reads them; `netUsdc` is incoming minus outgoing. */
export function totalsView(totals: readonly RowTotal[]) {
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
