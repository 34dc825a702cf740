import { Refusal } from "../../domain/errors";
import type { Purchase } from "../../domain/payment/purchase";
import type { Log } from "../../ports/log";
import type { Payments, Versioned } from "../../ports/payments";

export interface UnfinishedParts {
  payments: Payments;
  /** Finishes one purchase; false where its payment was never taken. Refuses `tx_not_confirmed` while it may be. */
  finish: (purchase: Purchase) => Promise<boolean>;
  log: Log;
  nowMs: () => number;
}

export interface UnfinishedReport {
  /** Answers that are stored now. */
  finished: number;
  /** Purchases whose payment is not on the chain. */
  unpaid: number;
  /** Purchases that could not be finished; the next run tries again. */
  failed: number;
}

/** A purchase that no request is at any more: its lease is over. */
const MIN_AGE_MS = 60_000;
/** Older ones are finished when their payer comes back. */
const MAX_AGE_MS = 48 * 60 * 60_000;
const BATCH = 10;
const MAX_BATCHES = 20;

/**
 * Finishes purchases whose request ended before their answer: what is paid is settled, computed and stored, so that its
 * payer reads it, by the same payment, another one or a sign-in, without paying again.
 */
export async function finishPurchases({ payments, finish, log, nowMs }: UnfinishedParts): Promise<UnfinishedReport> {
  const report: UnfinishedReport = { finished: 0, unpaid: 0, failed: 0 };
  const range = { fromMs: nowMs() - MAX_AGE_MS, toMs: nowMs() - MIN_AGE_MS };
  // What is paid for certain comes first.
  for (const state of ["claimed", "settling"] as const) {
    let after: Versioned<Purchase> | null = null;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const found: Versioned<Purchase>[] = await payments.unfinished(state, range, BATCH, after);
      await Promise.all(found.map(({ value }) => finishOne(value)));
      if (found.length < BATCH) break;
      after = found.at(-1) ?? null;
    }
  }
  log.info("purchases.done", { ...report });
  return report;

  async function finishOne(purchase: Purchase): Promise<void> {
    try {
      report[(await finish(purchase)) ? "finished" : "unpaid"] += 1;
    } catch (error) {
      if (error instanceof Refusal && error.code === "tx_not_confirmed") {
        report.unpaid += 1;
        return;
      }
      log.warn("purchase.left", { endpoint: purchase.endpoint, intentKey: purchase.intentKey });
      report.failed += 1;
    }
  }
}
