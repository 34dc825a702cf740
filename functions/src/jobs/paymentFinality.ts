import type { Address } from "../domain/address";
import { transferBy } from "../domain/payment/authorization";
import type { Evidence } from "../domain/payment/evidence";
import { settlementOf } from "../domain/payment/final";
import { nonceInKey, type Payment } from "../domain/payment/purchase";
import { ChainUnavailable, type Chain } from "../ports/chain";
import type { Log } from "../ports/log";
import type { Payments } from "../ports/payments";
import type { Authorizations } from "../ports/settlement";
import { job } from "./job";

export interface PaymentFinalityParts {
  payments: Payments;
  chain: Chain;
  authorizations: Authorizations;
  recipient: Address;
  log: Log;
  nowMs: () => number;
}

export interface PaymentFinalityReport {
  /** Payments that were mined though nobody came to ask. */
  found: number;
  final: number;
  orphaned: number;
  moved: number;
}

export default job({
  schedule: "every 10 minutes",
  run: ({ payments, chain, authorizations, settings, log, nowMs }) =>
    paymentFinality({ payments: payments(), chain: chain(), authorizations: authorizations(), recipient: settings.paymentRecipient, log, nowMs }),
});

const BATCH = 50;
const MOST_BATCHES = 40;
/** How long ago the payments were claimed that are looked for though nobody asks: by then they are mined, or have expired. */
const ABANDONED = { afterMs: 3_600_000, forMs: 2 * 3_600_000, most: 200 };

/**
 * Every claimed payment is looked at again until its block is final; a signed one that was sent, and that its payer
 * did not wait for, is looked for, too.
 *
 * A reorg may mine the transaction anew, or, where the payer signed an authorization, another transaction
 * that carries it (block and transaction are updated); or drop it for good: then the payment is
 * `orphaned`, an answer was given for nothing, and the log says so. In any case the transfer stays
 * bound to its intent and buys nothing else.
 */
export async function paymentFinality({ payments, chain, authorizations, recipient, log, nowMs }: PaymentFinalityParts): Promise<PaymentFinalityReport> {
  const report: PaymentFinalityReport = { found: 0, final: 0, orphaned: 0, moved: 0 };
  const finalized = await chain.finalizedBlock();
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const pending = await payments.pendingFinality(BATCH);
    const settled = await Promise.all(pending.map((payment) => recheck(payment, finalized).catch(leave(payment))));
    // The oldest come first: when none of them is final, none of the younger ones is.
    if (!settled.some(Boolean)) break;
  }
  const until = nowMs() - ABANDONED.afterMs;
  for (const payment of await payments.unsettled(until - ABANDONED.forMs, until, ABANDONED.most)) {
    const found = await byAuthorization(payment).catch(leave(payment));
    if (!found) continue;
    const { txHash, blockNumber, blockHash } = found;
    await payments.settleFinality(payment.key, { finality: "pending", txHash, blockNumber, blockHash, settlement: null });
    report.found += 1;
  }
  log.info("payment_finality.done", { ...report, finalized: finalized.toString() });
  return report;

  /** True when nothing more can happen to the payment. */
  async function recheck(payment: Payment, finalizedBlock: bigint): Promise<boolean> {
    const found = await whatCarried(payment);
    const { txHash, blockNumber, blockHash } = found ?? payment;
    const isFinal = blockNumber <= finalizedBlock;
    const moved = blockHash !== payment.blockHash;
    if (!isFinal && !moved) return false;
    const settlement = isFinal && found ? settlementOf(payment, found) : null;
    const finality = !isFinal ? "pending" : settlement ? "final" : "orphaned";
    await payments.settleFinality(payment.key, { finality, txHash, blockNumber, blockHash, settlement });
    if (moved) report.moved += 1;
    if (finality !== "pending") report[finality] += 1;
    if (finality === "orphaned") log.error("payment.orphaned", { txHash: payment.txHash, intentKey: payment.intentKey });
    return isFinal;
  }

  /** One payment that no node tells of holds up no other; the next run looks for it again. */
  function leave({ intentKey }: Payment): (error: unknown) => null {
    return (error) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      log.warn("payment.left", { intentKey });
      return null;
    };
  }

  /** The transaction that moved the payment, as the chain has it now; null where none did. */
  async function whatCarried(payment: Payment): Promise<Evidence | null> {
    const known = await chain.evidence(payment.txHash);
    return known?.succeeded ? known : byAuthorization(payment);
  }

  async function byAuthorization({ key, token, payer, amountUsdcUnits, claimedAt }: Payment): Promise<Evidence | null> {
    const nonce = nonceInKey(key);
    if (nonce === null) return null;
    const sought = { token, from: payer, to: recipient, valueUsdcUnits: amountUsdcUnits, nonce };
    const { txHash } = await authorizations.use(sought, Math.floor(claimedAt / 1000));
    const evidence = txHash && (await chain.evidence(txHash));
    return evidence?.succeeded && transferBy(sought, evidence) ? evidence : null;
  }
}
