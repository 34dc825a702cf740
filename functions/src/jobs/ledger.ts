import { accountingRows, paymentRows } from "../domain/accounting/rows";
import { totalsIn } from "../domain/accounting/totals";
import { cellsOf, overflowCellsOf } from "../domain/analytics/cellsOf";
import type { Contribution } from "../domain/contribution/contribution";
import type { TaskFacts } from "../domain/contribution/facts";
import { sum } from "../domain/contribution/increments";
import type { FinalPayment } from "../domain/payment/final";
import { reputationOf } from "../domain/reputation/reputationOf";
import { LedgerOvertaken, type Posted, type LedgerWriter } from "../ports/ledgerWriter";
import type { Log } from "../ports/log";
import { job } from "./job";

export interface LedgerParts {
  ledgerWriter: LedgerWriter;
  log: Log;
}

/** What one run did. */
export interface LedgerReport {
  /** How many of each were booked anew. */
  tasks: number;
  payments: number;
  /** Entries that the next run has to try again, or that were set aside: nobody can book them as they are. */
  left: number;
  /** Whether nothing else was left to book. */
  complete: boolean;
}

export default job({
  schedule: "every 1 minutes",
  run: ({ ledgerWriter, log }) => postLedger({ ledgerWriter: ledgerWriter(), log }),
});

/** Well within the time that one run has. */
const MAX_STEPS = 200;

/**
 * Everything that is final is in the books, once.
 *
 * Rows and sums are functions of each task and payment alone: what they add is compared with what they were booked
 * with, and the difference is written together with the new booking. Throws `StoreUnavailable`.
 */
export async function postLedger(
  { ledgerWriter: store, log }: LedgerParts,
  maxSteps = MAX_STEPS,
): Promise<LedgerReport> {
  const report: LedgerReport = { tasks: 0, payments: 0, left: 0, complete: false };
  let steps = 0;
  try {
    const run = await store.begin();
    if (run.mustClear) await run.clear();
    const tasksDone = await each((after) => run.postTasks(taskContribution, after), "tasks");
    const paymentsDone = await each((after) => run.postPayments(paymentContribution, after), "payments");
    report.complete = tasksDone && paymentsDone;
  } catch (error) {
    if (!(error instanceof LedgerOvertaken)) throw error;
  }
  log.info("ledger.done", { ...report });
  return report;

  /** Takes step after step; true when there was an end to it. */
  async function each(
    step: (after: string | null) => Promise<Posted>,
    counted: "tasks" | "payments",
  ): Promise<boolean> {
    for (let after: string | null = null; steps < maxSteps; steps++) {
      const { posted, left, next } = await step(after);
      report[counted] += posted;
      report.left += left.length;
      for (const { name, reason, isLasting } of left) {
        if (isLasting) log.error("ledger.set_aside", { name, reason });
        else log.warn("ledger.left", { name, reason });
      }
      if (next === null) return true;
      after = next;
    }
    return false;
  }
}

/** What a task adds to the books. */
export function taskContribution(facts: TaskFacts): Contribution {
  const rows = accountingRows(facts);
  return {
    rows,
    increments: sum([totalsIn(rows), reputationOf(facts)]),
    analytics: [cellsOf(facts), overflowCellsOf(facts)],
  };
}

/** What a paid answer adds to the books. */
export function paymentContribution(payment: FinalPayment): Contribution {
  const rows = paymentRows(payment);
  return { rows, increments: totalsIn(rows) };
}
