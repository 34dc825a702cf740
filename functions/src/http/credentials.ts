import type { IncomingHttpHeaders } from "node:http";
import { refuse } from "../domain/errors";
import type { Hex } from "../domain/keccak";
import { requireSignatureFormat } from "../domain/verdict";
import { object, optional, string } from "../schema/build";
import { TxHash } from "../schema/common";
import { parseJson } from "./json";
import { requireValid } from "./validate";

/** The proof of payment that a redemption brings. */
export interface Credentials {
  intentId: string;
  txHash: Hex;
  payerSignature: string | null;
}

/** The fields that a redemption adds to the body it was quoted for. */
export const CredentialFields = {
  intentId: optional(string({ minLength: 1, maxLength: 1024, description: "The quote that was paid." })),
  txHash: optional(TxHash),
  payerSignature: optional(
    string({
      maxLength: 16_384,
      description: "The payer's EIP-191 signature over the redemption, 0x hex: proves a transfer that carries no mark.",
    }),
  ),
};
const FIELDS = Object.keys(CredentialFields) as (keyof typeof CredentialFields)[];
const CredentialsShape = object(CredentialFields);
type Given = Partial<Record<(typeof FIELDS)[number], string>>;

const HEADER = "x402-payment";
/** Headers that carry a signed x402 payload; settling one is another way to pay than redeeming a transaction. */
const SETTLE_HEADERS = ["payment-signature", "x-payment"];

/** A body without its payment fields, and those fields. */
export function splitBody(body: Record<string, unknown>): { question: Record<string, unknown>; given: Given } {
  const question: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    (FIELDS.includes(name as never) ? given : question)[name] = value;
  }
  // A quote asks for none, and starts sooner when it compiles no schema for them.
  if (Object.keys(given).length > 0) requireValid(CredentialsShape, given);
  return { question, given };
}

/**
 * The credentials of a request from its body and its `x402-payment` header, or null where neither has any.
 *
 * Refuses `invalid_request` where the two contradict each other, `intent_required` and
 * `tx_required` where half is missing, `invalid_signature_format` for a signature that is not hex.
 */
export function readCredentials(given: Given, headers: IncomingHttpHeaders): Credentials | null {
  if (SETTLE_HEADERS.some((name) => headers[name] !== undefined)) {
    refuse(
      "invalid_request",
      "This deployment does not settle signed x402 payloads. Send the quote's `transaction`, then redeem with intentId and txHash.",
    );
  }
  const header = headers[HEADER] === undefined ? {} : readHeader(String(headers[HEADER]));
  const merged: Given = { ...header };
  for (const name of FIELDS) {
    const value = given[name];
    if (value === undefined) continue;
    if (header[name] !== undefined && canonical(name, header[name]) !== canonical(name, value)) {
      refuse("invalid_request", `The body and the ${HEADER} header disagree about ${name}.`, {
        errors: [{ pointer: `/${name}`, message: `differs from ${name} in the ${HEADER} header` }],
      });
    }
    merged[name] = value;
  }
  const { intentId, txHash, payerSignature } = merged;
  if (intentId === undefined && txHash === undefined && payerSignature === undefined) return null;
  if (intentId === undefined) {
    refuse("intent_required", "Send the intentId of the quote that this transaction paid, beside its txHash.");
  }
  if (txHash === undefined) {
    refuse("tx_required", "Send the txHash of the payment beside the intentId. To get a new quote, send neither.");
  }
  if (payerSignature !== undefined) requireSignatureFormat(payerSignature, "/payerSignature");
  return { intentId, txHash: canonical("txHash", txHash) as Hex, payerSignature: payerSignature ?? null };
}

/** Hashes have one spelling, so that they have one key. */
function canonical(name: string, value: string): string {
  return name === "txHash" ? `0x${value.replace(/^0x/, "").toLowerCase()}` : value;
}

/** The header as JSON, or as base64 (either alphabet) of JSON. */
function readHeader(text: string): Given {
  const trimmed = text.trim();
  const value = parseJson(trimmed.startsWith("{") ? Buffer.from(trimmed) : decodeBase64(trimmed));
  if (typeof value === "object" && value !== null && ("x402Version" in value || "payload" in value)) {
    refuse(
      "invalid_request",
      `This deployment does not settle signed x402 payloads; ${HEADER} takes an object with intentId and txHash.`,
    );
  }
  requireValid(CredentialsShape, value);
  return value as Given;
}

function decodeBase64(text: string): Uint8Array {
  const standard = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  const bytes = Buffer.from(standard, "base64");
  // Node skips what is not base64; the round trip shows whether it had to.
  if (standard === "" || bytes.toString("base64").replace(/=+$/, "") !== standard) {
    refuse("invalid_request", `The ${HEADER} header is neither JSON nor base64 of JSON.`);
  }
  return bytes;
}
