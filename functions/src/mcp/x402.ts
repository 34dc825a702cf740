/**
 * x402 over MCP: payments travel in `_meta`, prices in the result (x402's MCP transport, v2, its tool-result binding).
 * Otherwise identical to HTTP, where the same objects are base64 headers.
 */
import { SIGN_IN } from "../domain/payment/signIn";
import type { Answer } from "../http/respond";

/** Where a client puts its PaymentPayload. */
export const PAYMENT = "x402/payment";
/** Where it finds the SettlementResponse. */
export const PAYMENT_RESPONSE = "x402/payment-response";

/** The payment headers of HTTP; on the MCP request itself they are ignored. */
const PAYMENT_HEADERS = ["payment-signature", "x-payment", "x402-payment", SIGN_IN];

/** The HTTP request's headers, with the tool call's payment replacing any other. */
export function paidHeaders<V>(headers: Readonly<Record<string, V>>, payment: unknown): Record<string, V | string> {
  const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => !PAYMENT_HEADERS.includes(name)));
  if (payment === undefined) return rest;
  const isFirst =
    typeof payment === "object" && payment !== null && "x402Version" in payment && payment.x402Version === 1;
  return {
    ...rest,
    [isFirst ? "x-payment" : "payment-signature"]: Buffer.from(JSON.stringify(payment)).toString("base64"),
  };
}

/** The payment due, as PaymentRequired (v2), next to the quote or problem in the answer; null if none is due. */
export function paymentRequired({ headers = {}, body }: Answer): Record<string, unknown> | null {
  const offer = decode(headers["PAYMENT-REQUIRED"]);
  if (offer === null) return null;
  const own = JSON.parse(body) as Record<string, unknown>;
  // A sign-in is for one URL and travels in a header.
  const { [SIGN_IN]: _challenge, ...extensions } = (offer["extensions"] ?? {}) as Record<string, unknown>;
  return {
    ...own,
    ...offer,
    ...(offer["extensions"] !== undefined && { extensions }),
    ...("detail" in own && { error: own["detail"] }),
  };
}

/** The settlement result; null if nothing was settled. */
export function settlement({ headers = {} }: Answer): Record<string, unknown> | null {
  return decode(headers["PAYMENT-RESPONSE"] ?? headers["X-PAYMENT-RESPONSE"]);
}

function decode(header: string | undefined): Record<string, unknown> | null {
  return header === undefined
    ? null
    : (JSON.parse(Buffer.from(header, "base64").toString()) as Record<string, unknown>);
}
