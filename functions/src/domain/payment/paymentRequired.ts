import type { Address } from "../address";
import type { Token } from "../chains";
import { jsonTemplate } from "../jsonTemplate";
import type { QuoteKey } from "./intent";
import { signedOffers, type SignDigest } from "./offerReceipt";
import { signInChallenge, signInExtension } from "./signIn";

/** The values of each quote. */
const VALUES = ["quote", "nonce", "issuedAt"] as const;

/** Seconds for which all quotes carry the same signed offers: they are not signed once a request. */
const OFFER_SECONDS = 10;

/** What asks for payment in x402 v2, without what changes from quote to quote. */
interface Required {
  error?: string;
  resource: { url: string };
  accepts: readonly { extra: object }[];
  extensions: object;
}

/** The terms of payment of a product. */
export interface PaymentTerms {
  chainId: number;
  recipient: Address;
  /** The first one is used in `transaction`. */
  tokens: readonly Token[];
  priceUsdcUnits: bigint;
  ttlSeconds: number;
  keys: readonly QuoteKey[];
  /** Whether the service settles signed payments; otherwise quotes offer no x402 payment. */
  settles: boolean;
  /** Signs offers; null for unsigned ones. */
  sign: SignDigest | null;
}

/**
 * The header PAYMENT-REQUIRED of a product's quotes. Every reader pays for its length, so the schemas of its extensions,
 * which the makers' clients don't read, are left out.
 *
 * @returns from a quote's promise, its secret and unix seconds to the header's text
 */
export function paymentRequiredHeader(
  { accepts, extensions, ...required }: Required,
  terms: PaymentTerms,
): (quote: string, secret: string, nowSeconds: number) => string {
  const { sign, chainId, keys } = terms;
  const { url: resourceUrl } = required.resource;
  const signIn = { resourceUrl, chainId, keys };
  const template = (since: number) =>
    jsonTemplate(VALUES, ({ quote, ...challenge }) => ({
      x402Version: 2,
      ...required,
      // Signed fields become public on the chain. This one does not, and clients send it back in `accepted`.
      accepts: accepts.map((offer) => ({ ...offer, extra: { ...offer.extra, quote } })),
      ...(terms.settles && {
        extensions: { ...extensions, ...signInExtension(signIn, challenge), ...(sign && offersSince(since, sign)) },
      }),
    }));
  // Never valid for longer than the quote that carries them.
  const offersSince = (since: number, sign: SignDigest) =>
    signedOffers(
      sign,
      terms.tokens.map(({ address: asset }) => ({
        resourceUrl,
        chainId,
        asset,
        payTo: terms.recipient,
        amountUsdcUnits: terms.priceUsdcUnits,
        validUntil: since + terms.ttlSeconds,
      })),
    );
  let last: { since: number; text: ReturnType<typeof template> } | null = null;
  return (quote, secret, nowSeconds) => {
    const since = sign ? nowSeconds - (nowSeconds % OFFER_SECONDS) : 0;
    if (last?.since !== since) last = { since, text: template(since) };
    return Buffer.from(last.text({ quote, ...signInChallenge(signIn, secret, nowSeconds) })).toString("base64");
  };
}
