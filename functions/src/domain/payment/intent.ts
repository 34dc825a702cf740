import { createHmac, timingSafeEqual } from "node:crypto";
import type { Address } from "../address";
import { toAddress } from "../address";
import type { Hex } from "../keccak";
import { keccak256 } from "../keccak";

/** What a quote promises. Times are unix seconds, the price is USDC base units. */
export interface Intent {
  /** The path that was quoted, e.g. `/demand-insights`. */
  endpoint: string;
  /** SHA-256 of the canonical body, 0x hex; null for a probe, which matches any valid body. */
  bodyDigest: Hex | null;
  priceUsdcUnits: bigint;
  recipient: Address;
  chainId: number;
  issuedAt: number;
  expiresAt: number;
  /** 128 random bits, base64url. */
  nonce: string;
}

/** A signing key and its key id. The first key of a list signs; all of them verify. */
export interface QuoteKey {
  id: string;
  secret: Uint8Array;
}

/** The claims in the token, with the names of JWT (RFC 7519) where they exist. */
interface Claims {
  v: 1;
  aud: string;
  dig: Hex | null;
  amt: string;
  rcp: string;
  chn: number;
  iat: number;
  exp: number;
  jti: string;
}

const ALGORITHM = "HS256";
const MAX_TOKEN_LENGTH = 1024;

/**
 * The intent as a token: a JWS in compact form (RFC 7515) under HMAC-SHA-256. Anyone can read it; only the service can
 * create it.
 */
export function sealIntent(intent: Intent, key: QuoteKey): string {
  const claims: Claims = {
    v: 1,
    aud: intent.endpoint,
    dig: intent.bodyDigest,
    amt: intent.priceUsdcUnits.toString(),
    rcp: intent.recipient,
    chn: intent.chainId,
    iat: intent.issuedAt,
    exp: intent.expiresAt,
    jti: intent.nonce,
  };
  const signed = `${encode({ alg: ALGORITHM, kid: key.id })}.${encode(claims)}`;
  return `${signed}.${mac(signed, key)}`;
}

/**
 * The intent in a token, or null if no key of the service signed exactly these characters.
 *
 * Expiry is not checked: it ends the price, not the intent.
 */
export function openIntent(token: string, keys: readonly QuoteKey[]): Intent | null {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const [header = "", payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0) return null;
  const named = decode(header) as { alg?: unknown; kid?: unknown } | null;
  const key = keys.find(({ id }) => id === named?.kid);
  if (!key || named?.alg !== ALGORITHM) return null;
  // The text is compared, not the bytes it decodes to: base64url has several encodings of one value.
  if (!sameText(signature, mac(`${header}.${payload}`, key))) return null;
  const claims = decode(payload) as Claims | null;
  const recipient = claims && toAddress(claims.rcp);
  if (claims?.v !== 1 || !recipient) return null;
  return {
    endpoint: claims.aud,
    bodyDigest: claims.dig,
    priceUsdcUnits: BigInt(claims.amt),
    recipient,
    chainId: claims.chn,
    issuedAt: claims.iat,
    expiresAt: claims.exp,
    nonce: claims.jti,
  };
}

/** `mkt1` in ASCII: the first 4 bytes of the mark that binds a payment to its intent. */
export const MARK_PREFIX = "6d6b7431";

/** The 32-byte mark of an intent, hex without 0x: `mkt1` and the first 28 bytes of keccak256(intentId). */
export function intentMark(intentId: string): string {
  return MARK_PREFIX + keccak256(intentId).slice(2, 2 + 2 * 28);
}

function mac(text: string, key: QuoteKey): string {
  return createHmac("sha256", key.secret).update(text).digest("base64url");
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
