import * as fc from "fast-check";
import type { Cell, Counts } from "../../../functions/src/domain/analytics/cells";
import type { Cube, Report } from "../../../functions/src/domain/analytics/report";

const value = (prefix: string, most: number, missing: number) =>
  fc.integer({ min: -missing, max: most - 1 }).map((at) => (at < 0 ? null : `${prefix}${at}`));

const taskCell = fc.record<Cell>({
  category: value("c", 3, 1),
  industry: value("i", 2, 2),
  country: value("k", 2, 2),
  agent: value("w", 3, 2),
  poster: fc.integer({ min: 0, max: 8 }).map((at) => `p${at}`),
});

/** Small markets, in which much is about few wallets, and what tells two numbers apart is one task. */
export const smallMarket = fc
  .integer({ min: 5, max: 120 })
  .chain((tasks) => fc.array(taskCell, { minLength: tasks, maxLength: tasks }));

/** Each task counted under a number of its own, a power of two: whatever is summed shows which tasks are in it. */
export function marked(tasks: readonly Cell[]): Cube {
  return new Map(tasks.map((cell, at) => [cell, countsWith(1n << BigInt(at))]));
}

function countsWith(rewardUsdcUnits: bigint): Counts {
  return {
    posted: 1,
    interested: 0,
    started: 0,
    submitted: 0,
    approved: 0,
    rejected: 0,
    cancelled: 0,
    rewardUsdcUnits,
  };
}

/** One published number, as the set of tasks that it counts. */
export interface Number_ {
  readonly tasks: bigint;
  /** The agent that a row names; null elsewhere. */
  readonly agent: string | null;
}

/** All different numbers of a report. */
export function numbersOf(report: Report): Number_[] {
  const numbers = new Map<string, Number_>();
  const add = (tasks: bigint, agent: string | null) => numbers.set(`${tasks}`, { tasks, agent });
  for (const { aggregate, totals, rows } of report.tables) {
    for (const { key, counts } of rows) add(counts.rewardUsdcUnits, aggregate === "agent" ? key : null);
    add(totals.rewardUsdcUnits, null);
  }
  return [...numbers.values()];
}

/** The wallets that a set of tasks is about. */
export function walletsIn(tasks: bigint, cells: readonly Cell[], but: string | null = null): Set<string> {
  const members = cells.filter((_, at) => (tasks >> BigInt(at)) & 1n);
  const wallets = members
    .flatMap(({ poster, agent }) => [poster, agent])
    .filter((wallet) => wallet !== null && wallet !== but);
  return new Set(wallets as string[]);
}
