import type { Firestore } from "@google-cloud/firestore";
import { firestoreAnalytics } from "../../functions/src/adapters/firestore/ledger/analytics";
import {
  cellOf,
  endedAt,
  addCounts,
  countsOf,
  NO_COUNTS,
  monthAfter,
  monthOf,
  type Cell,
  type Counts,
} from "../../functions/src/domain/analytics/cells";
import { dayOf } from "../../functions/src/domain/time";
import { reportOf } from "../../functions/src/domain/analytics/report";
import { factsOf, marketYear } from "./marketYear";

const TASKS = 1_500;
const YEAR_MS = 365 * 86_400_000;

/**
 * The twelve months before this one have reports, of a drawn marketplace, so that analytics can be asked at once. The tasks
 * themselves are not there, and what really happens is counted from this month on.
 */
export async function loadSampleReports(db: Firestore, nowMs: number): Promise<void> {
  const today = dayOf(nowMs / 1_000);
  const months = new Map<string, Map<string, [Cell, Counts]>>();
  for (const task of marketYear({ tasks: TASKS, seed: 1, from: (Date.parse(monthOf(today)) - YEAR_MS) / 1_000 })) {
    const facts = factsOf(task);
    const ended = endedAt(facts.task);
    if (ended === null || dayOf(ended) >= monthOf(today)) continue;
    const month = months.get(monthOf(dayOf(ended))) ?? new Map<string, [Cell, Counts]>();
    months.set(monthOf(dayOf(ended)), month);
    const name = JSON.stringify(cellOf(facts));
    month.set(name, [cellOf(facts), addCounts(month.get(name)?.[1] ?? NO_COUNTS, countsOf(facts))]);
  }
  const analytics = firestoreAnalytics(db, () => nowMs);
  let from: string | null = null;
  for (const [month, cells] of [...months].sort()) {
    const report = reportOf(new Map(cells.values()));
    if (!report) continue;
    const period: { from: string; to: string } = { from: from ?? month, to: monthAfter(month) };
    await analytics.publish(report, period, nowMs);
    from = period.to;
  }
}
