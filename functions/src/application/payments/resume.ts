import { Refusal } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { isUsedIn, transferBy } from "../../domain/payment/authorization";
import { isConfirmed, type Evidence } from "../../domain/payment/evidence";
import { nonceInKey, type Payment, type Purchase } from "../../domain/payment/purchase";
import { ChainUnavailable } from "../../ports/chain";
import type { Log } from "../../ports/log";
import type { Versioned } from "../../ports/payments";
import type { Compute } from "../sale";
import type { Delivery, DeliveryParts } from "./deliver";
import { POLL_MS, WAIT_MS, type SendParts } from "./send";

export interface ResumingParts extends DeliveryParts, Omit<SendParts, "settler"> {
  log: Log;
}

/** A purchase that is paid, and its answer. */
export interface Finished {
  purchase: Purchase;
  body: string;
}

/** Seconds after which a pending payment is worth checking again. */
export const RETRY_SECONDS = 3;

/**
 * From a claimed purchase whose payer is proven to its answer, without the payment that it was claimed with.
 *
 * A payment that was sent is on the chain or not, regardless of the request that brought it; so its payer is never
 * asked to pay again while it can still be taken.
 */
export class Resuming {
  constructor(
    private readonly delivery: Delivery,
    private readonly parts: ResumingParts,
  ) {}

  /**
   * The answer; null where nothing was paid and the payment can never be taken. Refuses `tx_not_confirmed` while it can.
   *
   * @param given whether a request of the payer gets the answer
   */
  async resume(purchase: Versioned<Purchase>, given: boolean, compute: Compute): Promise<Finished | null> {
    const { payments, nowMs, sleep } = this.parts;
    const giveUp = nowMs() + WAIT_MS;
    let current: Versioned<Purchase> | null = purchase;
    while (current && current.value.state !== "superseded") {
      if (current.value.state !== "settling") return this.deliver(current, false, compute);
      // The request that brought the payment is still at it.
      if (current.value.lease.until > nowMs()) {
        if (nowMs() >= giveUp) return refusePending();
        await sleep(POLL_MS);
      } else {
        const payment = await payments().payment(current.value.paymentKey);
        const found = payment ? await this.standing(payment) : "void";
        if (found === "void") return null;
        if (found === "used" || found === "unused")
          return refusePending(null, found === "unused" ? payment?.validBefore : undefined);
        const { txHash, blockNumber, blockHash } = found;
        const mined = { key: current.value.paymentKey, txHash, blockNumber, blockHash };
        const settled = await payments().markPaid(current, mined, this.delivery.newLease(), given);
        if (settled) {
          this.parts.log.info("settle.resumed", { endpoint: settled.value.endpoint, txHash });
          return this.deliver(settled, true, compute);
        }
      }
      current = await payments().find(purchase.value.intentKey);
    }
    return null;
  }

  private async deliver(purchase: Versioned<Purchase>, isMine: boolean, compute: Compute): Promise<Finished> {
    return { purchase: purchase.value, body: await this.delivery.deliverOrJoin(purchase, isMine, compute) };
  }

  /** What became of a signed payment, as far as the nodes know. */
  private async standing(payment: Payment): Promise<PaymentStanding> {
    try {
      return await standingOf(this.parts, payment);
    } catch (error) {
      if (error instanceof ChainUnavailable) return "used";
      throw error;
    }
  }
}

/**
 * What became of a signed payment: the confirmed transaction that took it; `void` where none did or ever will; `unused`
 * while it can still be taken; `used` where it may have been taken, and nothing shows by which transaction yet.
 */
export type PaymentStanding = Evidence | "void" | "unused" | "used";

type SignedTerms = Pick<
  Payment,
  "key" | "token" | "payer" | "recipient" | "amountUsdcUnits" | "claimedAt" | "validBefore"
>;

/** See `Standing`. Throws `ChainUnavailable`. */
export async function standingOf(
  { chain, authorizations, settings, nowMs }: Pick<SendParts, "chain" | "authorizations" | "settings" | "nowMs">,
  { key, token, payer, recipient, amountUsdcUnits, claimedAt, validBefore = Infinity }: SignedTerms,
): Promise<PaymentStanding> {
  const nonce = nonceInKey(key);
  if (nonce === null || !recipient) throw new TypeError("only a signed payment waits to be settled");
  const authorization = { token, from: payer, to: recipient, valueUsdcUnits: amountUsdcUnits, nonce };
  // Asked before the token: what is unused after that block was not used before its time was over.
  const isOver = Math.floor(nowMs() / 1000) > validBefore && (await finalTime()) >= validBefore;
  const { used, txHash } = await authorizations().use(
    authorization,
    Math.floor(claimedAt / 1000),
    AbortSignal.timeout(WAIT_MS),
  );
  if (!used) return isOver ? "void" : "unused";
  const evidence = txHash && (await chain().evidence(txHash));
  if (!evidence || !isConfirmed(evidence, settings.paymentDepth)) return "used";
  if (transferBy(authorization, evidence)) return evidence;
  return isUsedIn(authorization, evidence) ? "void" : "used";

  /** The time of the newest final block. */
  async function finalTime(): Promise<number> {
    const hash = await chain().hashOf(await chain().finalizedBlock());
    if (hash === null) throw new ChainUnavailable("a final block is missing");
    return chain().blockTime(hash);
  }
}

/**
 * Refuses a payment whose outcome is not known. No header says that it failed, because clients of x402 would sign
 * another one.
 *
 * @param validBefore until when it can be taken (unix seconds), where nothing shows that it was
 */
export function refusePending(txHash: Hex | null = null, validBefore = Infinity): never {
  const until = validBefore < Infinity ? ` It can be taken until its validBefore (${validBefore}).` : "";
  throw new Refusal(
    "tx_not_confirmed",
    `The payment is pending.${until} Send the same request again after Retry-After; it is not charged twice, and nothing else has to be paid.`,
    { retryAfter: RETRY_SECONDS, ...(txHash && { members: { txHash } }) },
  );
}
