import type { Address } from "../address";
import type { Hex } from "../keccak";

/**
 * How strongly a payment is tied to the intent that it bought.
 *
 * - `marked`: the payer named the intent in the transaction itself.
 * - `signed`: the payer signed the redemption.
 * - `plain`: neither; whoever came first.
 */
export type Binding = "marked" | "signed" | "plain";

/** One payment that is used up: at most one per transfer, whatever happens to the purchase. */
export interface Payment {
  /** `chainId:txHash:index`, where index is the log's place within the receipt. */
  key: string;
  intentKey: string;
  binding: Binding;
  payer: Address;
  token: Address;
  amountUsdcUnits: bigint;
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  /** Unix milliseconds. */
  claimedAt: number;
  /** `pending` until the block is final; `orphaned` when the chain dropped the transaction after all. */
  finality: "pending" | "final" | "orphaned";
}

/** The right to compute one answer, until `until` (unix milliseconds). */
export interface Lease {
  owner: string;
  until: number;
}

/** What an intent has bought. */
export interface Purchase {
  /** SHA-256 of the intentId, hex: the token itself is not stored. */
  intentKey: string;
  endpoint: string;
  /** The canonical body that the answer is for. Private. */
  body: string;
  bodyDigest: Hex;
  txHash: Hex;
  paymentKey: string;
  /** `superseded`: a copyist's, whose payment the real payer has taken back. */
  state: "claimed" | "delivered" | "superseded";
  lease: Lease;
  /** The response body, byte for byte; null until delivered. */
  result: string | null;
  /** Unix milliseconds. */
  claimedAt: number;
}

/** A redemption that has passed every check but the database's. Candidates in the order of preference. */
export interface Claim {
  purchase: Purchase;
  candidates: readonly Payment[];
}

export type ClaimDecision =
  /** The payment is free (or the intent's own): write both records. */
  | { outcome: "take"; payment: Payment }
  /** The payer takes the payment back from a copyist's intent: write both, supersede that purchase. */
  | { outcome: "takeBack"; payment: Payment; supersede: string }
  /** The intent already holds this transaction: nothing to write. */
  | { outcome: "resume"; purchase: Purchase }
  /** The intent holds another transaction. */
  | { outcome: "otherTransaction" }
  /** Every transfer that qualifies has bought something else. */
  | { outcome: "used" };

/** What a claim may do, given what the database holds for its intent and for each of its candidates. */
export function decideClaim(
  claim: Claim,
  held: { purchase: Purchase | null; payments: readonly (Payment | null)[] },
): ClaimDecision {
  if (held.purchase) {
    if (held.purchase.state === "superseded") return { outcome: "used" };
    return held.purchase.txHash === claim.purchase.txHash
      ? { outcome: "resume", purchase: held.purchase }
      : { outcome: "otherTransaction" };
  }
  const rivals = claim.candidates.map((candidate, at) => ({ candidate, holder: held.payments[at] ?? null }));
  const free = rivals.find(({ holder }) => holder === null || holder.intentKey === claim.purchase.intentKey);
  if (free) return { outcome: "take", payment: free.candidate };
  for (const { candidate, holder } of rivals) {
    if (candidate.binding === "signed" && holder?.binding === "plain") {
      return { outcome: "takeBack", payment: candidate, supersede: holder.intentKey };
    }
  }
  return { outcome: "used" };
}
