import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { Evidence } from "./evidence";
import { MARK_PREFIX } from "./intent";
import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED, transfersTo, type Transfer } from "./transfer";

/** A transfer that its payer signed and that anyone may submit to the chain, once (EIP-3009). */
export interface Authorization {
  token: Address;
  from: Address;
  to: Address;
  valueUsdcUnits: bigint;
  /** Unix seconds; valid strictly between the two. */
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes chosen by the payer. */
  nonce: Hex;
  /** An account's signature, or one that its contract verifies (ERC-1271, ERC-6492). */
  signature: Hex;
}

/**
 * Why a signed payment is not settled, with the reason codes of x402 facilitators, so that clients of any facilitator
 * understand them.
 */
export type SettlementReason =
  | "invalid_payload"
  | "invalid_payment_requirements"
  | "invalid_exact_evm_scheme"
  | "invalid_exact_evm_network_mismatch"
  | "invalid_exact_evm_recipient_mismatch"
  | "invalid_exact_evm_signature"
  | "invalid_exact_evm_payload_authorization_valid_before"
  | "invalid_exact_evm_payload_authorization_valid_after"
  | "invalid_exact_evm_payload_authorization_value_mismatch"
  | "invalid_exact_evm_nonce_already_used"
  | "invalid_exact_evm_insufficient_balance"
  | "invalid_exact_evm_transaction_simulation_failed"
  | "invalid_exact_evm_transaction_failed"
  | "eip6492_factory_not_allowed"
  | "settlement_pending"
  | "unexpected_settle_error";

/** Why a payment is refused: the reason code, and the sentence for the caller. */
export interface Objection {
  reason: SettlementReason;
  detail: string;
}

/** A cancellation, or a payment to another recipient. */
export const ELSEWHERE: Objection = {
  reason: "invalid_exact_evm_nonce_already_used",
  detail:
    "The authorization was cancelled or has paid someone else, so it never pays here. This answer's offer is safe to pay.",
};

/** An authorization that a final block shows as unused after its time. */
export const UNUSED: Objection = {
  reason: "invalid_exact_evm_payload_authorization_valid_before",
  detail:
    "The authorization's time is over and it was never used: it moved no money and never will. This answer's offer is safe to pay.",
};

/**
 * Seconds that an authorization must still be valid on arrival: three blocks, so that it does not expire on its way to
 * the chain.
 */
const MIN_SECONDS_LEFT = 6n;

/** What is wrong with an authorization for this price, checked without a node or database; null if nothing is. */
export function objectionTo(
  { from, to, valueUsdcUnits, validAfter, validBefore, nonce }: Authorization,
  { recipient, priceUsdcUnits }: { recipient: Address; priceUsdcUnits: bigint },
  nowSeconds: number,
): Objection | null {
  const now = BigInt(nowSeconds);
  if (to !== recipient)
    return {
      reason: "invalid_exact_evm_recipient_mismatch",
      detail: `The authorization pays ${to}. Sign one that pays the quote's payTo, ${recipient}.`,
    };
  if (from === recipient)
    return {
      reason: "invalid_exact_evm_recipient_mismatch",
      detail: "The recipient cannot pay itself. Pay from another wallet.",
    };
  if (valueUsdcUnits !== priceUsdcUnits) {
    return {
      reason: "invalid_exact_evm_payload_authorization_value_mismatch",
      detail: `The authorization is for ${valueUsdcUnits} base units, but the price is ${priceUsdcUnits}. Sign exactly the price.`,
    };
  }
  if (nonce.startsWith(MARK_PREFIX, 2)) {
    return {
      reason: "invalid_payload",
      detail:
        "The authorization's nonce names an intent. Submit it to the chain yourself and redeem with that intentId, or sign another nonce.",
    };
  }
  const terms = { validAfter, validBefore };
  if (validAfter >= now) return objectionToTime("valid_after", terms);
  return validBefore < now + MIN_SECONDS_LEFT ? objectionToTime("valid_before", terms) : null;
}

/** The objection to an authorization's time: it is valid strictly between the two. */
export function objectionToTime(
  bound: "valid_after" | "valid_before",
  { validAfter, validBefore }: Pick<Authorization, "validAfter" | "validBefore">,
): Objection {
  const detail =
    bound === "valid_after"
      ? `The authorization is not valid yet. Send the same one after its validAfter (${validAfter}).`
      : `The authorization has expired or is about to: its validBefore is ${validBefore}. Nothing was charged, and this answer's offer is safe to pay.`;
  return { reason: `invalid_exact_evm_payload_authorization_${bound}`, detail };
}

/** The transfer that this authorization made in a transaction; null if it made none or a different one. */
export function transferBy(
  { token, from, to, valueUsdcUnits, nonce }: Pick<Authorization, "token" | "from" | "to" | "valueUsdcUnits" | "nonce">,
  evidence: Evidence,
): Transfer | null {
  const found = transfersTo(to, [token], evidence).find(
    (transfer) => transfer.from === from && transfer.authorization === nonce,
  );
  return found && found.amountUsdcUnits >= valueUsdcUnits ? found : null;
}

/** True where a transaction used or cancelled the authorization's nonce, regardless of what it moved. */
export function isUsedIn(
  { token, from, nonce }: Pick<Authorization, "token" | "from" | "nonce">,
  { logs }: Evidence,
): boolean {
  const payer = from.slice(2).toLowerCase();
  const ends = ([topic]: readonly Hex[]) => topic === AUTHORIZATION_USED || topic === AUTHORIZATION_CANCELED;
  return logs.some(
    ({ address, topics }) => address === token && ends(topics) && topics[1]?.endsWith(payer) && topics[2] === nonce,
  );
}
