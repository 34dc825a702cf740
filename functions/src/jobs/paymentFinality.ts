import { settlementOf } from "../domain/payment/final";
import type { Payment } from "../domain/payment/purchase";
import type { Chain } from "../ports/chain";
import type { Log } from "../ports/log";
import type { Payments } from "../ports/payments";
import { job } from "./job";

export interface PaymentFinalityParts {
  payments: Payments;
  chain: Chain;
  log: Log;
}

export interface PaymentFinalityReport {
  final: number;
  orphaned: number;
  moved: number;
}

export default job({
  schedule: "every 10 minutes",
  run: ({ payments, chain, log }) => paymentFinality({ payments: payments(), chain: chain(), log }),
});

const BATCH = 50;
const MOST_BATCHES = 40;

/**
 * Every claimed payment is looked at again until its block is final.
 *
 * A reorg may mine the transaction anew (its block is updated) or drop it for good: then the
 * payment is `orphaned`, an answer was given for nothing, and the log says so. Either way the
 * transfer stays bound to its intent and buys nothing else.
 */
export async function paymentFinality({ payments, chain, log }: PaymentFinalityParts): Promise<PaymentFinalityReport> {
  const report: PaymentFinalityReport = { final: 0, orphaned: 0, moved: 0 };
  const finalized = await chain.finalizedBlock();
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const pending = await payments.pendingFinality(BATCH);
    const settled = await Promise.all(pending.map((payment) => recheck(payment, finalized)));
    // The oldest come first: when none of them is final, none of the younger ones is.
    if (!settled.some(Boolean)) break;
  }
  log.info("payment_finality.done", { ...report, finalized: finalized.toString() });
  return report;

  /** True when nothing more can happen to the payment. */
  async function recheck(payment: Payment, finalizedBlock: bigint): Promise<boolean> {
    const evidence = await chain.evidence(payment.txHash);
    const found = evidence?.succeeded ? evidence : null;
    const { blockNumber, blockHash } = found ?? payment;
    const isFinal = blockNumber <= finalizedBlock;
    const moved = blockHash !== payment.blockHash;
    if (!isFinal && !moved) return false;
    const finality = !isFinal ? "pending" : found ? "final" : "orphaned";
    const settlement = finality === "final" && found ? settlementOf(payment, found) : null;
    await payments.settleFinality(payment.key, { finality, blockNumber, blockHash, settlement });
    if (moved) report.moved += 1;
    if (finality !== "pending") report[finality] += 1;
    if (finality === "orphaned") log.error("payment.orphaned", { txHash: payment.txHash, intentKey: payment.intentKey });
    return isFinal;
  }
}
