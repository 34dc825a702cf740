import type { Address } from "../address";
import { canonicalKeccak256 } from "../canonical";
import { refuse } from "../errors";
import { keccak256, type Hex } from "../keccak";

/** The pattern of a nonce, for schemas. */
export const NONCE_PATTERN = "^[A-Za-z0-9_-]{16,64}$";

/** The maximum difference between a signed timestamp and the server's clock. */
export const TIMESTAMP_SKEW_SECONDS = 600;

/** Everything that a wallet signs with a request. */
export interface SignedRequest {
  /** As `actionOf` gives it. */
  action: string;
  chainId: number;
  /** The escrow that the request is about, or null. */
  contract: Address | null;
  /** On-chain id in decimal, or null. */
  taskId: string | null;
  wallet: Address;
  /** As `payloadHash` gives it. */
  payloadHash: Hex;
  /** Unix seconds. */
  timestamp: number;
  nonce: string;
}

/** The text to sign for one request: it names the endpoint, chain, contract, task, account, body, time and nonce. */
export function signedRequestMessage(request: SignedRequest): string {
  return requestLines(request, []);
}

/** The text to sign for a rating: as for any request, plus the hash of the comment, which the chain also holds. */
export function ratingMessage(request: SignedRequest & { commentHash: Hex }): string {
  return requestLines(request, [["commentHash", request.commentHash]]);
}

/** The action that a path signs as: without `/mkt/` or `/`, with `.` for `/` (`/mkt/interest/resolve` is `interest.resolve`). */
export function actionOf(path: `/${string}`): string {
  return path.replace(/^\/(mkt\/)?/, "").replaceAll("/", ".");
}

/**
 * keccak256 of the body's RFC 8785 form without the envelope (wallet, timestamp, nonce, signature).
 *
 * Expects the body as received, before defaults and conversions: this is what the wallet signed. Throws `NotCanonical`.
 */
export function payloadHash(body: Readonly<Record<string, unknown>>): Hex {
  const payload = Object.entries(body).filter(([key]) => !ENVELOPE.has(key));
  return canonicalKeccak256(Object.fromEntries(payload));
}

/** keccak256 of a comment's UTF-8, as in the signed text and on the chain. */
export function commentHash(comment: string): Hex {
  return keccak256(comment);
}

/** True while a signed timestamp (unix seconds) is at most ten minutes from now (unix milliseconds), before or after. */
export function isTimely(timestamp: number, now: number): boolean {
  return Math.abs(timestamp * 1000 - now) <= TIMESTAMP_SKEW_SECONDS * 1000;
}

/** The fields that a signature adds to a request. */
export const ENVELOPE_FIELDS = ["wallet", "timestamp", "nonce", "signature"] as const;
const ENVELOPE: ReadonlySet<string> = new Set(ENVELOPE_FIELDS);

function requestLines(request: SignedRequest, extra: readonly (readonly [string, string])[]): string {
  return lines("mkt signed request v1", [
    ["action", request.action],
    ["chainId", String(request.chainId)],
    ["contract", request.contract ?? "-"],
    ["taskId", request.taskId ?? "-"],
    ["wallet", request.wallet],
    ["payloadHash", request.payloadHash],
    ...extra,
    ["timestamp", String(request.timestamp)],
    ["nonce", request.nonce],
  ]);
}

/** The text by which the payer of a transfer claims it for one intent; `txHash` is 0x and lower case. */
export function redeemMessage(intentId: string, txHash: Hex): string {
  return lines("mkt redeem", [
    ["intentId", intentId],
    ["txHash", txHash],
  ]);
}

/**
 * A text for a wallet to sign: a title, then one `name: value` line per field, joined by `\n`.
 *
 * No value can inject a line, so different fields never produce the same text: a value with a line break or another
 * control character throws `RangeError`.
 */
function lines(title: string, fields: readonly (readonly [name: string, value: string])[]): string {
  const body = fields.map(([name, value]) => {
    if (/\p{Control}|\u2028|\u2029/u.test(value)) throw new RangeError(`${name} holds a control character`);
    return `${name}: ${value}`;
  });
  return [title, ...body].join("\n");
}

/** The digest that a wallet signs for a text: EIP-191, version 0x45 (`personal_sign`). */
export function textDigest(text: string): Hex {
  return keccak256(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`);
}

/**
 * The result of verifying a signature. `unavailable`: no node answered in time; possible only if the signature is not
 * by the wallet's own key, so that the chain must be asked whether the wallet is a contract.
 */
export type Verdict = "valid" | "invalid" | "unavailable";

/** Ends the request unless the signature is valid; the refusal holds `whatToSign`. */
export function requireValidSignature(verdict: Verdict, whatToSign: string): void {
  if (verdict === "invalid") refuse("signature_invalid", whatToSign);
  if (verdict === "unavailable") {
    refuse(
      "dependency_unavailable",
      "The wallet may be a contract and no node could check its signature. Send the same request again.",
    );
  }
}

/** Refuses `invalid_signature_format` for anything but `0x` and pairs of hex digits. */
export function requireSignatureFormat(signature: string, pointer: string): void {
  if (/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) return;
  refuse(
    "invalid_signature_format",
    "Send a signature as 0x and an even number of hex digits: 65 bytes from an account, or the format of a contract wallet.",
    {
      errors: [{ pointer, message: "is not 0x-prefixed hex" }],
    },
  );
}
