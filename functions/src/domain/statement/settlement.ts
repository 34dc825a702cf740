import { rowKey, type AccountingRow } from "../accounting/row";
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
