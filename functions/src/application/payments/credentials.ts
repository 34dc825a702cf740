import type { IncomingHttpHeaders } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { refuse, refuseField } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { requireSignatureFormat } from "../../domain/messages/signedRequest";
import { object, optional, string } from "../../schema/build";
import { TxHash } from "../../schema/common";
import { parseJson } from "../../domain/json";
import { SIGN_IN } from "../../domain/payment/signIn";
import { isSignedPayment } from "./signedPayment";
import { requireValid } from "../../schema/validate";

/** The proof of payment in a redemption. */
export interface Credentials {
  intentId: string;
  txHash: Hex;
  payerSignature: string | null;
}

/** A signed x402 payment as received. */
export interface SignedPayload {
  payload: unknown;
}

/** A wallet's signature under a quote's challenge, as received. */
export interface SignedIn {
  signedIn: unknown;
}

/** The fields that a redemption adds to the body it was quoted for. */
export const CredentialFields = {
  intentId: optional(string({ minLength: 1, maxLength: 1024, description: "The quote that was paid." })),
  txHash: optional(TxHash),
  payerSignature: optional(
    string({
      maxLength: 16_384,
      description:
        "The payer's EIP-191 signature over the redemption, 0x hex: proves an unmarked transfer, and takes it back from a copyist once in 30 days.",
    }),
  ),
};
const FIELDS = Object.keys(CredentialFields) as (keyof typeof CredentialFields)[];
const CredentialsShape = object(CredentialFields);
type Given = Partial<Record<(typeof FIELDS)[number], string>>;

const HEADER = "x402-payment";
/** Headers with a signed x402 payload, v2 and v1. */
const SETTLE_HEADERS = ["payment-signature", "x-payment"] as const;

/** Splits a body into its own fields and its payment fields. */
export function splitBody(body: Record<string, unknown>): { question: Record<string, unknown>; given: Given } {
  const question: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    (FIELDS.includes(name as never) ? given : question)[name] = value;
  }
  // A quote needs none of them, and starts faster without compiling their schema.
  if (Object.keys(given).length > 0) requireValid(CredentialsShape, given);
  return { question, given };
}

/**
 * A request's proof of payment: credentials from its body and its `x402-payment` header, or the unparsed signed x402
 * payload of that header or of x402's own headers, or a sign-in by the wallet that has paid; null if there is none.
 *
 * The same signed payment in several headers is one. Refuses `invalid_request` if they contradict each other, `intent_required` and `tx_required` if half is missing, and
 * `invalid_signature_format` for a signature that is not hex.
 */
export function readCredentials(
  given: Given,
  headers: IncomingHttpHeaders,
): Credentials | SignedPayload | SignedIn | null {
  const sent = SETTLE_HEADERS.filter((name) => headers[name] !== undefined);
  // A payment counts before a sign-in in the same request.
  if (sent.length === 0 && headers[HEADER] === undefined && Object.keys(given).length === 0)
    return headers[SIGN_IN] === undefined ? null : { signedIn: readHeader(String(headers[SIGN_IN]), SIGN_IN) };
  const value = headers[HEADER] === undefined ? {} : readHeader(String(headers[HEADER]), HEADER);
  const payloads = sent.map((name) => readHeader(String(headers[name]), name));
  if (isSignedPayment(value)) payloads.push(value);
  if (payloads.length > 0) {
    const others = Object.keys(given).length > 0 || (headers[HEADER] !== undefined && !isSignedPayment(value));
    // Open Wallet Standard's clients put one payment into the headers of both versions.
    const isOne = payloads.every((payload) => isDeepStrictEqual(payload, payloads[0]));
    if (isOne && !others) return { payload: payloads[0] };
    refuse(
      "invalid_request",
      others
        ? "The request has a signed payment and intentId or txHash. Send one of them."
        : "The payment headers hold different signed payments. Send one payment, in one header or the same in each.",
    );
  }
  requireValid(CredentialsShape, value);
  const header = value as Given;
  const merged: Given = { ...header };
  for (const name of FIELDS) {
    const value = given[name];
    if (value === undefined) continue;
    if (header[name] !== undefined && canonical(name, header[name]) !== canonical(name, value)) {
      refuseField(
        `/${name}`,
        `differs from ${name} in the ${HEADER} header`,
        `The body and the ${HEADER} header have different values for ${name}. Send one of them.`,
      );
    }
    merged[name] = value;
  }
  const { intentId, txHash, payerSignature } = merged;
  if (intentId === undefined && txHash === undefined && payerSignature === undefined) return null;
  if (intentId === undefined) {
    refuse("intent_required", "Send the intentId of the quote that this transaction paid, together with its txHash.");
  }
  if (txHash === undefined) {
    refuse(
      "tx_required",
      "Send the txHash of the payment together with the intentId. To get a new quote, send neither.",
    );
  }
  if (payerSignature !== undefined) requireSignatureFormat(payerSignature, "/payerSignature");
  return { intentId, txHash: canonical("txHash", txHash) as Hex, payerSignature: payerSignature ?? null };
}

/** Normalises hashes, so that each has one key. */
function canonical(name: string, value: string): string {
  return name === "txHash" ? `0x${value.replace(/^0x/, "").toLowerCase()}` : value;
}

/** A header's value: JSON, or base64 (either alphabet) of JSON. */
export function readHeader(text: string, name: string): unknown {
  const trimmed = text.trim();
  return parseJson(trimmed.startsWith("{") ? Buffer.from(trimmed) : decodeBase64(trimmed, name));
}

function decodeBase64(text: string, name: string): Uint8Array {
  const standard = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/(?<!=)=+$/, "");
  const bytes = Buffer.from(standard, "base64");
  // Node skips invalid base64 characters; the round trip shows whether there were any.
  if (standard === "" || bytes.toString("base64").replace(/(?<!=)=+$/, "") !== standard) {
    refuse(
      "invalid_request",
      `The ${name} header is neither JSON nor base64 of JSON. Send it as the client library encoded it.`,
    );
  }
  return bytes;
}
