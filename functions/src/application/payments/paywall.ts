import type { IncomingHttpHeaders } from "node:http";
import { tokenAt } from "../../domain/chains";
import { openIntent } from "../../domain/payment/intent";
import { makeOffer, makeQuote, type Offer, type Quote } from "../../domain/payment/quote";
import type { Schema } from "../../schema/build";
import { QUOTED, type Proof } from "../proof";
import type { BroughtPayment, Compute, Sale, Sold } from "../sale";
import { readCredentials, splitBody } from "./credentials";
import { Delivery } from "./deliver";
import { PaymentReader } from "./paymentReader";
import { Redeeming, type RedeemingParts } from "./redeem";
import { Rereading, type RereadingParts } from "./reread";
import { Resuming } from "./resume";
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

/** The answers of one endpoint, for payments: quote, then redeem with a transaction or with a signed payment. */
export class Paywall implements Sale {
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

  quote(question: object | null): Quote {
    const { nowMs, randomBytes } = this.parts;
    return makeQuote(this.offer, question, Math.floor(nowMs() / 1000), randomBytes(16).toString("base64url"));
  }

  read(
    body: Record<string, unknown>,
    headers: IncomingHttpHeaders,
  ): { question: Record<string, unknown>; payment: BroughtPayment | null } {
    const { question, given } = splitBody(body);
    return { question, payment: readCredentials(given, headers) };
  }

  proofOf(payment: BroughtPayment): Proof | null {
    if ("signedIn" in payment) return null;
    if ("payload" in payment) return this.reader.proofOf(payment.payload);
    return this.isQuoted(payment.intentId) ? QUOTED : null;
  }

  async redeem(payment: BroughtPayment, question: object | null, compute: Compute): Promise<Sold> {
    if ("signedIn" in payment) return { body: await this.rereading.read(payment.signedIn, question, compute) };
    if ("payload" in payment) return this.settling.pay(payment.payload, question, compute);
    return this.redeeming.redeem(payment, question, compute);
  }

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
