import { refuse, Refusal, type ErrorCode } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { ELSEWHERE, REVERTED, type Objection, type SettlementReason } from "../../domain/payment/authorization";
import { authorizationKey, type Purchase } from "../../domain/payment/purchase";
import type { Offer } from "../../domain/payment/quote";
import type { SignDigest } from "../../domain/payment/offerReceipt";
import { settledHeader } from "./receipts";
import { responseHeader, type SignedPayment } from "../../domain/payment/x402";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type { Versioned } from "../../ports/payments";
import type { PreparedSettlement, Unsent } from "../../ports/settlement";
import type { Signatures } from "../../ports/signatures";
import { claimBySignedPayment, otherPayment, requireSamePayment, sha256 } from "./claims";
import { alreadyUsed, type Compute, type Delivery, type DeliveryParts } from "./deliver";
import type { PaymentReader } from "./paymentReader";
import type { MandatedParts } from "./mandated";
import { forgivePreempted, requireSendable } from "./settler";
import { MalformedPayment, versionOf } from "./signedPayment";
import { attempt, confirmed, isPaid, POLL_MS, settlerOf, WAIT_MS, type SubmitParts } from "./submit";

/** An answer paid by a signed payment. */
export interface Settled {
  body: string;
  headers: Record<string, string>;
}

export interface SettlingParts extends DeliveryParts, SubmitParts, MandatedParts {
  /** Signs receipts; null for none. */
  signReceipt: SignDigest | null;
  signatures: () => Signatures;
  log: Log;
  /** Refuses `not_available` if a payment would buy what cannot be delivered. */
  requireStock: () => Promise<void> | undefined;
}

/** The payer of an answer: the x402 version, and the address if the payload could be parsed. */
type Payer = Pick<SignedPayment, "version"> & Partial<Pick<SignedPayment, "authorization">>;

const UNSETTLED =
  "This deployment does not settle signed x402 payloads. Send the quote's `transaction`, then redeem with intentId and txHash.";

/** Seconds after which a pending payment is worth checking again. */
const RETRY_SECONDS = 3;

/**
 * From a signed x402 payment to its answer: claim, send, confirm, compute, store, answer.
 *
 * The claim is durable before anything is sent, and is bound to the authorization, not to a transaction. Regardless of
 * the settler, the token ensures that the payer is charged at most once, and the payer gets what they paid for: each
 * retry of the same payment continues where the last one stopped.
 */
export class Settling {
  private readonly endpoint: string;

  constructor(
    private readonly offer: Offer,
    private readonly reader: PaymentReader,
    private readonly delivery: Delivery,
    private readonly parts: SettlingParts,
  ) {
    this.endpoint = offer.product.endpoint;
  }

  /** @param body the valid body, or null if a replay omits it */
  async pay(payload: unknown, body: object | null, compute: Compute): Promise<Settled> {
    const { settings, payments } = this.parts;
    if (!this.offer.terms.settles) refuse("invalid_request", UNSETTLED);
    const payment = this.read(payload);
    const { token, from, nonce } = payment.authorization;
    const paymentKey = authorizationKey(settings.chainId, token, from, nonce);
    const intentKey = sha256(paymentKey);

    const known = await payments().find(intentKey);
    if (known) return this.goOn(known, payment, body, compute);
    await this.parts.requireStock();
    const prepared = await this.requireSettleable(payment);
    if (body === null) {
      refuse("invalid_request", "Send the body that the payment is for.", {
        errors: [{ pointer: "", message: "the body is missing" }],
      });
    }
    const notSent = (unsent: Unsent) =>
      unsent.outcome === "refused" ? this.object(payment, unsent.objection) : this.unable(unsent);
    const claimedMeanwhile = prepared && (await requireSendable(this.parts, payment, intentKey, prepared, notSent));
    if (claimedMeanwhile) return this.goOn(claimedMeanwhile, payment, body, compute);
    const claimed = {
      endpoint: this.endpoint,
      intentKey,
      body,
      lease: this.delivery.newLease(),
      claimedAt: this.parts.nowMs(),
    };
    const binding = prepared ? ("authorized" as const) : ("plain" as const);
    const result = await payments().claim(claimBySignedPayment(claimed, payment, { key: paymentKey, binding }));
    if (result.outcome === "used" || result.outcome === "kept" || result.outcome === "otherTransaction") alreadyUsed();
    if (result.outcome === "otherPayment") otherPayment();
    if (result.outcome === "resume") return this.goOn(result.purchase, payment, body, compute);
    this.parts.log.info("settle.claimed", { endpoint: this.endpoint, version: payment.version });
    return this.settle(result.purchase, payment, prepared, compute);
  }

  private read(payload: unknown): SignedPayment {
    try {
      return this.reader.parse(payload);
    } catch (error) {
      if (error instanceof MalformedPayment) this.object({ version: versionOf(payload) }, error.objection, error.code);
      throw error;
    }
  }

  /** Refuses a payment that would not settle, before anything is stored or sent. */
  private async requireSettleable(payment: SignedPayment): Promise<PreparedSettlement | null> {
    const objection = this.reader.objectionTo(payment);
    if (objection) this.object(payment, objection);
    const checked = await settlerOf(this.parts).check(payment);
    if (checked.ok) return checked.prepared;
    const mayBePaid =
      checked.objection.reason === "invalid_exact_evm_nonce_already_used" && !this.parts.settings.requirePaymentBinding;
    if (!mayBePaid || !(await isPaid(this.parts, payment))) this.object(payment, checked.objection);
    return null;
  }

  /** Continues a claimed payment: returns its answer, or attempts to settle it again. */
  private async goOn(
    purchase: Versioned<Purchase>,
    payment: SignedPayment,
    body: object | null,
    compute: Compute,
  ): Promise<Settled> {
    requireSamePayment(this.endpoint, purchase.value, payment, body);
    if (purchase.value.state !== "settling")
      return this.answered(purchase.value, payment, await this.delivery.finish(purchase, false, compute));
    const lease = this.delivery.newLease();
    const mine =
      purchase.value.lease.until <= this.parts.nowMs() ? await this.parts.payments().takeLease(purchase, lease) : null;
    if (mine) return this.settle(mine, payment, null, compute);
    return this.join(purchase, payment, body, compute);
  }

  /** Waits for the request that is already settling the payment. */
  private async join(
    purchase: Versioned<Purchase>,
    payment: SignedPayment,
    body: object | null,
    compute: Compute,
  ): Promise<Settled> {
    const { payments, nowMs, sleep } = this.parts;
    const giveUp = nowMs() + WAIT_MS;
    let current: Versioned<Purchase> | null = purchase;
    while (nowMs() < giveUp && current?.value.state === "settling" && current.value.lease.until > nowMs()) {
      await sleep(POLL_MS);
      current = await payments().find(purchase.value.intentKey);
    }
    if (current && current.value.state !== "settling") return this.goOn(current, payment, body, compute);
    return this.pending(payment, "");
  }

  private async settle(
    purchase: Versioned<Purchase>,
    payment: SignedPayment,
    prepared: PreparedSettlement | null,
    compute: Compute,
  ): Promise<Settled> {
    const { payments, log } = this.parts;
    try {
      const attempted = await attempt(this.parts, purchase.value, payment, prepared);
      const hashes = attempted.outcome === "sent" ? attempted.txHashes : [];
      const evidence = await confirmed(this.parts, payment, attempted);
      if (evidence === "pending") return this.pending(payment, hashes.at(-1) ?? "");
      if (evidence === "reverted") this.object(payment, REVERTED, "tx_reverted");
      if (evidence === "elsewhere") this.object(payment, ELSEWHERE);
      if (evidence === "unsent") {
        if (attempted.outcome === "refused") this.object(payment, attempted.objection);
        return this.unable(attempted.outcome === "unable" ? attempted : { detail: "", retryAfter: RETRY_SECONDS });
      }
      await forgivePreempted(this.parts, purchase.value, { isFirst: prepared !== null, attempted, evidence });
      const { txHash, blockNumber, blockHash } = evidence;
      const settled = await payments().settle(
        purchase,
        { key: purchase.value.paymentKey, txHash, blockNumber, blockHash },
        this.delivery.newLease(),
      );
      log.info("settle.confirmed", { endpoint: this.endpoint, txHash });
      const current = settled ?? (await payments().find(purchase.value.intentKey));
      if (!current || current.value.state === "settling") return this.pending(payment, txHash);
      return this.answered(current.value, payment, await this.delivery.finish(current, settled !== null, compute));
    } catch (error) {
      // Lets the next request start before the lease expires; if that cannot be stored either, it waits.
      await payments()
        .takeLease(purchase, { owner: "", until: 0 })
        .catch(() => null);
      if (error instanceof ChainUnavailable) return this.pending(payment, "");
      throw error;
    }
  }

  private answered(purchase: Purchase, { version, authorization: { from } }: SignedPayment, body: string): Settled {
    return { body, headers: settledHeader(this.offer, { ...purchase, payer: from }, version) };
  }

  private pending(payment: SignedPayment, txHash: Hex | ""): never {
    throw new Refusal(
      "tx_not_confirmed",
      "The payment is pending. Send the same request with the same payment again; it is not charged twice.",
      {
        retryAfter: RETRY_SECONDS,
        headers: this.response(payment, txHash, "settlement_pending"),
      },
    );
  }

  private unable({ detail, retryAfter }: { detail: string; retryAfter: number }): never {
    refuse(
      "dependency_unavailable",
      `${detail} Nothing was charged: send the same request again later, or pay with the quote's \`transaction\`.`.trim(),
      {
        retryAfter,
      },
    );
  }

  private object(payment: Payer, { reason, detail }: Objection, code: ErrorCode = "payment_invalid"): never {
    const secret = this.parts.randomBytes(16).toString("base64url");
    throw new Refusal(code, `${reason}: ${detail}`, {
      headers: {
        ...this.offer.headers(secret, Math.floor(this.parts.nowMs() / 1000)),
        ...this.response(payment, "", reason),
      },
    });
  }

  private response(
    { version, authorization }: Payer,
    transaction: Hex | "",
    errorReason?: SettlementReason,
  ): Record<string, string> {
    return responseHeader(version, this.parts.settings.chainId, {
      success: errorReason === undefined,
      ...(errorReason && { errorReason }),
      transaction,
      ...(authorization && { payer: authorization.from }),
    });
  }
}
