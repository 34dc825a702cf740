import { refuse, refuseField, Refusal, type ErrorCode } from "../../domain/errors";
import { ELSEWHERE, UNUSED, type Objection } from "../../domain/payment/authorization";
import { authorizationKey, type NamedPurchase, type Purchase } from "../../domain/payment/purchase";
import { bodyDigest, type Offer } from "../../domain/payment/quote";
import type { SignDigest } from "../../domain/payment/offerReceipt";
import { sha256 } from "../../domain/sha256";
import { settledHeader } from "./receipts";
import { responseHeader, type SignedPayment } from "../../domain/payment/x402";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type { Versioned } from "../../ports/payments";
import type { Checked, PreparedSettlement, Unsent } from "../../ports/settlement";
import type { Signatures } from "../../ports/authentication";
import { claimBySignedPayment, refuseOtherQuestion, refusePublic, questionName, requireSamePayment } from "./claims";
import type { Compute, Sold } from "../sale";
import { refuseUsed, type Delivery, type DeliveryParts } from "./deliver";
import type { PaymentReader } from "./paymentReader";
import {
  forgivePreempted,
  requireSendable,
  attempt,
  confirmed,
  POLL_MS,
  settlerOf,
  usedFor,
  WAIT_MS,
  type MandatedParts,
  type SendParts,
} from "./send";
import { refusePending, RETRY_SECONDS, standingOf, type Resuming } from "./resume";
import { MalformedPayment, versionOf } from "./signedPayment";

export interface SettlingParts extends DeliveryParts, SendParts, MandatedParts {
  /** Signs receipts; null for none. */
  signReceipt: SignDigest | null;
  signatures: () => Signatures;
  log: Log;
  /** Refuses `not_available` if a payment would buy what cannot be delivered. */
  requireStock: () => Promise<void> | undefined;
}

/** The payer of an answer: the x402 version, and the address if the payload could be parsed. */
type Payer = Pick<SignedPayment, "version"> & Partial<Pick<SignedPayment, "authorization">>;

/** A question that a payment is for, and the purchase of it that a payment by its payer would repeat. */
interface Question {
  body: object;
  named: NamedPurchase | null;
}

const UNSETTLED =
  "This deployment does not settle signed x402 payloads. Send the quote's `transaction`, then redeem with intentId and txHash.";

/** Names that a claim may find taken, one after the other: that of the question, and the payer's own. */
const MAX_CLAIMS = 3;

/**
 * From a signed x402 payment to its answer: claim, send, confirm, compute, store, answer.
 *
 * The claim is durable before anything is sent, and is bound to the authorization, not to a transaction. Regardless of
 * the settler, the token ensures that the payer is charged at most once, and the payer gets what they paid for: each
 * retry of the same payment continues where the last one stopped. Another payment of the same payer for the same
 * question is taken for a retry as well, because that is how clients of x402 retry: it gets the same answer, and is not
 * sent.
 */
export class Settling {
  private readonly endpoint: string;

  constructor(
    private readonly offer: Offer,
    private readonly reader: PaymentReader,
    private readonly delivery: Delivery,
    private readonly resuming: Resuming,
    private readonly parts: SettlingParts,
  ) {
    this.endpoint = offer.product.endpoint;
  }

  /** @param body the valid body, or null if a replay omits it */
  async pay(payload: unknown, body: object | null, compute: Compute): Promise<Sold> {
    const { settings, payments } = this.parts;
    if (!this.offer.terms.settles) refuse("invalid_request", UNSETTLED);
    const payment = this.read(payload);
    const { token, from, nonce } = payment.authorization;
    const paymentKey = authorizationKey(settings.chainId, token, from, nonce);
    const intentKey = sha256(paymentKey);

    const [known, named] = await Promise.all([
      payments().find(intentKey),
      body && payments().named(questionName(from, this.endpoint, body)),
    ]);
    if (known) {
      requireSamePayment(this.endpoint, known.value, payment, body);
      await this.requirePromise(known, payment);
      return this.goOn(known, payment, compute);
    }
    await this.parts.requireStock();
    const checked = await this.check(payment);
    if (body === null) {
      refuseField("", "the body is missing", "Send the body that the payment is for.");
    }
    return this.buy(payment, { paymentKey, intentKey }, { body, named }, checked, compute);
  }

  /** Buys with a payment that came for the first time, unless its payer has bought the answer already. */
  private async buy(
    payment: SignedPayment,
    { paymentKey, intentKey }: Record<"paymentKey" | "intentKey", string>,
    { body, named }: Question,
    checked: Checked,
    compute: Compute,
  ): Promise<Sold> {
    const { payments, nowMs } = this.parts;
    const replaces = { question: [] as string[], anyName: [] as string[] };
    const isPayers = checked.ok || (await this.isOnlyShort(payment, checked.objection));
    if (named && named.until > nowMs()) {
      const before = isPayers ? await this.boughtBefore(named.intentKey, payment, compute) : null;
      if (before) return before;
      replaces.question.push(named.intentKey);
    }
    const prepared = checked.ok ? checked.prepared : await this.requirePaid(payment, checked.objection);
    const refuseUnsent = (unsent: Unsent) => this.refuseUnsent(unsent, payment);
    const claimedMeanwhile =
      prepared && (await requireSendable(this.parts, payment, intentKey, prepared, refuseUnsent));
    if (claimedMeanwhile) return this.same(claimedMeanwhile, payment, body, compute);
    const claimed = {
      endpoint: this.endpoint,
      intentKey,
      body,
      lease: this.delivery.newLease(),
      claimedAt: nowMs(),
    };
    const binding = prepared ? ("authorized" as const) : ("plain" as const);
    for (let claims = 0; claims < MAX_CLAIMS; claims++) {
      const claim = claimBySignedPayment(claimed, payment, { key: paymentKey, binding }, replaces);
      const result = await payments().claim(claim);
      switch (result.outcome) {
        case "claimed":
          this.parts.log.info("settle.claimed", { endpoint: this.endpoint, version: payment.version });
          return this.settle(result.purchase, payment, prepared, compute);
        case "resume":
          return this.same(result.purchase, payment, body, compute);
        case "named": {
          const earlier = await payments().find(result.intentKey);
          if (earlier && !this.isFor(earlier.value, body)) refuseOtherQuestion();
          const finished = earlier && (await this.resuming.resume(earlier, true, compute));
          if (finished) return this.answered(finished.purchase, payment, finished.body);
          replaces.anyName.push(result.intentKey);
          break;
        }
        default:
          refuseUsed();
      }
    }
    return refusePending();
  }

  /** The answer that the payer has bought with another payment; null where this one is to buy it. */
  private async boughtBefore(intentKey: string, payment: SignedPayment, compute: Compute): Promise<Sold | null> {
    const earlier = await this.parts.payments().find(intentKey);
    // A payment with its own identifier gets no answer that an earlier payment bought.
    if (!earlier || (earlier.value.state === "delivered" && payment.paymentId !== null)) return null;
    const finished = await this.resuming.resume(earlier, true, compute);
    return finished && this.answered(finished.purchase, payment, finished.body);
  }

  private isFor({ endpoint, bodyDigest: digest }: Purchase, body: object): boolean {
    return endpoint === this.endpoint && digest === bodyDigest(body);
  }

  /** Whether the payer signed it and only lacks the money, perhaps because an earlier payment took it. */
  private async isOnlyShort(payment: SignedPayment, { reason }: Objection): Promise<boolean> {
    return reason === "invalid_exact_evm_insufficient_balance" && this.reader.isByPayersKey(payment);
  }

  /**
   * Once it is mined, a payment without a promise is public, so it gives the answer once: to the request that settled it,
   * or to the first one after that.
   */
  private async requirePromise(known: Versioned<Purchase>, { promise }: SignedPayment): Promise<void> {
    if (promise !== null || known.value.state !== "delivered") return;
    if (known.value.given === true || !(await this.parts.payments().give(known))) refusePublic();
  }

  private read(payload: unknown): SignedPayment {
    try {
      return this.reader.parse(payload);
    } catch (error) {
      if (error instanceof MalformedPayment)
        this.refusePayment({ version: versionOf(payload) }, error.objection, error.code);
      throw error;
    }
  }

  /** Refuses a payment that would not settle for what shows without a node; what the nodes say is for later. */
  private async check(payment: SignedPayment): Promise<Checked> {
    const objection = this.reader.objectionTo(payment);
    if (!objection) return settlerOf(this.parts).check(payment);
    // An authorization that is too late here may have been used in time by another sender.
    const isLate = objection.reason === "invalid_exact_evm_payload_authorization_valid_before";
    const checked = isLate ? await settlerOf(this.parts).check(payment) : null;
    return checked && !checked.ok && isUsed(checked.objection) ? checked : this.refusePayment(payment, objection);
  }

  /** Refuses a payment that the nodes object to, unless it is on the chain already and names no intent. */
  private async requirePaid(payment: SignedPayment, objection: Objection): Promise<null> {
    if (!isUsed(objection)) this.refusePayment(payment, objection);
    const use = await usedFor(this.parts, payment);
    if (use.outcome === "elsewhere") this.refusePayment(payment, ELSEWHERE);
    if (use.outcome === "unknown") return refusePending(use.txHash);
    const { txHash } = use;
    if (use.outcome === "named")
      refuse(
        "intent_tx_mismatch",
        `The authorization has paid in transaction ${txHash}, which names an intent. Send that intentId with this txHash; nothing more has to be paid.`,
        { members: { txHash } },
      );
    if (this.parts.settings.requirePaymentBinding)
      refuse(
        "intent_tx_mismatch",
        `The authorization has paid in transaction ${txHash}, which someone else sent. Send the intentId of a quote for this body with this txHash and payerSignature; nothing more has to be paid.`,
        { members: { txHash } },
      );
    return null;
  }

  /** Continues a purchase that was claimed meanwhile. */
  private same(purchase: Versioned<Purchase>, payment: SignedPayment, body: object, compute: Compute): Promise<Sold> {
    requireSamePayment(this.endpoint, purchase.value, payment, body);
    return this.goOn(purchase, payment, compute);
  }

  /** Continues a claimed payment: returns its answer, or attempts to settle it again. */
  private async goOn(purchase: Versioned<Purchase>, payment: SignedPayment, compute: Compute): Promise<Sold> {
    if (purchase.value.state === "settling" && purchase.value.lease.until <= this.parts.nowMs()) {
      const mine = await this.parts.payments().takeLease(purchase, this.delivery.newLease());
      if (mine) return this.settle(mine, payment, null, compute);
    }
    return this.deliver(await this.settledMeanwhile(purchase), false, payment, compute);
  }

  /** The purchase once it is settled: waits for the request that is already at it. */
  private async settledMeanwhile(purchase: Versioned<Purchase>): Promise<Versioned<Purchase>> {
    const { payments, nowMs, sleep } = this.parts;
    const giveUp = nowMs() + WAIT_MS;
    let current: Versioned<Purchase> | null = purchase;
    while (nowMs() < giveUp && current?.value.state === "settling" && current.value.lease.until > nowMs()) {
      await sleep(POLL_MS);
      current = await payments().find(purchase.value.intentKey);
    }
    return current && current.value.state !== "settling" ? current : refusePending();
  }

  private async settle(
    purchase: Versioned<Purchase>,
    payment: SignedPayment,
    prepared: PreparedSettlement | null,
    compute: Compute,
  ): Promise<Sold> {
    const { payments, log } = this.parts;
    let isSent = true;
    try {
      const attempted = await attempt(this.parts, purchase.value, payment, prepared);
      const evidence = await confirmed(this.parts, payment, attempted);
      const newest = attempted.outcome === "sent" ? (attempted.txHashes.at(-1) ?? null) : null;
      if (evidence === "pending") return refusePending(newest);
      if (evidence === "elsewhere") this.refusePayment(payment, ELSEWHERE);
      const isReverted = evidence === "reverted" || (evidence === "unsent" && attempted.outcome === "reverted");
      if (isReverted || evidence === "unused") {
        await this.requireOver(purchase, payment, isReverted);
        this.refusePayment(payment, UNUSED);
      }
      if (evidence === "unsent") {
        // Only a first attempt shows that nothing is on its way.
        isSent = prepared === null;
        if (attempted.outcome !== "refused")
          return this.refuseUnable(
            attempted.outcome === "unable" ? attempted : { detail: "", retryAfter: RETRY_SECONDS },
          );
        if (isSent) await this.requireOver(purchase, payment, false);
        this.refusePayment(payment, attempted.objection);
      }
      await forgivePreempted(this.parts, purchase.value, { isFirst: prepared !== null, attempted, evidence });
      const { txHash, blockNumber, blockHash } = evidence;
      const settled = await payments().markPaid(
        purchase,
        { key: purchase.value.paymentKey, txHash, blockNumber, blockHash },
        this.delivery.newLease(),
        true,
      );
      log.info("settle.confirmed", { endpoint: this.endpoint, txHash });
      const current = settled ?? (await payments().find(purchase.value.intentKey));
      if (!current || current.value.state === "settling") return refusePending(txHash);
      return await this.deliver(current, settled !== null, payment, compute);
    } catch (error) {
      // Lets the next request start before the lease expires; if that cannot be stored either, it waits.
      await (isSent ? payments().takeLease(purchase, { owner: "", until: 0 }) : payments().unclaim(purchase)).catch(
        () => null,
      );
      if (error instanceof ChainUnavailable) return refusePending();
      throw error;
    }
  }

  /**
   * Refuses while a payment that moved no money can still be taken: after a revert its signature is public on the chain,
   * and anyone can send it once more.
   */
  private async requireOver(
    { value: { paymentKey, claimedAt } }: Versioned<Purchase>,
    { authorization }: SignedPayment,
    isReverted: boolean,
  ): Promise<void> {
    const { token, from: payer, to: recipient, valueUsdcUnits: amountUsdcUnits, validBefore } = authorization;
    const terms = { key: paymentKey, token, payer, recipient, amountUsdcUnits, claimedAt };
    const standing = await standingOf(this.parts, { ...terms, validBefore: Number(validBefore) });
    if (standing === "void") return;
    if (standing !== "unused" || !isReverted) refusePending(null, Number(validBefore));
    refuseReverted(validBefore);
  }

  private async deliver(
    purchase: Versioned<Purchase>,
    isMine: boolean,
    payment: SignedPayment,
    compute: Compute,
  ): Promise<Sold> {
    return this.answered(purchase.value, payment, await this.delivery.deliverOrJoin(purchase, isMine, compute));
  }

  private answered(purchase: Purchase, { version, authorization: { from } }: SignedPayment, body: string): Sold {
    return { body, headers: settledHeader(this.offer, { ...purchase, payer: from }, version) };
  }

  /** Refuses what the settler does not send, before anything is stored. */
  private refuseUnsent(unsent: Unsent, payment: SignedPayment): never {
    switch (unsent.outcome) {
      case "refused":
        return this.refusePayment(payment, unsent.objection);
      case "reverted":
        return refuseReverted(payment.authorization.validBefore);
      case "unable":
        return this.refuseUnable(unsent);
    }
  }

  private refuseUnable({ detail, retryAfter }: { detail: string; retryAfter: number }): never {
    refuse(
      "dependency_unavailable",
      `${detail} Nothing was charged: send the same request with the same payment again after Retry-After.`.trim(),
      { retryAfter },
    );
  }

  private refusePayment(
    { version, authorization }: Payer,
    { reason, detail }: Objection,
    code: ErrorCode = "payment_invalid",
  ): never {
    throw new Refusal(code, `${reason}: ${detail}`, {
      headers: responseHeader(version, this.parts.settings.chainId, {
        success: false,
        errorReason: reason,
        transaction: "",
        ...(authorization && { payer: authorization.from }),
      }),
    });
  }
}

function isUsed({ reason }: Objection): boolean {
  return reason === "invalid_exact_evm_nonce_already_used";
}

function refuseReverted(validBefore: bigint): never {
  refuse(
    "tx_reverted",
    `The transfer was reverted and moved no money, but until its validBefore (${validBefore}) anyone can send it once more. Pay nothing for this question before then. Send the same payment again after that: it gives the answer if it was taken, and an offer if it was not.`,
  );
}
