import type { Hex } from "../keccak";
import type { Address } from "../address";
import { chainOf } from "../chains";
import type { Authorization, SettlementReason } from "./authorization";

/** The versions of the x402 protocol that a payment may come in. */
export type X402Version = 1 | 2;

/** A payment as x402 clients send it, instead of a transaction's hash. */
export interface SignedPayment {
  version: X402Version;
  authorization: Authorization;
  /** The name that the payer gave it (extension payment-identifier); null where he gave none. */
  paymentId: string | null;
  /** What the quote told this payer alone (`sealPromise`), which v2 clients send back; null where nothing came. */
  secret: string | null;
  /** What the service asks for in the payer's version. A facilitator gets this, and nothing else that the payer wrote. */
  asked: Asked;
}

/** What the service asks for, as x402 says it. */
export interface Asked {
  requirements: object;
  resource: object;
  extensions: object;
}

/** What a payment came to, for the header PAYMENT-RESPONSE. */
export interface SettlementResponse {
  success: boolean;
  /** Empty where none is known. */
  transaction: Hex | "";
  /** Absent where the payment does not say. */
  payer?: Address;
  errorReason?: SettlementReason;
}

/** A chain's name in each version. */
export function networkName(version: X402Version, chainId: number): string {
  const { x402Name, caip2 } = chainOf(chainId);
  return version === 1 ? x402Name : caip2;
}

/** The response header of the version that the payer speaks: base64 of JSON. */
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
