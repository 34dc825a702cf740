import type { Hex } from "../keccak";
import type { Address } from "../address";
import { chainOf, type Token } from "../chains";
import type { Authorization, SettlementReason } from "./authorization";

/** The versions of the x402 protocol that a payment may come in. */
export type X402Version = 1 | 2;

/** A payment as x402 clients send it, instead of a transaction's hash. */
export interface SignedPayment {
  version: X402Version;
  authorization: Authorization;
  /** The identifier given by the payer (extension payment-identifier); null if none. */
  paymentId: string | null;
  /** The quote's promise to this payer (`sealPromise`), which v2 clients send back; null if absent. */
  promise: string | null;
  /**
   * What the service asks for, in the payer's x402 version. A facilitator gets this and nothing else written by the
   * payer.
   */
  asked: PaymentRequest;
}

/** What the service asks for, in x402 form. */
export interface PaymentRequest {
  requirements: object;
  resource: object;
  extensions: object;
}

/** The outcome of a payment, for the header PAYMENT-RESPONSE. */
export interface SettlementResponse {
  success: boolean;
  /** Empty if unknown. */
  transaction: Hex | "";
  /** Absent if the payment does not name one. */
  payer?: Address;
  errorReason?: SettlementReason;
  /** The signed receipt. */
  extensions?: object;
}

/** A chain's name in each version. */
export function networkName(version: X402Version, chainId: number): string {
  const { x402Name, caip2 } = chainOf(chainId);
  return version === 1 ? x402Name : caip2;
}

/** An offer of scheme `exact` by EIP-3009. */
export function exactOffer(
  version: X402Version,
  { address: asset, name, version: tokenVersion }: Token,
  terms: { chainId: number; payTo: Address; amountUsdcUnits: bigint; maxTimeoutSeconds: number },
) {
  const { chainId, payTo, amountUsdcUnits, maxTimeoutSeconds } = terms;
  const amount = amountUsdcUnits.toString();
  return {
    scheme: "exact",
    network: networkName(version, chainId),
    payTo,
    maxTimeoutSeconds,
    asset,
    // The token's EIP-712 domain, under which payers sign.
    extra: { name, version: tokenVersion },
    ...(version === 1 ? { maxAmountRequired: amount } : { amount }),
  };
}

/** The header by which x402 v2 asks for payment: base64 of JSON. */
export function requiredHeader(required: object): { readonly "PAYMENT-REQUIRED": string } {
  return { "PAYMENT-REQUIRED": Buffer.from(JSON.stringify({ x402Version: 2, ...required })).toString("base64") };
}

/** The response header in the payer's x402 version: base64 of JSON. */
export function responseHeader(
  version: X402Version,
  chainId: number,
  response: SettlementResponse,
): Record<string, string> {
  const name = version === 1 ? "X-PAYMENT-RESPONSE" : "PAYMENT-RESPONSE";
  return {
    [name]: Buffer.from(JSON.stringify({ ...response, network: networkName(version, chainId) })).toString("base64"),
  };
}
