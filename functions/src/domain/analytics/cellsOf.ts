import type { TaskFacts } from "../contribution/facts";
import type { Increments } from "../contribution/increments";
import { dayOf } from "../days";
import type { Task } from "../task/task";
import { STATES } from "../workflow/states";
import { cellName, cellOf, overflowOf, type Cell } from "./cell";
import { countFields, countsOf } from "./counts";

/**
 * Sums per day. One ledger write holds up to 50 of them and may be 10 MiB: enough for about 38,000 tasks a day.
 */
const SHARDS = 64n;

/**
 * What one task adds to the UTC day on which its outcome became known, in `analytics/{day}-{shard}` as
 * `{cell}.{counter}`; nothing before that.
 *
 * Each task is thus counted once, with its outcome: tasks in progress do not lower the rates, and a past day changes
 * only when metadata arrives late.
 */
export function cellsOf(facts: TaskFacts): Increments {
  return cellsIn(facts, cellOf(facts));
}

/** The same for a day that has no room for the task's own cell. */
export function overflowCellsOf(facts: TaskFacts): Increments {
  return cellsIn(facts, overflowOf(cellOf(facts)));
}

function cellsIn(facts: TaskFacts, own: Cell): Increments {
  const { task } = facts;
  const ended = endedAt(task);
  if (ended === null) return new Map();
  const cell = cellName(own);
  const fields = countFields(countsOf(facts)).map(([field, amount]) => [`${cell}.${field}`, amount] as const);
  const shard = String(task.taskId % SHARDS).padStart(2, "0");
  return new Map([[`analytics/${dayOf(ended)}-${shard}` as const, new Map(fields)]]);
}

/**
 * When the outcome became known, in unix seconds: at the approval, or at the end without one; null before. Claiming the
 * stake of an approved task later does not change it.
 */
export function endedAt({ state, turns }: Task): number | null {
  if (state !== "APPROVED" && STATES[state] !== null) return null;
  return turns.findLast((window) => window.state !== "APPROVED")?.ended ?? null;
}
