import type { TaskFacts } from "../contribution/facts";
import type { Increments } from "../contribution/increments";
import type { Task } from "../task/task";
import { STATES } from "../workflow/states";
import { cellName, cellOf, overflowOf, type Cell } from "./cell";
import { countFields, countsOf } from "./counts";

/** Each day's counts by cell, in `analyticsDays/{day}-{shard}`: `{cell}.{counter}`. */
export const DAYS = "analyticsDays";

/**
 * Documents of one day. A write of the books holds up to 50 of them, whole, and may have 10 MiB: that is enough for some
 * 38,000 tasks a day.
 */
const SHARDS = 64n;

/**
 * What one task adds to the day, in UTC, on which its outcome was known; nothing before.
 *
 * So each task is counted once, with all that it came to: rates are not drawn down by tasks that are still at work, and a
 * day that is over changes only by texts that come late.
 */
export function cellsOf(facts: TaskFacts): Increments {
  return cellsIn(facts, cellOf(facts));
}

/** The same, where the day has no room for the task's own cell. */
export function overflowCellsOf(facts: TaskFacts): Increments {
  return cellsIn(facts, overflowOf(cellOf(facts)));
}

function cellsIn(facts: TaskFacts, own: Cell): Increments {
  const { task } = facts;
  const ended = endedAt(task);
  if (ended === null) return new Map();
  const cell = cellName(own);
  const fields = countFields(countsOf(facts)).map(([field, amount]) => [`${cell}.${field}`, amount] as const);
  return new Map([[`${DAYS}/${dayOf(ended)}-${String(task.taskId % SHARDS).padStart(2, "0")}`, new Map(fields)]]);
}

/**
 * When the outcome was known, unix seconds: the approval, or the end without one. Null while it is open. The stake of an
 * approved task may be claimed much later, and that changes nothing.
 */
export function endedAt({ state, turns }: Task): number | null {
  if (state !== "APPROVED" && STATES[state] !== null) return null;
  return turns.findLast((window) => window.state !== "APPROVED")?.ended ?? null;
}

/** The day of a time in unix seconds, such as `2026-01-31`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
