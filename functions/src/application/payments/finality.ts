import { Refusal } from "../../domain/errors";
import { isUsedIn, transferBy } from "../../domain/payment/authorization";
import type { Evidence } from "../../domain/payment/evidence";
import {
  inTurns,
  nextLook,
  finalTransferOf,
  nonceInKey,
  type Payment,
  type Purchase,
} from "../../domain/payment/purchase";
import { ChainUnavailable, type Chain } from "../../ports/chain";
import { traceOf, type Log } from "../../ports/log";
import type { Payments, Versioned } from "../../ports/payments";
import type { Authorizations, Settler } from "../../ports/settlement";

export interface PaymentFinalityParts {
  payments: Payments;
  chain: Chain;
  authorizations: Authorizations;
  /** Null if the service settles nothing. */
  settler: Pick<Settler, "forgive"> | null;
  log: Log;
  nowMs: () => number;
}

export interface PaymentFinalityReport {
  /** Payments found on the chain later: their payer did not wait, or a reorg had undone them. */
  found: number;
  final: number;
  orphaned: number;
  moved: number;
  /** Payments that were never settled and no longer can be. */
  expired: number;
  /** Payments on which nodes have no data or disagree; the next run checks again. */
  left: number;
}

const BATCH = 50;
const MAX_BATCHES = 40;
/** Maximum payments without a transaction that one run looks for, and of each kind among which it chooses them. */
const MAX_LOOKS = 200;
const MAX_DUE = 1_000;

/**
 * Checks every claimed payment until its block is final.
 *
 * After a reorg, the transaction may be in another block, or another transaction may contain the payer's authorization:
 * then block and transaction are updated. A payment is undone only by proof: another block is final at its height, or
 * its transaction is final and, as two nodes say, moves something else. It is then `orphaned`, which is logged, because
 * an answer was given for nothing. A missing receipt, or a log that one node does not have, proves nothing: the payment
 * is checked again later. In any case the transfer stays bound to its intent and buys nothing else.
 *
 * A payment without a transaction, because its payer did not wait or a reorg undid it, is looked for less and less
 * often while it may still be mined, and posted then. One that was never settled is deleted, with what it was to buy,
 * once its authorization has expired unused in a final block.
 */
export async function paymentFinality({
  payments,
  chain,
  authorizations,
  settler,
  log,
  nowMs,
}: PaymentFinalityParts): Promise<PaymentFinalityReport> {
  const report: PaymentFinalityReport = { found: 0, final: 0, orphaned: 0, moved: 0, expired: 0, left: 0 };
  const finalized = await chain.finalizedBlock();
  let after: Payment | null = null;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const pending: Payment[] = await payments.pendingFinality(BATCH, after);
    const outcomes = await Promise.all(pending.map((payment) => recheck(payment).catch(unlessUnavailable(payment))));
    // Oldest first: if all of these wait for finality, newer ones do, too.
    if (pending.length < BATCH || outcomes.every((outcome) => outcome === "waits")) break;
    after = pending.at(-1) ?? null;
  }
  let finalTime: Promise<number> | null = null;
  const lost = inTurns(await payments.toLookFor(nowMs(), MAX_DUE), MAX_LOOKS);
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
      if (moved) await payments.noteFinality(payment.key, pendingAt({ txHash, blockNumber, blockHash }));
      report.moved += moved ? 1 : 0;
      return "waits";
    }
    const canonical = await chain.hashOf(blockNumber);
    // A receipt of a missing block, or no receipt from an existing one: a node has no data or lies.
    if (canonical === null || (canonical === blockHash) !== (found !== null)) return leave(payment);
    const paying = found && finalTransferOf(payment, found) === null ? await chain.evidence(txHash, 2) : found;
    if (paying?.blockHash !== found?.blockHash) return leave(payment);
    // The ledger uses the block's time.
    const transfer =
      paying &&
      finalTransferOf(payment, { ...paying, minedAt: paying.minedAt ?? (await chain.blockTime(paying.blockHash)) });
    const finality = transfer ? "final" : "orphaned";
    // Its own transaction may have been reverted because another one had made the payment before.
    if (transfer && payment.binding === "authorized") await settler?.forgive(payment.intentKey);
    const lookAt = transfer ? null : nextLook(payment, nowMs());
    await payments.noteFinality(payment.key, { finality, txHash, blockNumber, blockHash, transfer, lookAt });
    report.moved += moved ? 1 : 0;
    report[finality] += 1;
    if (finality === "orphaned")
      log.error("payment.orphaned", { txHash: payment.txHash, intentKey: payment.intentKey });
    return "settled";
  }

  /** A payment that is found waits for finality, like any other. */
  async function lookFor(payment: Payment): Promise<void> {
    // Written first, so that a payment that cannot be looked for does not block the others.
    await payments.lookAgain(payment.key, nextLook(payment, nowMs()));
    const found = payment.finality === "orphaned" ? await findEvidence(payment) : await byAuthorization(payment);
    if (found && finalTransferOf(payment, found)) {
      await payments.noteFinality(payment.key, pendingAt(found));
      report.found += 1;
    } else if (!found && (await isExpired(payment)) && (await payments.expire(payment))) {
      log.info("payment.expired", { intentKey: payment.intentKey });
      report.expired += 1;
    }
  }

  /** True if no block can contain the payment: one in which it had expired is final, and by then it was not used. */
  async function isExpired({ finality, key, token, payer, validBefore }: Payment): Promise<boolean> {
    const nonce = nonceInKey(key);
    if (finality !== "unsettled" || nonce === null || validBefore === undefined) return false;
    // Cheap first: not even the service's own clock says that it has expired.
    if (nowMs() / 1000 < validBefore || (await timeOfFinal()) < validBefore) return false;
    const unusedAt = await authorizations.unusedAt({ token, from: payer, nonce });
    return unusedAt !== null && unusedAt >= finalized;
  }

  function timeOfFinal(): Promise<number> {
    const read = async () => {
      const hash = await chain.hashOf(finalized);
      return hash === null ? 0 : chain.blockTime(hash);
    };
    return (finalTime ??= read());
  }

  /** A payment that the nodes cannot report on does not block others; the next run looks again. */
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

  /** Evidence of the transaction that currently contains the payment; null if none does. */
  async function findEvidence(payment: Payment): Promise<Evidence | null> {
    const known = await chain.evidence(payment.txHash);
    if (!known?.succeeded) return byAuthorization(payment);
    return finalTransferOf(payment, known) ? known : ((await byAuthorization(payment)) ?? known);
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
    if (!evidence || !isUsedIn(sought, evidence))
      throw new ChainUnavailable("an authorization is used, and no transaction is known that used it");
    return evidence.succeeded && transferBy({ ...sought, to: recipient }, evidence) !== null ? evidence : null;
  }
}

/** A payment whose block is not final yet. */
const pendingAt = ({ txHash, blockNumber, blockHash }: Pick<Payment, "txHash" | "blockNumber" | "blockHash">) =>
  ({ finality: "pending", txHash, blockNumber, blockHash, transfer: null }) as const;

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
const UNFINISHED_BATCH = 10;
const MAX_UNFINISHED_BATCHES = 20;

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
    for (let batch = 0; batch < MAX_UNFINISHED_BATCHES; batch++) {
      const found: Versioned<Purchase>[] = await payments.unfinished(state, range, UNFINISHED_BATCH, after);
      await Promise.all(found.map(({ value }) => finishOne(value)));
      if (found.length < UNFINISHED_BATCH) break;
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
      log.warn("purchase.left", { endpoint: purchase.endpoint, intentKey: purchase.intentKey, ...traceOf(error) });
      report.failed += 1;
    }
  }
}
