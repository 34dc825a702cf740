import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { toAddress, type Address } from "../address";
import type { Hex } from "../keccak";
import { keccak256 } from "../keccak";

/** What a quote promises. Times are unix seconds, the price is USDC base units. */
export interface Intent {
  /** The path that was quoted, as `tagOfEndpoint` has it. */
  endpointTag: string;
  /** The canonical body, as `tagOfBody` has it; null for a probe, which matches any valid body. */
  bodyTag: string | null;
  priceUsdcUnits: bigint;
  recipient: Address;
  chainId: number;
  issuedAt: number;
  expiresAt: number;
  /** 64 random bits, hex: two quotes are never the same. */
  nonce: string;
}

/** A signing key and its key id. The first key of a list signs; all of them verify. */
export interface QuoteKey {
  id: string;
  secret: Uint8Array;
}

/** The fields of a token and their bytes, in order; the price fills what is left. */
const LAYOUT = { endpointTag: 4, bodyTag: 16, recipient: 20, issuedAt: 4, lifetime: 3, nonce: 8 } as const;
const FIXED_BYTES = Object.values(LAYOUT).reduce((sum, bytes) => sum + bytes, 0);
const PRICE_BYTES = 32;
const MAC_BYTES = 16;
const NO_BODY = "0".repeat(2 * LAYOUT.bodyTag);
/** The longest token: a key id of 16 characters, a dot, and base64url. @internal */
export const MAX_INTENT_LENGTH = 16 + 1 + Math.ceil(((FIXED_BYTES + PRICE_BYTES + MAC_BYTES) * 4) / 3);

/**
 * The intent as a token, `keyId.base64url`: its fields and 128 bits of HMAC-SHA-256 over them, the key's id and the
 * chain, which the token leaves out. Only the service can create it, and nobody can guess it from its mark.
 */
export function sealIntent(intent: Intent, key: QuoteKey): string {
  const fields = Buffer.concat([
    Buffer.from(intent.endpointTag, "hex"),
    Buffer.from(intent.bodyTag ?? NO_BODY, "hex"),
    Buffer.from(intent.recipient.slice(2), "hex"),
    unsigned(BigInt(intent.issuedAt), LAYOUT.issuedAt),
    unsigned(BigInt(intent.expiresAt - intent.issuedAt), LAYOUT.lifetime),
    Buffer.from(intent.nonce, "hex"),
    price(intent.priceUsdcUnits),
  ]);
  return `${key.id}.${Buffer.concat([fields, mac(fields, intent.chainId, key)]).toString("base64url")}`;
}

/**
 * The intent in a token, or null if no key of the service signed exactly these characters for this chain.
 *
 * Expiry is not checked: it ends the price, not the intent.
 */
export function openIntent(token: string, chainId: number, keys: readonly QuoteKey[]): Intent | null {
  if (token.length > MAX_INTENT_LENGTH) return null;
  const [id, text = "", ...rest] = token.split(".");
  const key = keys.find((one) => one.id === id);
  const bytes = Buffer.from(text, "base64url");
  // base64url has several encodings of one value, and Node skips what is none: the bytes must give these characters.
  if (!key || rest.length > 0 || bytes.toString("base64url") !== text) return null;
  if (bytes.length <= FIXED_BYTES + MAC_BYTES) return null;
  const fields = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), mac(fields, chainId, key))) return null;
  let at = 0;
  const next = (length: number) => fields.subarray(at, (at += length)).toString("hex");
  const [endpointTag, bodyTag] = [next(LAYOUT.endpointTag), next(LAYOUT.bodyTag)];
  const recipient = toAddress(`0x${next(LAYOUT.recipient)}`);
  if (!recipient) return null;
  const issuedAt = parseInt(next(LAYOUT.issuedAt), 16);
  const expiresAt = issuedAt + parseInt(next(LAYOUT.lifetime), 16);
  const nonce = next(LAYOUT.nonce);
  const priceUsdcUnits = BigInt(`0x${next(PRICE_BYTES)}`);
  const terms = { priceUsdcUnits, recipient, chainId, issuedAt, expiresAt };
  return { endpointTag, bodyTag: bodyTag === NO_BODY ? null : bodyTag, ...terms, nonce };
}

/** How a token names the path that it was quoted for: 32 bits, hex. */
export function tagOfEndpoint(path: string): string {
  return createHash("sha256").update(path).digest().toString("hex", 0, LAYOUT.endpointTag);
}

/** How a token names a body: the first 128 bits of its SHA-256, hex. */
export function tagOfBody(digest: Hex): string {
  return digest.slice(2, 2 + 2 * LAYOUT.bodyTag);
}

/** How a token tells its quote from others, given 128 random bits, base64url. */
export function intentNonce(random: string): string {
  return Buffer.from(random, "base64url").toString("hex", 0, LAYOUT.nonce);
}

/** `mkt1` in ASCII: the first 4 bytes of the mark that binds a payment to its intent. */
export const MARK_PREFIX = "6d6b7431";

/** The 32-byte mark of an intent, hex without 0x: `mkt1` and the first 28 bytes of keccak256(intentId). */
export function intentMark(intentId: string): string {
  return MARK_PREFIX + keccak256(intentId).slice(2, 2 + 2 * 28);
}

function mac(fields: Uint8Array, chainId: number, { id, secret }: QuoteKey): Buffer {
  return createHmac("sha256", secret)
    .update(`mkt intent\n${id}\n${chainId}\n`)
    .update(fields)
    .digest()
    .subarray(0, MAC_BYTES);
}

/** As many bytes as it takes, up to a uint256. */
function price(units: bigint): Buffer {
  return unsigned(units, Math.min(PRICE_BYTES, Math.ceil(units.toString(16).length / 2)));
}

/** Big-endian; throws if the value needs more bytes. */
function unsigned(value: bigint, bytes: number): Buffer {
  const digits = value.toString(16).padStart(2 * bytes, "0");
  if (value < 0n || digits.length > 2 * bytes) throw new RangeError(`${value} needs more than ${bytes} bytes`);
  return Buffer.from(digits, "hex");
}
