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

export interface Quoted {
  endpoint: string;
  /** What is bought, in a few words. */
  label: string;
  description: string;
  /** The body without its payment fields; null for a probe. */
  body: unknown;
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
 * A quote: a price promised for a while, and everything that is needed to pay it.
 *
 * The body is an x402 v1 document with the service's own fields beside it; the same offer in
 * x402 v2 is the header PAYMENT-REQUIRED. Neither database nor chain is asked.
 *
 * @param nowSeconds unix seconds
 * @param nonce 128 random bits, base64url
 */
export function makeQuote(quoted: Quoted, terms: QuoteTerms, nowSeconds: number, nonce: string): Quote {
  const [key] = terms.keys;
  const [token] = terms.tokens;
  if (!key || !token) throw new TypeError("a quote needs a key and a token");
  const expiresAt = nowSeconds + terms.ttlSeconds;
  const intent: Intent = {
    endpoint: quoted.endpoint,
    bodyDigest: quoted.body === null ? null : bodyDigest(quoted.body),
    priceUsdcUnits: terms.priceUsdcUnits,
    recipient: terms.recipient,
    chainId: terms.chainId,
    issuedAt: nowSeconds,
    expiresAt,
    nonce,
  };
  const intentId = sealIntent(intent, key);
  const expiry = new Date(expiresAt * 1000).toISOString();
  const amountUsdc = formatUsdc(terms.priceUsdcUnits);
  const { recipient, chainId } = terms;
  const pay = { recipient, chainId, label: quoted.label, expiry, amountUsdc };
  const resource = `${terms.baseUrl}${quoted.endpoint}`;
  const accepts = terms.tokens.map((asset) => ({
    scheme: "exact",
    payTo: recipient,
    maxTimeoutSeconds: terms.ttlSeconds,
    asset,
    extra: USDC_DOMAIN,
  }));
  const amount = terms.priceUsdcUnits.toString();
  const error = "Payment required";
  return {
    headers: {
      Pay: JSON.stringify(pay),
      "X-Price-Intent": intentId,
      "X-Payment-Contracts": terms.tokens.join(","),
      "PAYMENT-REQUIRED": base64({
        x402Version: 2,
        error,
        resource: { url: resource, description: quoted.description, mimeType: "application/json" },
        accepts: accepts.map((offer) => ({ ...offer, network: `eip155:${chainId}`, amount })),
      }),
    },
    document: {
      x402Version: 1,
      error,
      accepts: accepts.map((offer) => ({
        ...offer,
        network: "base",
        maxAmountRequired: amount,
        resource,
        description: quoted.description,
        mimeType: "application/json",
      })),
      code: "payment_required",
      intentId,
      amountUsdc,
      recipient,
      chainId,
      label: quoted.label,
      expiresAt: expiry,
      paymentContracts: terms.tokens,
      transaction: { to: token, data: transferCalldata(recipient, terms.priceUsdcUnits, intentId), value: "0", chainId },
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
