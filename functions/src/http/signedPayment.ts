import { toAddress, type Address } from "../domain/address";
import type { Objection, SettlementReason } from "../domain/payment/authorization";
import { refuse } from "../domain/errors";
import type { Hex } from "../domain/keccak";
import { networkName, type SignedPayment, type X402Version } from "../domain/payment/x402";

export interface PaymentRules {
  chainId: number;
  tokens: readonly Address[];
  /** What a quote asks for in a version and a token; null where the service settles nothing. */
  requirements: (version: X402Version, token: Address) => object | null;
}

type Fields = Record<string, unknown>;

const UNSETTLED =
  "This deployment does not settle signed x402 payloads. Send the quote's `transaction`, then redeem with intentId and txHash.";
const PAYMENT_ID = /^[A-Za-z0-9_-]{16,128}$/;
/** Characters. */
const LONGEST_SECRET = 64;
/** Characters: the longest signature that a wallet's contract is asked about, and its prefix. */
const LONGEST_SIGNATURE = 2 + 2 * 16_384;

/**
 * Reads an x402 payment payload, v1 or v2, scheme `exact` by EIP-3009.
 *
 * Fields that the protocol may add later are passed over; what is read is read strictly. Throws
 * `MalformedPayment`, and refuses `invalid_request` if the service settles no payments.
 */
export function readSignedPayment(value: unknown, { chainId, tokens, requirements }: PaymentRules): SignedPayment {
  const payload = fields(value, "the payload");
  const { x402Version: version } = payload;
  if (version !== 1 && version !== 2) return invalid("invalid_payload", "x402Version must be 1 or 2");
  const accepted = version === 2 ? fields(payload["accepted"], "accepted") : payload;
  if (accepted["scheme"] !== "exact") invalid("invalid_exact_evm_scheme", "the scheme must be exact");
  const network = networkName(version, chainId);
  if (accepted["network"] !== network) invalid("invalid_exact_evm_network_mismatch", `the network must be ${network}`);
  // The first version does not say which token was signed for.
  const token = version === 2 ? account(accepted["asset"], "accepted.asset") : tokens[0];
  if (!token || !tokens.includes(token)) return invalid("invalid_payload", `the asset must be one of ${tokens.join(", ")}`);
  const asked = requirements(version, token);
  if (!asked) refuse("invalid_request", UNSETTLED);
  const proof = fields(payload["payload"], "payload");
  const signed = fields(proof["authorization"], "payload.authorization");
  return {
    version,
    payload,
    requirements: asked,
    paymentId: version === 2 ? paymentId(payload["extensions"]) : null,
    secret: version === 2 ? secret(accepted["extra"]) : null,
    authorization: {
      token,
      from: account(signed["from"], "from"),
      to: account(signed["to"], "to"),
      valueUsdcUnits: quantity(signed["value"], "value"),
      validAfter: quantity(signed["validAfter"], "validAfter"),
      validBefore: quantity(signed["validBefore"], "validBefore"),
      nonce: bytes(signed["nonce"], "nonce", /^0x[0-9a-fA-F]{64}$/),
      signature: bytes(proof["signature"], "signature", /^0x(?:[0-9a-fA-F]{2})+$/),
    },
  };
}

/** The payload is not one that this service can read. */
export class MalformedPayment extends Error {
  constructor(readonly objection: Objection) {
    super(`${objection.reason}: ${objection.detail}`);
  }
}

/** The version to answer a payload in, whatever else is wrong with it. */
export function versionOf(payload: unknown): X402Version {
  return isFields(payload) && payload["x402Version"] === 1 ? 1 : 2;
}

/** True where a value is a whole x402 payload and no pair of intentId and txHash. */
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
  return invalid("invalid_payload", "the payment identifier must be 16 to 128 of A-Z, a-z, 0-9, _ and -");
}

/** Whatever else a client writes there is its own affair, as long as it writes the same again. */
function secret(extra: unknown): string | null {
  const found = isFields(extra) ? extra["quote"] : undefined;
  return typeof found === "string" && found.length <= LONGEST_SECRET ? found : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fields(value: unknown, name: string): Fields {
  return isFields(value) ? value : invalid("invalid_payload", `${name} must be an object`);
}

function account(value: unknown, name: string): Address {
  const found = typeof value === "string" ? toAddress(value) : null;
  return found ?? invalid("invalid_payload", `${name} must be an address`);
}

/** A uint256: decimal digits, as x402 writes it, or a JSON number that is exact. */
function quantity(value: unknown, name: string): bigint {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text === "string" && /^(0|[1-9][0-9]{0,77})$/.test(text) && BigInt(text) < 2n ** 256n) return BigInt(text);
  return invalid("invalid_payload", `${name} must be a number in decimal digits`);
}

function bytes(value: unknown, name: string, shape: RegExp): Hex {
  if (typeof value === "string" && value.length <= LONGEST_SIGNATURE && shape.test(value)) return value.toLowerCase() as Hex;
  return invalid("invalid_payload", `${name} must be 0x and hex of its length`);
}

function invalid(reason: SettlementReason, rule: string): never {
  throw new MalformedPayment({ reason, detail: `${rule}.` });
}
