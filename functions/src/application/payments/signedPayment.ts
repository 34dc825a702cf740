import { toAddress, type Address } from "../../domain/address";
import type { Authorization, Objection, SettlementReason } from "../../domain/payment/authorization";
import type { Hex } from "../../domain/keccak";
import { networkName, type PaymentRequest, type SignedPayment, type X402Version } from "../../domain/payment/x402";

interface Accepted {
  chainId: number;
  tokens: readonly Address[];
}

export interface PaymentRules extends Accepted {
  /** What a quote asks for, at the terms of this payment. */
  asked: (version: X402Version, authorization: Authorization, promise: string | null) => PaymentRequest;
}

/** The payload cannot be parsed, or it pays in a way that was not offered. */
export class MalformedPayment extends Error {
  constructor(
    readonly code: "payment_malformed" | "payment_invalid",
    readonly objection: Objection,
  ) {
    super(`${objection.reason}: ${objection.detail}`);
  }
}

/** The version in which to answer a payload, even a malformed one. */
export function versionOf(payload: unknown): X402Version {
  return isFields(payload) && payload["x402Version"] === 1 ? 1 : 2;
}

type Fields = Record<string, unknown>;

const PAYMENT_ID = /^[A-Za-z0-9_-]{16,128}$/;
/** Characters. */
const MAX_PROMISE = 64;
/** Characters: the longest signature that a wallet's contract verifies, with its prefix. */
const MAX_SIGNATURE_LENGTH = 2 + 2 * 16_384;

/**
 * Reads an x402 payment payload, v1 or v2, scheme `exact` by EIP-3009.
 *
 * Unknown fields are ignored; known ones are parsed strictly. Throws `MalformedPayment`.
 */
export function readSignedPayment(value: unknown, rules: PaymentRules): SignedPayment {
  const payload = fields(value, "the payload");
  const { version, accepted, authorization } = readAuthorization(payload, rules);
  const paymentName = version === 2 ? paymentId(payload["extensions"]) : null;
  const promise = version === 2 ? promiseIn(accepted["extra"]) : null;
  return {
    version,
    asked: rules.asked(version, authorization, promise),
    paymentId: paymentName,
    promise,
    authorization,
  };
}

/** The authorization in a payload, which pays on this chain by one of these tokens. Throws `MalformedPayment`. */
export function readAuthorization(
  value: unknown,
  { chainId, tokens }: Accepted,
): { version: X402Version; accepted: Fields; authorization: Authorization } {
  const payload = fields(value, "the payload");
  const { x402Version: version } = payload;
  if (version !== 1 && version !== 2) return refuseMalformed("x402Version must be 1 or 2");
  const accepted = version === 2 ? fields(payload["accepted"], "accepted") : payload;
  const network = networkName(version, chainId);
  if (accepted["scheme"] !== "exact") refuseNotOffered("invalid_exact_evm_scheme", "The scheme must be exact.");
  if (accepted["network"] !== network)
    refuseNotOffered("invalid_exact_evm_network_mismatch", `The network must be ${network}.`);
  // v1 does not name the signed token.
  const token = version === 2 ? account(accepted["asset"], "accepted.asset") : tokens[0];
  if (!token) throw new TypeError("a service that sells accepts a token");
  if (!tokens.includes(token))
    refuseNotOffered("invalid_payment_requirements", `The asset must be one of ${tokens.join(", ")}.`);
  const proof = fields(payload["payload"], "payload");
  const signed = fields(proof["authorization"], "payload.authorization");
  const authorization: Authorization = {
    token,
    from: account(signed["from"], "from"),
    to: account(signed["to"], "to"),
    valueUsdcUnits: quantity(signed["value"], "value"),
    validAfter: quantity(signed["validAfter"], "validAfter"),
    validBefore: quantity(signed["validBefore"], "validBefore"),
    nonce: bytes(signed["nonce"], "nonce", /^0x[0-9a-fA-F]{64}$/),
    signature: bytes(proof["signature"], "signature", /^0x(?:[0-9a-fA-F]{2})+$/),
  };
  return { version, accepted, authorization };
}

/** True if a value is a complete x402 payload, not a pair of intentId and txHash. */
export function isSignedPayment(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("x402Version" in value || "payload" in value);
}

function paymentId(extensions: unknown): string | null {
  if (!isFields(extensions)) return null;
  const extension = extensions["payment-identifier"];
  const info = isFields(extension) ? extension["info"] : null;
  const id = isFields(info) ? info["id"] : undefined;
  if (id === undefined) return null;
  if (typeof id === "string" && PAYMENT_ID.test(id)) return id;
  return refuseMalformed("the payment identifier must be 16 to 128 of A-Z, a-z, 0-9, _ and -");
}

/** Other values of the client are accepted, as long as it repeats them unchanged. */
function promiseIn(extra: unknown): string | null {
  const found = isFields(extra) ? extra["quote"] : undefined;
  return typeof found === "string" && found.length <= MAX_PROMISE ? found : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fields(value: unknown, name: string): Fields {
  return isFields(value) ? value : refuseMalformed(`${name} must be an object`);
}

function account(value: unknown, name: string): Address {
  const found = typeof value === "string" ? toAddress(value) : null;
  return found ?? refuseMalformed(`${name} must be an address`);
}

/** A uint256: decimal digits, as in x402, or an exact JSON number. */
function quantity(value: unknown, name: string): bigint {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text === "string" && /^(0|[1-9][0-9]{0,77})$/.test(text) && BigInt(text) < 2n ** 256n) return BigInt(text);
  return refuseMalformed(`${name} must be a number in decimal digits`);
}

function bytes(value: unknown, name: string, shape: RegExp): Hex {
  if (typeof value === "string" && value.length <= MAX_SIGNATURE_LENGTH && shape.test(value))
    return value.toLowerCase() as Hex;
  return refuseMalformed(`${name} must be 0x and hex of its length`);
}

function refuseMalformed(rule: string): never {
  throw new MalformedPayment("payment_malformed", {
    reason: "invalid_payload",
    detail: `${rule}. Send the payload as the client library created it.`,
  });
}

function refuseNotOffered(reason: SettlementReason, detail: string): never {
  throw new MalformedPayment("payment_invalid", { reason, detail });
}
