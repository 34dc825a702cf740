import { balanceOf, rowKey, type AccountingRow } from "../accounting/row";
import type { TaskKey } from "../task/events";

/** The movements of a wallet's money for one task or one paid answer. */
export interface Settlement {
  /** Such as `agent-fast-12`, or `answer-0x5f…-3`: unique within a wallet and usable as a file name. */
  readonly name: string;
  /** Null for a paid answer. */
  readonly task: TaskKey | null;
  /** The oldest first. */
  readonly rows: readonly AccountingRow[];
}

/** The settlements that rows belong to, in the order of their first rows. */
export function settlementsOf(rows: readonly AccountingRow[]): Settlement[] {
  const settlements = new Map<string, Settlement & { rows: AccountingRow[] }>();
  for (const row of rows) {
    const name = nameOf(row);
    const known = settlements.get(name);
    if (known) known.rows.push(row);
    else settlements.set(name, { name, task: taskOf(row), rows: [row] });
  }
  return [...settlements.values()];
}

/**
 * Whether a settlement belongs to the part that begins after the row key `after`, or at the start if null. Each
 * settlement appears once, complete, in the part of its first movement.
 */
export function beginsBehind({ rows }: Settlement, after: string | null): boolean {
  const [first] = rows;
  return first !== undefined && (after === null || rowKey(first) > after);
}

function nameOf({ contract, taskId, txHash, logIndex }: AccountingRow): string {
  return contract === null || taskId === null ? `answer-${txHash}-${logIndex}` : `${contract}-${taskId}`;
}

function taskOf({ contract, taskId }: AccountingRow): TaskKey | null {
  return contract === null || taskId === null ? null : { contract, taskId };
}

/** What a settlement was to its wallet. Money that came back, and a stake that was returned, are neither. */
export const SETTLEMENT_KINDS = ["income", "expense", "stake_lost", "stake_received"] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** A settlement in one row: what the wallet earned or spent by one task or answer, when the money was settled. */
export interface SettlementRow {
  readonly kind: SettlementKind;
  /** Unix seconds. */
  readonly endedAt: number;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  /** Positive. */
  readonly netUsdcUnits: bigint;
  /** The latest row, with the task, the role and the other party. */
  readonly row: AccountingRow;
  readonly txHashes: readonly string[];
}

/** A settlement in one row; null while the escrow holds the money, and where the wallet has gained and lost nothing. */
export function settlementRow({ rows }: Pick<Settlement, "rows">): SettlementRow | null {
  const over = rows.filter(({ endedAt }) => endedAt !== null);
  const row = over.findLast(({ counterparty }) => counterparty !== null) ?? over.at(-1);
  if (!row) return null;
  const net = over.reduce((sum, one) => sum + balanceOf(one), 0n);
  if (net === 0n) return null;
  const isOwn = over.some(({ type, netUsdcUnits }) => type === "stake_forfeited" && netUsdcUnits === 0n);
  const isOthers = over.some(({ type, netUsdcUnits }) => type === "stake_forfeited" && netUsdcUnits > 0n);
  const kind = net > 0n ? (isOthers ? "stake_received" : "income") : isOwn ? "stake_lost" : "expense";
  const feeUsdcUnits = over.reduce((sum, one) => (one.type === "stake_forfeited" ? sum : sum + one.feeUsdcUnits), 0n);
  const netUsdcUnits = net < 0n ? -net : net;
  return {
    kind,
    endedAt: Math.max(...over.map(({ endedAt }) => endedAt ?? 0)),
    // A fee was taken from what came in; of what was spent it is a part.
    grossUsdcUnits: net > 0n ? netUsdcUnits + feeUsdcUnits : netUsdcUnits,
    feeUsdcUnits,
    netUsdcUnits,
    row,
    txHashes: [...new Set(over.map(({ txHash }) => txHash))],
  };
}
