import type { Address } from "../../domain/address";
import { transferBy } from "../../domain/payment/authorization";
import type { Evidence } from "../../domain/payment/evidence";
import { nextLook, settlementOf } from "../../domain/payment/final";
import { nonceInKey, type Payment } from "../../domain/payment/purchase";
import { ChainUnavailable, type Chain } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type { Payments } from "../../ports/payments";
import type { Authorizations } from "../../ports/settlement";

export interface PaymentFinalityParts {
  payments: Payments;
  chain: Chain;
  authorizations: Authorizations;
  /** Who is paid, and who was before: for payments that don't say whom they paid. */
  recipients: readonly Address[];
  log: Log;
  nowMs: () => number;
}

export interface PaymentFinalityReport {
  /** Payments that are on the chain after all: their payer did not wait for them, or a reorg had undone them. */
  found: number;
  final: number;
  orphaned: number;
  moved: number;
  /** Payments of which the nodes deny or contradict each other what they must know; the next run looks again. */
  left: number;
}

const BATCH = 50;
const MAX_BATCHES = 40;
/** Payments that are looked for in one run though nothing carries them. */
const MAX_LOOKS = 100;

/**
 * Every claimed payment is looked at again until its block is final.
 *
 * A reorg may mine the transaction in another block or, where the payer signed an authorization, have another
 * transaction carry it: then block and transaction are updated. Only what is proven takes a payment back: another block
 * is final where its own was, or its transaction, final, moves something else. Then it is `orphaned`, an answer was given
 * for nothing, and the log says so. A receipt or a log that a node does not have is no proof: the payment is left, and
 * looked at again. In any case the transfer stays bound to its intent and buys nothing else.
 *
 * What nothing carries, because its payer did not wait or a reorg undid it, is looked for as long as it may still land,
 * ever more rarely, and booked then.
 */
export async function paymentFinality({
  payments,
  chain,
  authorizations,
  recipients,
  log,
  nowMs,
}: PaymentFinalityParts): Promise<PaymentFinalityReport> {
  const report: PaymentFinalityReport = { found: 0, final: 0, orphaned: 0, moved: 0, left: 0 };
  const finalized = await chain.finalizedBlock();
  let after: Payment | null = null;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const pending: Payment[] = await payments.pendingFinality(BATCH, after);
    const outcomes = await Promise.all(pending.map((payment) => recheck(payment).catch(unlessUnavailable(payment))));
    // The oldest come first: where all of them wait for their block to be final, the younger ones do.
    if (pending.length < BATCH || outcomes.every((outcome) => outcome === "waits")) break;
    after = pending.at(-1) ?? null;
  }
  const lost = await payments.toLookFor(nowMs(), MAX_LOOKS);
  for (let from = 0; from < lost.length; from += BATCH) {
    await Promise.all(
      lost.slice(from, from + BATCH).map((payment) => lookFor(payment).catch(unlessUnavailable(payment))),
    );
  }
  log.info("payment_finality.done", { ...report, finalized: finalized.toString() });
  return report;

  async function recheck(payment: Payment): Promise<"waits" | "settled" | "left"> {
    const found = await findEvidence(payment);
    const { txHash, blockNumber, blockHash } = found ?? payment;
    const moved = blockHash !== payment.blockHash;
    if (blockNumber > finalized) {
      if (moved)
        await payments.settleFinality(payment.key, {
          finality: "pending",
          txHash,
          blockNumber,
          blockHash,
          settlement: null,
        });
      report.moved += moved ? 1 : 0;
      return "waits";
    }
    const canonical = await chain.hashOf(blockNumber);
    // A receipt of a block that is not there, or none of one that is: some node does not know, or lies.
    if (canonical === null || (canonical === blockHash) !== (found !== null)) return leave(payment);
    // The books go by the block's time.
    const settlement =
      found && settlementOf(payment, { ...found, minedAt: found.minedAt ?? (await chain.blockTime(found.blockHash)) });
    const finality = settlement ? "final" : "orphaned";
    const lookAt = settlement ? null : nextLook(payment, nowMs());
    await payments.settleFinality(payment.key, { finality, txHash, blockNumber, blockHash, settlement, lookAt });
    report.moved += moved ? 1 : 0;
    report[finality] += 1;
    if (finality === "orphaned")
      log.error("payment.orphaned", { txHash: payment.txHash, intentKey: payment.intentKey });
    return "settled";
  }

  /** One that is found waits for its block to be final, like any other. */
  async function lookFor(payment: Payment): Promise<void> {
    // Before anything else, so that one that cannot be looked for is not in the way of the others.
    await payments.lookAgain(payment.key, nextLook(payment, nowMs()));
    const found = payment.finality === "orphaned" ? await findEvidence(payment) : await byAuthorization(payment);
    if (!found || !settlementOf(payment, found)) return;
    const { txHash, blockNumber, blockHash } = found;
    await payments.settleFinality(payment.key, {
      finality: "pending",
      txHash,
      blockNumber,
      blockHash,
      settlement: null,
    });
    report.found += 1;
  }

  /** What the nodes don't tell of holds up no other payment; the next run looks for it again. */
  function leave({ intentKey }: Payment): "left" {
    log.warn("payment.left", { intentKey });
    report.left += 1;
    return "left";
  }

  function unlessUnavailable(payment: Payment): (error: unknown) => "left" {
    return (error) => {
      if (!(error instanceof ChainUnavailable)) throw error;
      return leave(payment);
    };
  }

  /** The transaction that moved the payment, as the chain has it now; null where none did. */
  async function findEvidence(payment: Payment): Promise<Evidence | null> {
    const known = await chain.evidence(payment.txHash);
    return known?.succeeded ? known : byAuthorization(payment);
  }

  async function byAuthorization({
    key,
    token,
    payer,
    recipient,
    amountUsdcUnits,
    claimedAt,
  }: Payment): Promise<Evidence | null> {
    const nonce = nonceInKey(key);
    if (nonce === null) return null;
    const sought = { token, from: payer, valueUsdcUnits: amountUsdcUnits, nonce };
    const { used, txHash } = await authorizations.use(sought, Math.floor(claimedAt / 1000));
    if (!used) return null;
    const evidence = txHash && (await chain.evidence(txHash));
    if (!evidence) throw new ChainUnavailable("an authorization is used, and no transaction is known that used it");
    const isPaid = (to: Address) => transferBy({ ...sought, to }, evidence) !== null;
    return evidence.succeeded && (recipient ? [recipient] : recipients).some(isPaid) ? evidence : null;
  }
}
