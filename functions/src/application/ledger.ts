import { accountingRows, paymentRows } from "../domain/accounting/rows";
import { totalsIn } from "../domain/accounting/totals";
import { cellsOf, overflowCellsOf } from "../domain/analytics/cells";
import { sum, type Contribution, type TaskFacts } from "../domain/contribution";
import type { FinalPayment } from "../domain/payment/purchase";
import { marketOf } from "../domain/market";
import { reputationOf } from "../domain/reputation/reputationOf";
import { LedgerOvertaken, type Posted, type LedgerWriter } from "../ports/ledger";
import type { Log } from "../ports/log";

export interface LedgerParts {
  ledgerWriter: LedgerWriter;
  log: Log;
}

/** What one run did. */
export interface LedgerReport {
  /** How many of each were posted. */
  tasks: number;
  payments: number;
  /** Entries that the next run retries, or that were set aside because they cannot be posted as they are. */
  left: number;
  /** Whether nothing else was left to post. */
  complete: boolean;
}

/** Well within the time limit of a run. */
const MAX_STEPS = 200;

/**
 * Posts everything that is final to the ledger, exactly once.
 *
 * Rows and sums are functions of each task and payment alone. What an entry adds now is compared with what was posted
 * for it before, and the difference is written together with the new posting. Throws `StoreUnavailable`.
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

  /** Runs steps until done; true if it finished within the limit. */
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

/** What a task adds to the ledger. @internal */
export function taskContribution(facts: TaskFacts): Contribution {
  const rows = accountingRows(facts);
  return {
    rows,
    increments: sum([totalsIn(rows), reputationOf(facts), marketOf(facts)]),
    analytics: [cellsOf(facts), overflowCellsOf(facts)],
  };
}

/** What a paid answer adds to the ledger. @internal */
export function paymentContribution(payment: FinalPayment): Contribution {
  const rows = paymentRows(payment);
  return { rows, increments: totalsIn(rows) };
}
