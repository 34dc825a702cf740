import type { Address } from "../address";
import { tokenAddresses } from "../chains";
import { DAY_MS } from "../time";
import type { Hex } from "../keccak";
import type { Evidence } from "./evidence";
import { transfersTo, type Transfer } from "./transfer";

/**
 * How strongly a payment is bound to the intent that it paid for.
 *
 * - `marked`: the payer named the intent in the transaction itself.
 * - `signed`: the payer signed the redemption.
 * - `authorized`: the payer gave the authorization itself to the service, for this purchase.
 * - `plain`: none of these; first come, first served.
 */
export type Binding = "marked" | "signed" | "authorized" | "plain";

/** The minimum price of an answer, in USDC base units. */
export const MIN_PRICE = 490_000n;
/** The intentKey of a payment that was found on the chain but not redeemed. */
export const NOT_REDEEMED = "";

/** Stored answers are promised for a year; the rest is a margin. */
export const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** One used payment: at most one per transfer, regardless of the purchase's outcome. */
export interface Payment {
  /** From `transferKey` or `authorizationKey`. */
  key: string;
  intentKey: string;
  binding: Binding;
  payer: Address;
  /** The recipient of the payment. */
  recipient: Address;
  token: Address;
  amountUsdcUnits: bigint;
  /** `0x`, like the block's hash, until it is mined. */
  txHash: Hex;
  blockNumber: bigint;
  blockHash: Hex;
  /** Unix milliseconds. */
  claimedAt: number;
  /** Until when a signed payment can be taken, unix seconds; absent for a transaction. */
  validBefore?: number;
  /**
   * `unsettled` until the payment is seen in a confirmed block, `pending` until that block is final; `orphaned` if the chain dropped the transaction.
   */
  finality: "unsettled" | "pending" | "final" | "orphaned";
}

/** The key of a transfer by EIP-3009 authorization: the same in any transaction that contains it. */
export function authorizationKey(chainId: number, token: Address, payer: Address, nonce: Hex): string {
  return `${chainId}:${token}:${payer}:${nonce}`;
}

/** The EIP-3009 nonce in a payment's key; null for a transfer without an authorization. */
export function nonceInKey(key: string): Hex | null {
  const [, , , last] = key.split(":");
  return last?.startsWith("0x") ? (last as Hex) : null;
}

/** The key of a mined transfer: its authorization's if it has one, else `chainId:txHash:recipient:ordinal`. */
export function transferKey(
  chainId: number,
  txHash: Hex,
  recipient: Address,
  { ordinal, token, from, authorization }: Transfer,
): string {
  return authorization === null
    ? `${chainId}:${txHash}:${recipient}:${ordinal}`
    : authorizationKey(chainId, token, from, authorization);
}

/** The right to compute one answer, until `until` (unix milliseconds). */
export interface Lease {
  owner: string;
  until: number;
}

/** The purchase made by an intent, or by a payment that the service settles itself. */
export interface Purchase {
  /** SHA-256 of the intentId, or of the authorization's key, hex: the token itself is not stored. */
  intentKey: string;
  endpoint: string;
  /** The canonical body that the answer is for. Private. */
  body: string;
  bodyDigest: Hex;
  /** `0x` while the payment is being settled. */
  txHash: Hex;
  paymentKey: string;
  payer: Address;
  /** SHA-256 of the signed payment that the service settles; absent if the buyer sent a transaction hash. */
  payloadDigest?: Hex;
  /**
   * `settling`: the payment is being submitted to the chain, or will be again; `superseded`: made by a copyist, and the real payer has taken the payment back.
   */
  state: "settling" | "claimed" | "delivered" | "superseded";
  lease: Lease;
  /** The response body, byte for byte; null until delivered. */
  result: string | null;
  /** Whether a request of the payer settled the payment, so that the answer was given out at least once. */
  given?: boolean;
  /** Unix milliseconds. */
  claimedAt: number;
}

/** A redemption that has passed every check except those of the database. Candidates are in order of preference. */
export interface Claim {
  /** Its payment and payer are those of the candidate that it takes. */
  purchase: Omit<Purchase, "paymentKey" | "payer">;
  candidates: readonly Payment[];
  /** When the intent was quoted, unix milliseconds; absent if a payment cannot be taken back. */
  quotedAt?: number;
  /** What names the purchase for its payer: two payments with a name in common are one purchase. */
  names?: readonly PurchaseName[];
}

/** A name of a purchase, unique until `until` (unix milliseconds). */
export interface PurchaseName {
  readonly key: string;
  readonly until: number;
  /** The purchases that may stand under it and are not meant: their payment can never be taken, or the payer says so. */
  readonly replaces: readonly string[];
}

/** What a name stands for. */
export interface NamedPurchase {
  readonly intentKey: string;
  readonly until: number;
}

/**
 * How long a payer's new signed payment for the same question is the same purchase: clients of x402 sign another payment
 * when an answer was lost on its way, and must not be charged twice for it.
 */
export const SAME_PURCHASE_MS = 24 * 60 * 60 * 1000;

/** A payer may take a payment back from a copyist once per interval. */
export const TAKE_BACK_INTERVAL_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Maximum payments taken back per UTC day by all payers: bounds the free answers that many wallets together can obtain.
 */
export const MAX_TAKE_BACKS_PER_DAY = 20;

/**
 * Why a payer may not take a payment back.
 *
 * - `quotedLater`: the intent was quoted after the payment had bought something.
 * - `tooSoon`: the payer took another payment back within `TAKE_BACK_INTERVAL_MS`.
 * - `tooMany`: `MAX_TAKE_BACKS_PER_DAY` is reached.
 */
export type Kept = "quotedLater" | "tooSoon" | "tooMany";

export type ClaimDecision =
  /** The payment is unused (or the intent's own): write both records. */
  | { outcome: "take"; payment: Payment }
  /** The payer takes the payment back from a copyist's intent: write both, supersede that purchase, count it. */
  | { outcome: "takeBack"; payment: Payment; supersede: string }
  /** The intent already holds this transaction: nothing to write. */
  | { outcome: "resume"; purchase: Purchase }
  /** The intent holds another transaction. */
  | { outcome: "otherTransaction" }
  /** Every transfer that qualifies has bought something else: these purchases. */
  | { outcome: "used"; holders: readonly string[] }
  /** The transfer has bought something else, and its payer may not take it back. */
  | { outcome: "kept"; reason: Kept; holders: readonly string[] }
  /** The payer has named this purchase so. */
  | { outcome: "named"; intentKey: string };

/** The database state for a claim: its intent, each of its candidates, and what its payer took back. */
export interface ClaimState {
  purchase: Purchase | null;
  payments: readonly (Payment | null)[];
  /** What each of its names stands for. */
  named?: readonly (NamedPurchase | null)[];
  /** When the payer of the candidates last took a payment back, unix milliseconds; null for never. */
  lastTakeBackAt?: number | null;
  /** Payments taken back today. */
  takeBacksToday?: number;
}

/** Decides a claim, given the database state. */
export function decideClaim(claim: Claim, held: ClaimState): ClaimDecision {
  if (held.purchase) {
    if (held.purchase.state === "superseded") return { outcome: "used", holders: [] };
    // An authorization is one payment, regardless of the transaction that contained it.
    const same = held.purchase.payloadDigest !== undefined || held.purchase.txHash === claim.purchase.txHash;
    return same ? { outcome: "resume", purchase: held.purchase } : { outcome: "otherTransaction" };
  }
  const { intentKey, claimedAt } = claim.purchase;
  const named = held.named?.find((name, at) => {
    const own = [intentKey, ...(claim.names?.[at]?.replaces ?? [])];
    return name !== null && name.until > claimedAt && !own.includes(name.intentKey);
  });
  if (named) return { outcome: "named", intentKey: named.intentKey };
  const rivals = claim.candidates.map((candidate, at) => {
    const holder = held.payments[at] ?? null;
    return { candidate, holder };
  });
  const free = rivals.find(
    ({ holder }) =>
      holder === null || holder.intentKey === NOT_REDEEMED || holder.intentKey === claim.purchase.intentKey,
  );
  if (free) return { outcome: "take", payment: free.candidate };
  const copied = rivals.filter(
    ({ candidate, holder }) => candidate.binding === "signed" && holder?.binding === "plain",
  );
  const holders = rivals.flatMap(({ holder }) => holder?.intentKey ?? []);
  const quotedBefore = copied.find(({ holder }) => holder !== null && (claim.quotedAt ?? Infinity) <= holder.claimedAt);
  if (!quotedBefore?.holder)
    return copied.length === 0 ? { outcome: "used", holders } : { outcome: "kept", reason: "quotedLater", holders };
  const sinceLast = claim.purchase.claimedAt - (held.lastTakeBackAt ?? -Infinity);
  if (sinceLast < TAKE_BACK_INTERVAL_MS) return { outcome: "kept", reason: "tooSoon", holders };
  if ((held.takeBacksToday ?? 0) >= MAX_TAKE_BACKS_PER_DAY) return { outcome: "kept", reason: "tooMany", holders };
  return { outcome: "takeBack", payment: quotedBefore.candidate, supersede: quotedBefore.holder.intentKey };
}

/** Where and when a payment is final on the chain, who paid how much, and who received it. */
export interface FinalTransfer extends Readonly<Pick<Payment, "payer" | "amountUsdcUnits">> {
  readonly recipient: Address;
  /** The transfer's log index in its block. */
  readonly logIndex: number;
  /** The block's time, unix seconds. */
  readonly minedAt: number;
}

/** A payment that no reorg can undo. */
export type FinalPayment = FinalTransfer & Readonly<Pick<Payment, "txHash" | "blockNumber">>;

/**
 * The transfer of a payment from the final evidence of its transaction; null if the transaction, mined again after
 * others, no longer contains its transfer. If no node reports the block's time, the time of the redemption is used.
 */
export function finalTransferOf(payment: Payment, evidence: Evidence): FinalTransfer | null {
  const found = transferOf(payment, evidence);
  if (!found) return null;
  const { index, from, amountUsdcUnits } = found;
  return {
    recipient: payment.recipient,
    payer: from,
    amountUsdcUnits,
    logIndex: (evidence.firstLogIndex ?? 0) + index,
    minedAt: evidence.minedAt ?? Math.floor(payment.claimedAt / 1000),
  };
}

/** The transfer that a payment's key names. */
function transferOf({ key, recipient }: Payment, evidence: Evidence): Transfer | undefined {
  const chainId = Number(key.split(":", 1)[0]);
  return transfersTo(recipient, tokenAddresses(chainId), evidence).find(
    (transfer) => transferKey(chainId, evidence.txHash, recipient, transfer) === key,
  );
}

/** The first of those that are due, in turns by payer, so that nobody's many hold up another's. */
export function inTurns<T extends Pick<Payment, "payer">>(due: readonly T[], limit: number): T[] {
  const counts = new Map<Address, number>();
  const turnOf = ({ payer }: T) => {
    const turn = counts.get(payer) ?? 0;
    counts.set(payer, turn + 1);
    return turn;
  };
  return due
    .map((payment) => ({ payment, turn: turnOf(payment) }))
    .sort((a, b) => a.turn - b.turn)
    .slice(0, limit)
    .map(({ payment }) => payment);
}

const FIRST_LOOK_MS = 600_000;

/**
 * When to look again for a payment that is in no transaction, in unix milliseconds: daily for a month, then less and
 * less often.
 */
export function nextLook({ claimedAt }: Pick<Payment, "claimedAt">, nowMs: number): number {
  const age = nowMs - claimedAt;
  return nowMs + Math.max(FIRST_LOOK_MS, Math.min(age, DAY_MS), age / 30);
}
