import { createHmac, timingSafeEqual } from "node:crypto";
import type { Address } from "../address";
import type { QuoteKey } from "./intent";

/** What a quote promises to a payer who signs: recipient, price, product and expiry. */
export interface PricePromise {
  endpoint: string;
  chainId: number;
  recipient: Address;
  priceUsdcUnits: bigint;
  /** Unix seconds. */
  expiresAt: number;
}

/** Bytes of the MAC that the text contains. */
const MAC_BYTES = 16;

/**
 * The promise as the text `secret.expiry.mac`, which x402 clients send back with their payment. It is short because
 * clients also send back the amounts that it authenticates.
 *
 * @param secret known to this payer only, base64url
 */
export function sealPromise(promise: PricePromise, secret: string, key: QuoteKey): string {
  const head = `${secret}.${promise.expiresAt.toString(36)}`;
  return `${head}.${mac(head, promise, key)}`;
}

/** Whether a text is a valid promise of these terms at a given time, under any of the keys. */
export function isPromised(
  text: string,
  terms: Omit<PricePromise, "expiresAt">,
  nowSeconds: number,
  keys: readonly QuoteKey[],
): boolean {
  const [secret = "", expiry = "", given = ""] = text.split(".");
  const expiresAt = /^[0-9a-z]{1,9}$/.test(expiry) ? parseInt(expiry, 36) : 0;
  if (nowSeconds > expiresAt) return false;
  const head = `${secret}.${expiry}`;
  return keys.some((key) => isSame(given, mac(head, { ...terms, expiresAt }, key)));
}

function mac(
  head: string,
  { endpoint, chainId, recipient, priceUsdcUnits }: PricePromise,
  { secret }: QuoteKey,
): string {
  const text = ["mkt x402 promise", head, endpoint, chainId, recipient, priceUsdcUnits].join("\n");
  return createHmac("sha256", secret).update(text).digest().subarray(0, MAC_BYTES).toString("base64url");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
