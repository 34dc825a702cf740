import type { IncomingHttpHeaders } from "node:http";
import { toAddress, type Address as WalletAddress } from "../../domain/address";
import { tokenAt } from "../../domain/chains";
import { refuse } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { openIntent } from "../../domain/payment/intent";
import { makeOffer, makeQuote, bodyDigest, resourceUrl, type Offer, type Quote } from "../../domain/payment/quote";
import { signInMessage, type SignInProof, type SignInTerms } from "../../domain/payment/signIn";
import { requireSignatureFormat, requireValidSignature } from "../../domain/messages/signedRequest";
import type { Nonces, Signatures } from "../../ports/authentication";
import type { Payments } from "../../ports/payments";
import { object, string, type Schema, type Static } from "../../schema/build";
import { Address } from "../../schema/common";
import { requireValid } from "../../schema/validate";
import { QUOTED, type Proof } from "../proof";
import { sha256 } from "./claims";
import { readCredentials, splitBody, type Credentials, type SignedIn, type SignedPayload } from "./credentials";
import { Delivery, type Compute } from "./deliver";
import { PaymentReader } from "./paymentReader";
import { Redeeming, type RedeemingParts } from "./redeem";
import { Resuming, type Finished } from "./resume";
import { Settling } from "./settle";

/** Each part is requested only by steps that need it, so that a quote loads none of them. */
export type PaywallParts = RedeemingParts & RereadingParts;

/** The endpoint whose answers are sold. */
export interface SoldEndpoint {
  path: string;
  summary: string;
  input: Schema;
  output: Schema;
  example: unknown;
}

/** A payment as a request brings it. */
type Brought = Credentials | SignedPayload | SignedIn;

/** The answers of one endpoint, for payments: quote, then redeem with a transaction or with a signed payment. */
export class Paywall {
  private readonly offer: Offer;
  private readonly redeeming: Redeeming;
  private readonly reader: PaymentReader;
  private readonly settling: Settling;
  private readonly rereading: Rereading;
  private readonly resuming: Resuming;

  constructor(
    product: SoldEndpoint,
    label: string,
    private readonly parts: PaywallParts,
  ) {
    const { settings } = parts;
    const delivery = new Delivery(parts);
    this.offer = makeOffer(
      {
        endpoint: product.path,
        label,
        description: product.summary,
        input: product.input,
        output: product.output,
        example: product.example as object,
      },
      {
        baseUrl: settings.baseUrl,
        chainId: settings.chainId,
        recipient: settings.paymentRecipient,
        tokens: settings.paymentTokens.map((token) => tokenAt(settings.chainId, token)),
        priceUsdcUnits: settings.priceUsdcUnits,
        ttlSeconds: settings.quoteTtlSeconds,
        keys: settings.quoteKeys,
        settles: settings.settlement !== null,
        sign: parts.signReceipt,
      },
    );
    this.resuming = new Resuming(delivery, parts);
    this.redeeming = new Redeeming(this.offer, delivery, this.resuming, parts);
    this.reader = new PaymentReader(this.offer, parts);
    this.settling = new Settling(this.offer, this.reader, delivery, this.resuming, parts);
    this.rereading = new Rereading(this.offer, this.resuming, parts);
  }

  /** A quote for this body; null for a probe. Uses neither database nor chain. */
  quote(body: unknown): Quote {
    const { nowMs, randomBytes } = this.parts;
    return makeQuote(this.offer, body, Math.floor(nowMs() / 1000), randomBytes(16).toString("base64url"));
  }

  /** A body without its payment fields, and the payment that the request brings; null where it brings none. */
  read(
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): { question: Record<string, unknown>; payment: Brought | null } {
    const { question, given } = splitBody(body);
    return { question, payment: readCredentials(given, headers) };
  }

  proofOf(payment: Brought): Proof | null {
    if ("signedIn" in payment) return null;
    if ("payload" in payment) return this.reader.proofOf(payment.payload);
    return this.isQuoted(payment.intentId) ? QUOTED : null;
  }

  async redeem(
    payment: Brought,
    asked: object | null,
    compute: Compute,
  ): Promise<{ body: string; headers?: Record<string, string> }> {
    if ("signedIn" in payment) return { body: await this.rereading.read(payment.signedIn, asked, compute) };
    if ("payload" in payment) return this.settling.pay(payment.payload, asked, compute);
    return this.redeeming.redeem(payment, asked, compute);
  }

  /**
   * Finishes the purchase with this key, which no request is at, so that its payer reads the answer; false where its
   * payment was never taken. Refuses `tx_not_confirmed` while it may be.
   */
  async finish(key: string, compute: Compute): Promise<boolean> {
    const purchase = await this.parts.payments().find(key);
    return purchase !== null && (await this.resuming.resume(purchase, false, compute)) !== null;
  }

  /** Whether the intent is of a quote that this endpoint really gave. */
  private isQuoted(intentId: string): boolean {
    const { chainId, quoteKeys } = this.parts.settings;
    return openIntent(intentId, chainId, quoteKeys)?.endpointTag === this.offer.tag;
  }
}

interface RereadingParts {
  payments: () => Payments;
  signatures: () => Signatures;
  nonces: () => Nonces;
  nowMs: () => number;
}

/** The fields of the header that are needed; the others repeat the challenge, and the text is made without them. */
const RereadProof = object({
  address: Address,
  nonce: string({ pattern: "^[0-9a-f]{32}$" }),
  issuedAt: string({ maxLength: 30 }),
  signature: string({ maxLength: 2 + 2 * 16_384 }),
});

const AGAIN = "Request a new quote, and sign its challenge.";

/** The most unfinished purchases of one wallet for one question that a request reads. */
const MAX_UNFINISHED = 3;

/** From a wallet's signature under a quote's challenge to an answer that this wallet has bought. */
class Rereading {
  private readonly terms: SignInTerms;

  constructor(
    private readonly offer: Offer,
    private readonly resuming: Resuming,
    private readonly parts: RereadingParts,
  ) {
    const { product, terms } = offer;
    this.terms = { resourceUrl: resourceUrl(terms.baseUrl, product), chainId: terms.chainId, keys: terms.keys };
  }

  /**
   * The newest answer that the wallet bought for this body, finished first where its payment or its computation is not. A
   * challenge is good for one answer. Refuses `tx_not_confirmed` while a payment may be taken, and `payment_required`,
   * with a new quote, where the wallet has paid nothing. One read and one write where there is an answer.
   *
   * @param body the valid body without payment fields
   */
  async read(proof: unknown, body: object | null, compute: Compute): Promise<string> {
    if (body === null) refuse("invalid_request", "Send the question whose answer you want to read again.");
    const { address, signature, nonce, issuedAt } = fieldsOf(proof);
    const wallet = toAddress(address);
    if (!wallet) return refuse("invalid_request", "The address is invalid. Send 0x and 40 hex digits.");
    requireSignatureFormat(signature, "/signature");
    const text = this.signedText({ address: wallet, nonce, issuedAt });
    requireValidSignature(
      await this.parts.signatures().verifyMessage(wallet, text, signature),
      `The signature must be the wallet's over the challenge of a quote of this endpoint (EIP-4361). ${AGAIN}`,
    );
    const digest = bodyDigest(body);
    const bought = await this.bought(wallet, digest, compute);
    if (bought === null)
      return refuse("payment_required", "This wallet has bought no answer to this question. Pay the quoted price.");
    const use = { wallet, nonce: `siwx-${nonce}`, digest, signatureDigest: sha256(signature) };
    if (!(await this.parts.nonces().spend(use, null, { writes: [] }, this.parts.nowMs())))
      refuse("nonce_used", `This challenge has been used. ${AGAIN}`);
    return bought.body;
  }

  private async bought(wallet: WalletAddress, digest: Hex, compute: Compute): Promise<Finished | null> {
    const { endpoint } = this.offer.product;
    for (const purchase of await this.parts.payments().bought(wallet, endpoint, digest, MAX_UNFINISHED)) {
      const finished = await this.resuming.resume(purchase, true, compute);
      if (finished) return finished;
    }
    return null;
  }

  private signedText(proof: SignInProof): string {
    const message = signInMessage(proof, this.terms, this.nowSeconds());
    if (message === "expired") refuse("signature_expired", `The challenge is older than five minutes. ${AGAIN}`);
    if (message === "unknown") refuse("signature_invalid", `This is not a challenge of this endpoint. ${AGAIN}`);
    return message.text;
  }

  private nowSeconds(): number {
    return Math.floor(this.parts.nowMs() / 1000);
  }
}

function fieldsOf(header: unknown): Static<typeof RereadProof> {
  const sent = typeof header === "object" && header !== null ? (header as Record<string, unknown>) : {};
  const { address, nonce, issuedAt, signature } = sent;
  const proof = { address, nonce, issuedAt, signature };
  requireValid(RereadProof, proof);
  return proof as Static<typeof RereadProof>;
}
