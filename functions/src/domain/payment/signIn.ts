import { createHmac } from "node:crypto";
import type { Address } from "../address";
import { chainOf } from "../chains";
import { siweText } from "../messages/siwe";
import { isoOf } from "../time";
import type { QuoteKey } from "./intent";

/**
 * The x402 extension `sign-in-with-x` (CAIP-122): a wallet that bought an answer reads it again by signing a quote's
 * challenge.
 */
export const SIGN_IN = "sign-in-with-x";

/** Seconds for which a challenge may be signed and sent. */
const CHALLENGE_SECONDS = 300;
const SEED_BYTES = 6;
const MAC_BYTES = 10;

/** What challenges are for, and the keys that make their nonces. */
export interface SignInTerms {
  resourceUrl: string;
  chainId: number;
  keys: readonly QuoteKey[];
}

/** The values of one challenge. */
export interface SignInChallenge {
  nonce: string;
  issuedAt: string;
}

/** What a wallet has signed: the values that the text is made of. */
export interface SignInProof {
  address: Address;
  nonce: string;
  issuedAt: string;
}

/**
 * A challenge of a quote. Its nonce proves that this service made it for this resource and time, without a database.
 *
 * @param secret known to this payer only; the nonce does not reveal it
 */
export function signInChallenge(terms: SignInTerms, secret: string, nowSeconds: number): SignInChallenge {
  const [key] = terms.keys;
  if (!key) throw new TypeError("a challenge needs a key");
  const issuedAt = isoOf(nowSeconds);
  const seed = mac(key, ["seed", secret]).subarray(0, SEED_BYTES).toString("hex");
  return { nonce: nonceOf(key, seed, terms, issuedAt), issuedAt };
}

/**
 * The extension of a quote around a challenge. Statement and expiry, which are optional, are left out: each quote would
 * carry them, and the time of issue says when the service stops taking it.
 */
export function signInExtension({ resourceUrl, chainId }: SignInTerms, challenge: SignInChallenge): object {
  return {
    [SIGN_IN]: {
      info: { domain: new URL(resourceUrl).host, uri: resourceUrl, version: "1", ...challenge },
      supportedChains: [{ chainId: chainOf(chainId).caip2, type: "eip191" }],
    },
  };
}

/**
 * The text that the wallet must have signed, made of this service's own values: a text for another host, resource, chain
 * or time is another one. `expired` after five minutes; `unknown` where the challenge is none of this resource's.
 */
export function signInMessage(
  { address, nonce, issuedAt }: SignInProof,
  terms: SignInTerms,
  nowSeconds: number,
): { text: string } | "expired" | "unknown" {
  const issued = Date.parse(issuedAt) / 1000;
  if (!Number.isInteger(issued) || isoOf(issued) !== issuedAt) return "unknown";
  const seed = nonce.slice(0, 2 * SEED_BYTES);
  if (!terms.keys.some((key) => nonceOf(key, seed, terms, issuedAt) === nonce)) return "unknown";
  if (nowSeconds >= issued + CHALLENGE_SECONDS) return "expired";
  const { resourceUrl: uri, chainId } = terms;
  const text = siweText({
    domain: new URL(uri).host,
    wallet: address,
    uri,
    chainId,
    nonce,
    issuedAt: issued * 1000,
  });
  return { text };
}

function nonceOf(key: QuoteKey, seed: string, { resourceUrl, chainId }: SignInTerms, issuedAt: string): string {
  const tag = mac(key, ["nonce", seed, resourceUrl, String(chainId), issuedAt]);
  return seed + tag.subarray(0, MAC_BYTES).toString("hex");
}

function mac({ secret }: QuoteKey, texts: readonly string[]): Buffer {
  return createHmac("sha256", secret)
    .update(["mkt x402 sign in", ...texts].join("\n"))
    .digest();
}
