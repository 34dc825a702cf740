import { pathName, amountFields, amountIn, type TaskFacts, type Increments } from "../contribution";
import { DAY_MS, dayOf } from "../time";
import { txHashOf, type Task } from "../task/task";
import { STATES } from "../workflow/states";

/** The dimensions by which tasks are counted. */
export const DIMENSIONS = ["agent", "category", "industry", "country"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The dimensions by which a count can be filtered. */
export const FILTERS = ["country", "category", "industry"] as const satisfies readonly Dimension[];
export type FilterName = (typeof FILTERS)[number];

/**
 * All attributes by which analytics may distinguish tasks; an unknown one is null. Agents and posters are EIP-55
 * addresses.
 */
export type Cell = Readonly<Record<Dimension, string | null>> & { readonly poster: string };

/** The cell of a task. Categories and industries are case-folded, so that case variants share a row. */
export function cellOf({ task, metadata }: TaskFacts): Cell {
  return {
    category: metadata?.category.toLowerCase() ?? null,
    industry: metadata?.industry?.toLowerCase() ?? null,
    country: metadata?.country?.toUpperCase() ?? null,
    agent: task.worker,
    poster: task.poster,
  };
}

/** Counts what has no room under its own name. */
const OTHER = "other";

/** The cell for a task whose own cell no longer fits: names chosen by posters become `other`. */
function overflowOf(cell: Cell): Cell {
  return { ...cell, category: cell.category && OTHER, industry: cell.industry && OTHER };
}

const SEPARATOR = "~";

/** A cell encoded as one path segment. */
function cellName({ category, industry, country, agent, poster }: Cell): string {
  return [category, industry, country, agent, poster]
    .map((value) => (value === null ? "" : pathName(value)))
    .join(SEPARATOR);
}

/** The cell that a path segment encodes. */
export function cellNamed(name: string): Cell {
  const [category = null, industry = null, country = null, agent = null, poster] = name
    .split(SEPARATOR)
    .map((part) => (part === "" ? null : decodeURIComponent(part)));
  if (!poster) throw new TypeError("a cell's name has no poster");
  return { category, industry, country, agent, poster };
}

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

/** The steps of the funnel in order, and how tasks ended. */
export const COUNTERS = ["posted", "interested", "started", "submitted", "approved", "rejected", "cancelled"] as const;
export type Counter = (typeof COUNTERS)[number];

/** How many tasks reached each step, and the rewards offered for them. */
export type Counts = Readonly<Record<Counter, number>> & { readonly rewardUsdcUnits: bigint };

export const NO_COUNTS: Counts = {
  posted: 0,
  interested: 0,
  started: 0,
  submitted: 0,
  approved: 0,
  rejected: 0,
  cancelled: 0,
  rewardUsdcUnits: 0n,
};

/**
 * What one task counts. Every step implies the steps before it, so that no rate exceeds 1: a worker who starts counts
 * as interested even without having registered an interest. Work that the poster did not review in time counts as
 * approved, as in the contract.
 */
export function countsOf({ task, interestCount }: TaskFacts): Counts {
  const started = task.worker !== null;
  return {
    posted: 1,
    interested: Number(started || interestCount > 0),
    started: Number(started),
    submitted: Number(task.submissionHashes.length > 0),
    approved: Number(task.state === "APPROVED"),
    rejected: Number(txHashOf(task, "reject") !== undefined),
    cancelled: Number(task.state === "CANCELLED"),
    rewardUsdcUnits: task.rewardUsdcUnits,
  };
}

export function addCounts(a: Counts, b: Counts): Counts {
  const counts = COUNTERS.map((name) => [name, a[name] + b[name]]);
  const sums = Object.fromEntries(counts) as Record<Counter, number>;
  return { ...sums, rewardUsdcUnits: a.rewardUsdcUnits + b.rewardUsdcUnits };
}

/** Counts as integers that can be summed field by field; zeros are omitted. */
export function countFields({ rewardUsdcUnits, ...counts }: Counts): [field: string, amount: number][] {
  const fields: [string, number][] = COUNTERS.map((name) => [name, counts[name]]);
  fields.push(...amountFields("reward", rewardUsdcUnits));
  return fields.filter(([, amount]) => amount !== 0);
}

/** The counts in sums of `countFields`. */
export function countsIn(fields: Readonly<Record<string, number>>): Counts {
  const counts = COUNTERS.map((name) => [name, fields[name] ?? 0]);
  return { ...(Object.fromEntries(counts) as Record<Counter, number>), rewardUsdcUnits: amountIn(fields, "reward") };
}

/** Days after the end of a month during which final events and late metadata still enter its report. */
const GRACE_DAYS = 3;

/** The first day of a day's month. Days are UTC, such as `2026-01-31`. */
export function monthOf(day: string): string {
  return `${day.slice(0, "2026-01".length)}-01`;
}

/** The first day of the month after a day's month. */
export function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return dayOf(Date.UTC(year, month, 1) / 1000);
}

/** Whether a period that ends before a day may be reported. */
export function isClosed(to: string, nowMs: number): boolean {
  return nowMs >= Date.parse(to) + GRACE_DAYS * DAY_MS;
}
