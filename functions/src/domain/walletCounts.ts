import type { Address } from "./address";
import type { Increments } from "./contribution/increments";
import type { Task } from "./task/task";

/** How many tasks a wallet has a part in. */
export interface WalletCounts {
  readonly posted: number;
  readonly started: number;
  /** Where its interest stands. */
  readonly interested: number;
  /** Posted or started by it, and settled. */
  readonly completed: number;
}

/**
 * What one task adds to the boards of its parties, in `boards/{wallet}`; nothing where there is none.
 *
 * Unlike the books, boards follow the newest events: whoever has just posted a task sees it counted, and what a reorg
 * undoes is taken off again.
 */
export function countsOf(task: Task | null): Increments {
  if (!task) return new Map();
  const fields = (part: keyof WalletCounts) =>
    new Map([[part, 1], ...(task.settled ? [["completed", 1] as const] : [])]);
  return new Map([
    [pathOf(task.poster), fields("posted")],
    ...(task.worker ? [[pathOf(task.worker), fields("started")] as const] : []),
  ]);
}

function pathOf(wallet: Address): string {
  return `boards/${wallet}`;
}
