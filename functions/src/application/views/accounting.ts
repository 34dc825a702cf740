import { heldOf, type RowSums, type RowTotal } from "../../domain/accounting/totals";
import { balanceOf, type AccountingRow, type RowDirection } from "../../domain/accounting/row";
import { formatUsdc } from "../../domain/money";
import { isoOf } from "../../domain/time";
import type { Static } from "../../schema/build";
import type { AccountingRow as RowView } from "../../schema/accounting";

/** A row as its wallet reads it: amounts in USDC, the time in ISO 8601 UTC. */
export function rowView(row: AccountingRow): Static<typeof RowView> {
  const { contract, title, role, type, direction, counterparty, txHash, logIndex } = row;
  return {
    movedAt: isoOf(row.movedAt),
    settledAt: isoOf(row.settledAt),
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

/** Sums as their wallet reads them. */
export function sumsView({ totals, months }: RowSums) {
  return {
    totals: totals.map((total) => ({
      type: total.type,
      direction: total.direction,
      rows: total.rows,
      ...amounts(total),
      heldUsdc: formatUsdc(total.heldUsdcUnits),
    })),
    netUsdc: netOf(totals),
    held: {
      rewardUsdc: formatUsdc(heldOf(totals, "reward")),
      stakeUsdc: formatUsdc(heldOf(totals, "stake")),
    },
    settledNetUsdc: formatUsdc(settledNet(totals)),
    months: months.map(({ month, totals: own }) => ({
      month,
      rows: own.reduce((sum, { rows }) => sum + rows, 0),
      inUsdc: formatUsdc(unitsOf(own, "in")),
      outUsdc: formatUsdc(unitsOf(own, "out")),
      netUsdc: netOf(own),
      settled: settledView(own),
    })),
  };
}

/** Incoming minus outgoing of all that the escrow no longer holds. */
function settledNet(totals: readonly RowTotal[]): bigint {
  return totals.reduce((sum, one) => {
    const settled = one.netUsdcUnits - one.heldUsdcUnits;
    return one.direction === "in" ? sum + settled : sum - settled;
  }, 0n);
}

/** What was earned and spent. A stake is neither, unless it is lost; a refund beyond what was spent is of money spent before. */
function settledView(totals: readonly RowTotal[]) {
  let [earned, spent] = [0n, 0n];
  for (const { type, direction, netUsdcUnits, heldUsdcUnits, feeUsdcUnits } of totals) {
    if (type === "stake" || type === "stake_returned") continue;
    if (type === "refund") spent -= netUsdcUnits;
    else if (direction === "in") earned += netUsdcUnits;
    else spent += type === "stake_forfeited" ? feeUsdcUnits : netUsdcUnits - heldUsdcUnits;
  }
  const [inUnits, outUnits] = spent < 0n ? [earned - spent, 0n] : [earned, spent];
  return { inUsdc: formatUsdc(inUnits), outUsdc: formatUsdc(outUnits), netUsdc: formatUsdc(inUnits - outUnits) };
}

function netOf(totals: readonly RowTotal[]): string {
  return formatUsdc(unitsOf(totals, "in") - unitsOf(totals, "out"));
}

function unitsOf(totals: readonly RowTotal[], way: RowDirection): bigint {
  return totals.reduce((sum, { direction, netUsdcUnits }) => (direction === way ? sum + netUsdcUnits : sum), 0n);
}

/** As in the files, what went out is negative in `net`, so that it sums to a net. */
function amounts(of: Pick<AccountingRow, "direction" | "grossUsdcUnits" | "feeUsdcUnits" | "netUsdcUnits">) {
  return {
    grossUsdc: formatUsdc(of.grossUsdcUnits),
    feeUsdc: formatUsdc(of.feeUsdcUnits),
    netUsdc: formatUsdc(balanceOf(of)),
  };
}
