import { amountFields, amountIn } from "../contribution/amount";
import type { TaskFacts } from "../contribution/facts";
import { txHashOf } from "../task/task";

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
