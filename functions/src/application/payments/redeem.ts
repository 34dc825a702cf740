import type { Address } from "../../domain/address";
import { DAY_MS } from "../../domain/time";
import { refuse, refuseField } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { redeemMessage, requireValidSignature } from "../../domain/messages/signedRequest";
import type { Evidence } from "../../domain/payment/evidence";
import { intentMark, openIntent, tagOfBody, type Intent } from "../../domain/payment/intent";
import { refuseOtherIntent, qualifyingTransfers } from "../../domain/payment/match";
import { MAX_TAKE_BACKS_PER_DAY, TAKE_BACK_INTERVAL_MS, type Kept, type Purchase } from "../../domain/payment/purchase";
import { bodyDigest, type Offer } from "../../domain/payment/quote";
import { sha256 } from "../../domain/sha256";
import { claimByTransfers, type Bound, type Mined } from "./claims";
import type { Credentials } from "./credentials";
import type { Compute, Sold } from "../sale";
import { refuseUsed, type Delivery } from "./deliver";
import { settledHeader } from "./receipts";
import type { Resuming } from "./resume";
import type { SettlingParts } from "./settle";

export interface RedeemingParts extends SettlingParts {
  /** Whether an unknown transaction is read again only after a moment. */
  caches: boolean;
}

const WHAT_A_PAYER_SIGNS =
  "payerSignature must be the EIP-191 signature of a payer of this transaction over the lines `mkt redeem`, `intentId: …` and `txHash: …`.";

/** From an intent and the transaction that paid it to its answer. */
export class Redeeming {
  private readonly unmined: Unmined | null;
  private readonly endpoint: string;

  constructor(
    private readonly offer: Offer,
    private readonly delivery: Delivery,
    private readonly resuming: Resuming,
    private readonly parts: RedeemingParts,
  ) {
    this.endpoint = offer.product.endpoint;
    this.unmined = parts.caches ? new Unmined(parts.nowMs) : null;
  }

  /**
   * The bought answer: claim, compute, store, then answer.
   *
   * After a crash, repeating the same request completes it; concurrent requests compute once.
   *
   * @param body the valid body without payment fields, or null if a replay omits it
   * @param compute the response body for the purchased body
   */
  async redeem(
    { intentId, txHash, payerSignature }: Credentials,
    body: object | null,
    compute: Compute,
  ): Promise<Sold> {
    const intent = this.openIntent(intentId);
    this.requireQuotedBody(intent, body);
    const intentKey = sha256(intentId);

    const known = await this.parts.payments().find(intentKey);
    if (known) {
      requireSameRedemption(known.value, txHash, body);
      return this.answered(known.value, await this.delivery.deliverOrJoin(known, false, compute));
    }
    if (body === null) {
      refuseField(
        "",
        "the quoted body is missing",
        "Nothing has been bought with this intent yet. Send the quoted body again.",
      );
    }

    await this.parts.requireStock();
    const transfers = await this.payingTransfers(intent, intentId, txHash, payerSignature !== null);
    const bound = await this.bind(transfers, intentId, txHash, payerSignature);
    const claimed = {
      endpoint: this.endpoint,
      intentKey,
      body,
      lease: this.delivery.newLease(),
      claimedAt: this.parts.nowMs(),
    };
    const claim = claimByTransfers(claimed, intent, txHash, bound);
    const result = await this.parts.payments().claim(claim);
    if (result.outcome === "used" || result.outcome === "kept") {
      const payer = payerSignature === null ? null : (bound[0]?.from ?? null);
      const own = payer && (await this.ownPurchase(result.holders, payer, body, compute));
      if (own) return own;
      if (result.outcome === "kept") refuseTakeBack(result.reason);
      refuseUsed();
    }
    if (result.outcome === "named") throw new TypeError("a redemption has no names");
    if (result.outcome === "otherTransaction") refuseOtherTransaction();
    if (result.outcome === "resume") requireSameRedemption(result.purchase.value, txHash, body);
    else this.parts.log.info("redeem.claimed", { endpoint: this.endpoint, txHash, binding: bound[0]?.binding });
    const answer = await this.delivery.deliverOrJoin(result.purchase, result.outcome === "claimed", compute);
    return this.answered(result.purchase.value, answer);
  }

  /** The answer that the signing payer has bought with these transfers for the same body, computed if it is not yet. */
  private async ownPurchase(
    holders: readonly string[],
    payer: Address,
    body: object,
    compute: Compute,
  ): Promise<Sold | null> {
    const digest = bodyDigest(body);
    for (const intentKey of holders) {
      const held = await this.parts.payments().find(intentKey);
      // What was bought by a transaction's hash may be a copyist's.
      const isOwn = held?.value.payer === payer && held.value.payloadDigest !== undefined;
      if (!isOwn || held.value.endpoint !== this.endpoint || held.value.bodyDigest !== digest) continue;
      const finished = await this.resuming.resume(held, true, compute);
      if (finished) return this.answered(finished.purchase, finished.body);
    }
    return null;
  }

  /** With a receipt, where the service signs and the payer is known. */
  private answered(purchase: Purchase, body: string): Sold {
    const { payer } = purchase;
    if (!payer || !this.offer.terms.sign) return { body };
    return { body, headers: settledHeader(this.offer, { ...purchase, payer }, 2) };
  }

  private openIntent(intentId: string): Intent {
    const { quoteKeys, chainId } = this.parts.settings;
    const intent = openIntent(intentId, chainId, quoteKeys);
    if (!intent) {
      refuse("intent_not_found", "Send the intentId exactly as quoted, or send none to get a new quote.");
    }
    if (intent.endpointTag !== this.offer.tag) {
      refuseField(
        "/intentId",
        "belongs to another endpoint",
        "This intent was quoted for another endpoint. Redeem it at the one that quoted it.",
      );
    }
    return intent;
  }

  private requireQuotedBody(intent: Intent, body: object | null): void {
    if (body !== null && intent.bodyTag !== null && tagOfBody(bodyDigest(body)) !== intent.bodyTag) refuseOtherBody();
  }

  private async payingTransfers(intent: Intent, intentId: string, txHash: Hex, signed: boolean): Promise<Mined[]> {
    const { settings, chain, nowMs } = this.parts;
    const look = () => chain().evidence(txHash);
    const evidence = await (this.unmined?.find(txHash, look) ?? look());
    const match = (found: Evidence | null) =>
      qualifyingTransfers(
        { intent, mark: intentMark(intentId), signed, evidence: found, nowSeconds: Math.floor(nowMs() / 1000) },
        {
          tokens: settings.paymentTokens,
          recipients: [settings.paymentRecipient, ...settings.formerRecipients],
          nonPayers: [...Object.values(settings.escrows ?? {}), ...settings.ownWallets],
          depth: settings.paymentDepth,
          priceOfTheDayUsdcUnits: settings.priceUsdcUnits,
        },
      );
    let transfers = match(evidence);
    if (transfers === "timeNeeded" && evidence)
      transfers = match({ ...evidence, minedAt: await chain().blockTime(evidence.blockHash) });
    if (transfers === "timeNeeded") throw new TypeError("the time of a block that was read is still needed");
    const { blockNumber = 0n, blockHash = "0x" } = evidence ?? {};
    return transfers.map((transfer) => ({ ...transfer, blockNumber, blockHash }));
  }

  /**
   * How each transfer is bound to this intent; with a payer's signature, only that payer's transfers count.
   *
   * The signature also releases a payment that its payer marked for an intent that was paid otherwise.
   */
  private async bind(
    transfers: readonly Mined[],
    intentId: string,
    txHash: Hex,
    payerSignature: string | null,
  ): Promise<Bound[]> {
    const mark = intentMark(intentId);
    const unsigned = transfers.map((transfer) => ({
      ...transfer,
      binding: transfer.mark === mark ? ("marked" as const) : ("plain" as const),
    }));
    if (payerSignature === null) return this.requireBinding(unsigned);
    const payers = [...new Set(transfers.map(({ from }) => from))];
    const message = redeemMessage(intentId, txHash);
    for (const payer of payers) {
      const verdict = await this.parts.signatures().verifyMessage(payer, message, payerSignature);
      if (verdict === "unavailable") requireValidSignature(verdict, WHAT_A_PAYER_SIGNS);
      if (verdict === "valid") {
        return unsigned
          .filter(({ from }) => from === payer)
          .map((transfer) => (transfer.binding === "plain" ? { ...transfer, binding: "signed" as const } : transfer));
      }
    }
    if (transfers.every((transfer) => transfer.mark !== null && transfer.mark !== mark)) refuseOtherIntent();
    return refuse("signature_invalid", WHAT_A_PAYER_SIGNS);
  }

  private requireBinding(transfers: Bound[]): Bound[] {
    if (!this.parts.settings.requirePaymentBinding) return transfers;
    const bound = transfers.filter(({ binding }) => binding !== "plain");
    if (bound.length > 0) return bound;
    return refuse(
      "intent_tx_mismatch",
      "This service accepts only payments that name their intent. Send the quote's `transaction` unchanged, or redeem with payerSignature.",
    );
  }
}

/** Refuses to return a payment to its payer. */
function refuseTakeBack(reason: Kept): never {
  const days = TAKE_BACK_INTERVAL_MS / DAY_MS;
  const why = {
    quotedLater: "Only an intent that was quoted before the payment was redeemed can take it back.",
    tooSoon: `A payer may take back one payment in ${days} days.`,
    tooMany: `The daily limit of ${MAX_TAKE_BACKS_PER_DAY} payments taken back is reached. Send the same request again tomorrow (UTC).`,
  }[reason];
  refuse(
    "tx_already_used",
    `This payment has bought another answer. ${why} Pay with the \`transaction\` of a new quote: only its intent can redeem that.`,
  );
}

function requireSameRedemption(purchase: Purchase, txHash: Hex, body: object | null): void {
  if (purchase.state === "superseded") refuseUsed();
  if (purchase.txHash !== txHash) refuseOtherTransaction();
  if (body !== null && bodyDigest(body) !== purchase.bodyDigest) refuseOtherBody();
}

function refuseOtherBody(): never {
  refuseField(
    "",
    "differs from the quoted body",
    "This intent was quoted for another body. Send that one, or omit the body in a replay.",
  );
}

function refuseOtherTransaction(): never {
  refuse(
    "intent_tx_mismatch",
    "This intent was redeemed with another transaction. Send that txHash, or get a new quote.",
  );
}

const LOOK_AGAIN_MS = 1_000;
const MAX_ENTRIES = 10_000;

/** Transactions without a receipt a moment ago, for which the nodes are not asked again yet. */
class Unmined {
  private readonly until = new Map<Hex, number>();
  private readonly underWay = new Map<Hex, Promise<Evidence | null>>();

  constructor(private readonly nowMs: () => number) {}

  /** What the nodes report about a transaction; concurrent requests share one lookup. */
  async find(txHash: Hex, look: () => Promise<Evidence | null>): Promise<Evidence | null> {
    if (this.nowMs() < (this.until.get(txHash) ?? 0)) return null;
    const shared = this.underWay.get(txHash) ?? look().finally(() => this.underWay.delete(txHash));
    this.underWay.set(txHash, shared);
    const evidence = await shared;
    this.until.delete(txHash);
    if (evidence) return evidence;
    if (this.until.size >= MAX_ENTRIES) this.until.delete(this.until.keys().next().value ?? "0x");
    this.until.set(txHash, this.nowMs() + LOOK_AGAIN_MS);
    return null;
  }
}
