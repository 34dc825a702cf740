import { createHash } from "node:crypto";
import { canonicalJson } from "../domain/canonical";
import { refuse } from "../domain/errors";
import type { Hex } from "../domain/keccak";
import { redeemMessage } from "../domain/messages/redeem";
import { intentMark, openIntent, type Intent } from "../domain/payment/intent";
import { qualifyingTransfers } from "../domain/payment/match";
import type { Binding, Claim, Payment, Purchase } from "../domain/payment/purchase";
import { bodyDigest, makeOffer, makeQuote, type Offer, type Quote } from "../domain/payment/quote";
import type { Transfer } from "../domain/payment/transfer";
import { requireValidSignature } from "../domain/verdict";
import type { Chain } from "../ports/chain";
import type { Log } from "../ports/log";
import type { Payments, Versioned } from "../ports/payments";
import type { Signatures } from "../ports/signatures";
import type { Settings } from "../settings";
import type { Credentials } from "./credentials";
import type { Endpoint } from "./endpoint";

export interface PaywallParts {
  settings: Settings;
  /** Each is asked for only where the step needs it, so that a quote loads none of them. */
  payments: () => Payments;
  chain: () => Chain;
  signatures: () => Signatures;
  log: Log;
  nowMs: () => number;
  randomBytes: (size: number) => Buffer;
  sleep: (ms: number) => Promise<void>;
}

/** Longer than the slowest answer; after that another request may compute it again. */
const LEASE_MS = 45_000;
/** How long a request waits for an answer that another one computes, before it is sent away to retry. */
const JOIN_MS = 20_000;
const JOIN_POLL_MS = 250;
const WHAT_A_PAYER_SIGNS =
  "payerSignature must be the EIP-191 signature of a payer of this transaction over the lines `mkt redeem`, `intentId: …` and `txHash: …`.";
/** Bytes. A Firestore document holds 1 MiB, and the body, of up to 256 KiB, stands in it too. */
const LONGEST_RESULT = 700_000;

export class Paywall {
  /** Answers being computed in this process: whoever asks for the same one waits for it. */
  private readonly computing = new Map<string, Promise<string>>();

  private readonly offer: Offer;

  constructor(
    private readonly endpoint: Endpoint,
    label: string,
    private readonly parts: PaywallParts,
  ) {
    const { settings } = parts;
    this.offer = makeOffer(
      { endpoint: endpoint.path, label, description: endpoint.summary },
      {
        baseUrl: settings.baseUrl,
        chainId: settings.chainId,
        recipient: settings.paymentRecipient,
        tokens: settings.paymentTokens,
        priceUsdcUnits: settings.priceUsdcUnits,
        ttlSeconds: settings.quoteTtlSeconds,
        keys: settings.quoteKeys,
      },
    );
  }

  /** A price for this body; null for a probe. Asks neither database nor chain. */
  quote(body: unknown): Quote {
    const { nowMs, randomBytes } = this.parts;
    return makeQuote(this.offer, body, Math.floor(nowMs() / 1000), randomBytes(16).toString("base64url"));
  }

  /**
   * The bought answer as response bytes: claim, compute, store, then answer.
   *
   * A crash anywhere is healed by sending the same request again; concurrent requests compute once.
   *
   * @param body the valid body without payment fields, or null where a replay left it out
   * @param compute the response body for the body that was bought
   */
  async redeem(
    { intentId, txHash, payerSignature }: Credentials,
    body: object | null,
    compute: (body: unknown) => Promise<string>,
  ): Promise<string> {
    const intent = this.openIntent(intentId);
    this.requireQuotedBody(intent, body);
    const intentKey = createHash("sha256").update(intentId).digest("hex");

    const known = await this.parts.payments().find(intentKey);
    if (known) {
      requireSameRedemption(known.value, txHash, body);
      return this.finish(known, false, compute);
    }
    if (body === null) {
      refuse("invalid_request", "Nothing was bought with this intent yet: send the quoted body again.", {
        errors: [{ pointer: "", message: "the quoted body is missing" }],
      });
    }

    const transfers = await this.payingTransfers(intent, intentId, txHash);
    const bound = await this.bind(transfers, intentId, txHash, payerSignature);
    const claim = this.makeClaim(intentKey, txHash, body, bound);
    const result = await this.parts.payments().claim(claim);
    if (result.outcome === "used") alreadyUsed();
    if (result.outcome === "otherTransaction") otherTransaction();
    if (result.outcome === "resume") requireSameRedemption(result.purchase.value, txHash, body);
    else this.parts.log.info("redeem.claimed", { endpoint: this.endpoint.path, txHash, binding: bound[0]?.binding });
    return this.finish(result.purchase, result.outcome === "claimed", compute);
  }

  private openIntent(intentId: string): Intent {
    const intent = openIntent(intentId, this.parts.settings.quoteKeys);
    if (!intent) {
      refuse("intent_not_found", "Send the intentId exactly as the quote gave it, or send none to get a new quote.");
    }
    if (intent.endpoint !== this.endpoint.path) {
      refuse("invalid_request", `This intent was quoted for ${intent.endpoint}. Redeem it there.`, {
        errors: [{ pointer: "/intentId", message: `belongs to ${intent.endpoint}` }],
      });
    }
    return intent;
  }

  private requireQuotedBody(intent: Intent, body: object | null): void {
    if (body !== null && intent.bodyDigest !== null && bodyDigest(body) !== intent.bodyDigest) refuseOtherBody();
  }

  private async payingTransfers(intent: Intent, intentId: string, txHash: Hex): Promise<(Transfer & Mined)[]> {
    const { settings, chain, nowMs } = this.parts;
    const evidence = await chain().evidence(txHash);
    const transfers = qualifyingTransfers(
      { intent, mark: intentMark(intentId), evidence, nowSeconds: Math.floor(nowMs() / 1000) },
      {
        tokens: settings.paymentTokens,
        confirmations: settings.paymentConfirmations,
        priceOfTheDayUsdcUnits: settings.priceUsdcUnits,
      },
    );
    const { blockNumber = 0n, blockHash = "0x" } = evidence ?? {};
    return transfers.map((transfer) => ({ ...transfer, blockNumber, blockHash }));
  }

  /** How each transfer is tied to this intent; with a payer's signature only that payer's transfers count. */
  private async bind(
    transfers: readonly (Transfer & Mined)[],
    intentId: string,
    txHash: Hex,
    payerSignature: string | null,
  ): Promise<(Transfer & Mined & { binding: Binding })[]> {
    const unsigned = transfers.map((transfer) => ({
      ...transfer,
      binding: transfer.mark === null ? ("plain" as const) : ("marked" as const),
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
    return refuse("signature_invalid", WHAT_A_PAYER_SIGNS);
  }

  private requireBinding<T extends { binding: Binding }>(transfers: T[]): T[] {
    if (!this.parts.settings.requirePaymentBinding) return transfers;
    const bound = transfers.filter(({ binding }) => binding !== "plain");
    if (bound.length > 0) return bound;
    return refuse(
      "intent_tx_mismatch",
      "This service takes only payments that name their intent. Send the quote's `transaction` as it is, or redeem with payerSignature.",
    );
  }

  private makeClaim(
    intentKey: string,
    txHash: Hex,
    body: object,
    bound: readonly (Transfer & Mined & { binding: Binding })[],
  ): Claim {
    const { nowMs, randomBytes, settings } = this.parts;
    const now = nowMs();
    const candidates = bound.map(
      ({ index, from, token, amountUsdcUnits, binding, blockNumber, blockHash }): Payment => ({
        key: `${settings.chainId}:${txHash}:${index}`,
        intentKey,
        binding,
        payer: from,
        token,
        amountUsdcUnits,
        txHash,
        blockNumber,
        blockHash,
        claimedAt: now,
        finality: "pending",
      }),
    );
    return {
      candidates,
      purchase: {
        intentKey,
        endpoint: this.endpoint.path,
        body: canonicalJson(body),
        bodyDigest: bodyDigest(body),
        txHash,
        paymentKey: "",
        state: "claimed",
        lease: { owner: randomBytes(16).toString("hex"), until: now + LEASE_MS },
        result: null,
        claimedAt: now,
      },
    };
  }

  /** From a claimed purchase to its answer, whoever computes it. */
  private async finish(
    purchase: Versioned<Purchase>,
    leaseIsMine: boolean,
    compute: (body: unknown) => Promise<string>,
  ): Promise<string> {
    const { result, state, intentKey } = purchase.value;
    if (state === "delivered" && result !== null) return result;
    if (state === "superseded") alreadyUsed();
    const running = this.computing.get(intentKey);
    // Whoever holds the lease computes: the others, also those who asked meanwhile, wait for it.
    if (running && !leaseIsMine) return running;
    const answer = (leaseIsMine ? this.deliver(purchase, compute) : this.join(purchase, compute)).finally(() => {
      if (this.computing.get(intentKey) === answer) this.computing.delete(intentKey);
    });
    this.computing.set(intentKey, answer);
    return answer;
  }

  /** Computes under the lease that this request holds, and stores before it answers. */
  private async deliver(purchase: Versioned<Purchase>, compute: (body: unknown) => Promise<string>): Promise<string> {
    let result: string;
    let stored: boolean;
    try {
      result = await compute(JSON.parse(purchase.value.body));
      if (Buffer.byteLength(result) > LONGEST_RESULT) throw new RangeError("an answer is too long to be stored");
      stored = await this.parts.payments().deliver(purchase, result, this.parts.nowMs());
    } catch (error) {
      // The next try need not wait for the lease to lapse; where that cannot be stored either, it will.
      await this.parts.payments().takeLease(purchase, { owner: "", until: 0 }).catch(() => null);
      throw error;
    }
    if (stored) return result;
    // The lease lapsed meanwhile, or the payer took the payment back: what is stored counts.
    return this.join(purchase, compute);
  }

  /** Waits for the answer that another request computes, and takes over if that one has died. */
  private async join(purchase: Versioned<Purchase>, compute: (body: unknown) => Promise<string>): Promise<string> {
    const { payments, nowMs, randomBytes, sleep } = this.parts;
    const giveUp = nowMs() + JOIN_MS;
    let current: Versioned<Purchase> | null = purchase;
    while (nowMs() < giveUp) {
      if (!current || current.value.state === "superseded") alreadyUsed();
      if (current.value.result !== null) return current.value.result;
      if (current.value.lease.until <= nowMs()) {
        const lease = { owner: randomBytes(16).toString("hex"), until: nowMs() + LEASE_MS };
        const taken = await payments().takeLease(current, lease);
        if (taken) return this.deliver(taken, compute);
      } else {
        await sleep(JOIN_POLL_MS);
      }
      current = await payments().find(purchase.value.intentKey);
    }
    return refuse(
      "dependency_unavailable",
      "The answer is paid for and being computed. Send the same request again.",
      { retryAfter: 3 },
    );
  }
}

interface Mined {
  blockNumber: bigint;
  blockHash: Hex;
}

function requireSameRedemption(purchase: Purchase, txHash: Hex, body: object | null): void {
  if (purchase.state === "superseded") alreadyUsed();
  if (purchase.txHash !== txHash) otherTransaction();
  if (body !== null && bodyDigest(body) !== purchase.bodyDigest) refuseOtherBody();
}

function refuseOtherBody(): never {
  refuse("invalid_request", "This intent was quoted for another body. Send that one, or leave the body out of a replay.", {
    errors: [{ pointer: "", message: "differs from the body that was quoted" }],
  });
}

function alreadyUsed(): never {
  refuse(
    "tx_already_used",
    "Every transfer of this transaction that meets the price has bought another answer. " +
      "If the payment is yours, redeem it with payerSignature.",
  );
}

function otherTransaction(): never {
  refuse("intent_tx_mismatch", "This intent was redeemed with another transaction. Send that txHash, or get a new quote.");
}
