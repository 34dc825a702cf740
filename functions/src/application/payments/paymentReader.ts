import { authorizationTypedData, typedDataDigest } from "../../domain/messages/typedData";
import { objectionTo, type Authorization, type Objection } from "../../domain/payment/authorization";
import { isPromised } from "../../domain/payment/promise";
import { authorizationKey } from "../../domain/payment/purchase";
import type { Offer, PriceTerms } from "../../domain/payment/quote";
import type { SignedPayment } from "../../domain/payment/x402";
import { sha256 } from "../../domain/sha256";
import type { Signatures } from "../../ports/authentication";
import type { Proof } from "../proof";
import { payloadDigest } from "./claims";
import type { DeliveryParts } from "./deliver";
import type { SendParts } from "./send";
import { MalformedPayment, readSignedPayment, type PaymentRules } from "./signedPayment";

interface ReaderParts extends Pick<DeliveryParts & SendParts, "settings" | "payments" | "nowMs"> {
  signatures: () => Signatures;
}

/** Signed payments of one endpoint, read at the terms that their quotes promised. */
export class PaymentReader {
  constructor(
    private readonly offer: Offer,
    private readonly parts: ReaderParts,
  ) {}

  /** What a payment shows for itself; null if the payload cannot be parsed. */
  proofOf(payload: unknown): Proof | null {
    try {
      const payment = this.parse(payload);
      return {
        kind: "signed",
        payer: payment.authorization.from,
        isAuthentic: () => this.isByPayersKey(payment),
        isKnown: () => this.isClaimed(payment),
      };
    } catch (error) {
      if (error instanceof MalformedPayment) return null;
      throw error;
    }
  }

  /**
   * Whether the payer's own key signed a payment that could be taken now. Uses no node, so a contract wallet's
   * signature does not count.
   */
  async isByPayersKey(payment: SignedPayment): Promise<boolean> {
    const { settings, signatures } = this.parts;
    if (this.objectionTo(payment)) return false;
    const { authorization } = payment;
    const digest = typedDataDigest(authorizationTypedData(settings.chainId, authorization));
    return signatures().isByOwnKey(authorization.from, digest, authorization.signature);
  }

  /** Whether exactly this payment was claimed before. One read. */
  private async isClaimed(payment: SignedPayment): Promise<boolean> {
    const { token, from, nonce } = payment.authorization;
    const intentKey = sha256(authorizationKey(this.parts.settings.chainId, token, from, nonce));
    return (await this.parts.payments().find(intentKey))?.value.payloadDigest === payloadDigest(payment);
  }

  /** Throws `MalformedPayment`. */
  parse(payload: unknown): SignedPayment {
    const { chainId, paymentTokens } = this.parts.settings;
    const asked: PaymentRules["asked"] = (version, authorization, promise) =>
      this.offer.asked(version, authorization.token, this.termsFor(authorization, promise));
    return readSignedPayment(payload, { chainId, tokens: paymentTokens, asked });
  }

  /** Why a payment would not be taken, as far as it shows without node or database; null if it would. */
  objectionTo({ authorization, promise }: SignedPayment): Objection | null {
    return objectionTo(authorization, this.termsFor(authorization, promise), this.nowSeconds());
  }

  /**
   * The current terms, or those that the payer's own quote still promises. Clients of x402 v1 send no promise back: for
   * them the operator configures the former price and its end.
   */
  private termsFor(
    { to: recipient, valueUsdcUnits: priceUsdcUnits }: Authorization,
    promise: string | null,
  ): PriceTerms {
    const { terms, product } = this.offer;
    const { formerPrice } = this.parts.settings;
    const isFormer =
      promise === null && formerPrice?.priceUsdcUnits === priceUsdcUnits && this.nowSeconds() <= formerPrice.until;
    if (isFormer) return { ...terms, priceUsdcUnits };
    const promised = { recipient, priceUsdcUnits };
    const isKept =
      promise !== null &&
      isPromised(
        promise,
        { ...promised, endpoint: product.endpoint, chainId: terms.chainId },
        this.nowSeconds(),
        terms.keys,
      );
    return isKept ? promised : terms;
  }

  private nowSeconds(): number {
    return Math.floor(this.parts.nowMs() / 1000);
  }
}
