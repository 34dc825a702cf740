import type { Address } from "../address";
import { canonicalSha256 } from "../canonical";
import type { Hex } from "../keccak";
import { formatUsdc } from "../money";
import { intentMark, sealIntent, type Intent, type QuoteKey } from "./intent";

export interface QuoteTerms {
  baseUrl: string;
  chainId: number;
  recipient: Address;
  /** The first one stands in `transaction`. */
  tokens: readonly Address[];
  priceUsdcUnits: bigint;
  ttlSeconds: number;
  keys: readonly QuoteKey[];
}

export interface Product {
  endpoint: string;
  /** What is bought, in a few words. */
  label: string;
  description: string;
}

/** What all quotes of one product have in common: everything but the body, the time and the intent. */
export interface Offer {
  product: Product;
  terms: QuoteTerms;
  /** The first one of the terms: it signs, and it is paid with. */
  key: QuoteKey;
  token: Address;
  headers: Record<string, string>;
  /** The beginning of the document: an x402 v1 offer for each token. */
  x402: object;
  amountUsdc: string;
}

/** The parts of a 402 answer. */
export interface Quote {
  headers: Record<string, string>;
  document: object;
}

/** Function selector of ERC-20's transfer(address,uint256). */
const TRANSFER_SELECTOR = "a9059cbb";
/** USDC's own EIP-712 domain, which payers of scheme `exact` sign under. */
const USDC_DOMAIN = { name: "USD Coin", version: "2" };

/** Names a body: what a quote is for, and what a redemption must bring again. */
export function bodyDigest(body: unknown): Hex {
  return canonicalSha256(body);
}

/**
 * The product at these terms, as x402 says it: v1 for the document, v2 in the header PAYMENT-REQUIRED.
 *
 * Made once and quoted many times.
 */
export function makeOffer(product: Product, terms: QuoteTerms): Offer {
  const [key] = terms.keys;
  const [token] = terms.tokens;
  if (!key || !token) throw new TypeError("a quote needs a key and a token");
  const resource = `${terms.baseUrl}${product.endpoint}`;
  const { description } = product;
  const mimeType = "application/json";
  const error = "Payment required";
  const amount = terms.priceUsdcUnits.toString();
  const offers = terms.tokens.map((asset) => ({
    scheme: "exact",
    payTo: terms.recipient,
    maxTimeoutSeconds: terms.ttlSeconds,
    asset,
    extra: USDC_DOMAIN,
  }));
  const v1 = { network: "base", maxAmountRequired: amount, resource, description, mimeType };
  const v2 = { network: `eip155:${terms.chainId}`, amount };
  return {
    product,
    terms,
    key,
    token,
    headers: {
      "X-Payment-Contracts": terms.tokens.join(","),
      "PAYMENT-REQUIRED": base64({
        x402Version: 2,
        error,
        resource: { url: resource, description, mimeType },
        accepts: offers.map((offer) => ({ ...offer, ...v2 })),
      }),
    },
    x402: { x402Version: 1, error, accepts: offers.map((offer) => ({ ...offer, ...v1 })) },
    amountUsdc: formatUsdc(terms.priceUsdcUnits),
  };
}

/**
 * A quote: a price promised for a while, and everything that is needed to pay it.
 *
 * The document is an x402 v1 document with the service's own fields behind it. Neither database
 * nor chain is asked.
 *
 * @param body the body without its payment fields; null for a probe
 * @param nowSeconds unix seconds
 * @param nonce 128 random bits, base64url
 */
export function makeQuote(
  { product, terms, key, token, headers, x402, amountUsdc }: Offer,
  body: unknown,
  nowSeconds: number,
  nonce: string,
): Quote {
  const { recipient, chainId, priceUsdcUnits } = terms;
  const expiresAt = nowSeconds + terms.ttlSeconds;
  const intent: Intent = {
    endpoint: product.endpoint,
    bodyDigest: body === null ? null : bodyDigest(body),
    priceUsdcUnits,
    recipient,
    chainId,
    issuedAt: nowSeconds,
    expiresAt,
    nonce,
  };
  const intentId = sealIntent(intent, key);
  const expiry = new Date(expiresAt * 1000).toISOString();
  const { label } = product;
  return {
    headers: {
      Pay: JSON.stringify({ recipient, chainId, label, expiry, amountUsdc }),
      "X-Price-Intent": intentId,
      ...headers,
    },
    document: {
      ...x402,
      code: "payment_required",
      intentId,
      amountUsdc,
      recipient,
      chainId,
      label,
      expiresAt: expiry,
      paymentContracts: terms.tokens,
      transaction: { to: token, data: transferCalldata(recipient, priceUsdcUnits, intentId), value: "0", chainId },
    },
  };
}

/** USDC's transfer with the intent's mark behind it: the token ignores the suffix, this service reads it. */
export function transferCalldata(to: Address, amountUsdcUnits: bigint, intentId: string): Hex {
  const word = (digits: string) => digits.padStart(64, "0");
  return `0x${TRANSFER_SELECTOR}${word(to.slice(2).toLowerCase())}${word(amountUsdcUnits.toString(16))}${intentMark(intentId)}`;
}

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}
