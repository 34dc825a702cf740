import type { Increments } from "./contribution";
import type { Task } from "./task/task";

/** How many tasks a wallet takes part in. */
export interface WalletCounts {
  readonly posted: number;
  readonly started: number;
  /** With its active interest. */
  readonly interested: number;
  /** Posted or started by it, and settled. */
  readonly completed: number;
}

/**
 * What one task adds to the counters of its parties, `counters/{wallet}`; nothing for no task.
 *
 * Unlike the ledger, counters follow the latest events: a newly posted task counts immediately, and what a reorg undoes
 * is subtracted again.
 */
export function countsOf(task: Task | null): Increments {
  if (!task) return new Map();
  const fields = (part: keyof WalletCounts) =>
    new Map([[part, 1], ...(task.settled ? [["completed", 1] as const] : [])]);
  return new Map([
    [`counters/${task.poster}` as const, fields("posted")],
    ...(task.worker ? [[`counters/${task.worker}`, fields("started")] as const] : []),
  ]);
}
