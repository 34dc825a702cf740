import { Refusal } from "../../domain/errors";
import type { Hex } from "../../domain/keccak";
import { purchaseDemand } from "../../domain/mandate";
import { isUsedIn, transferBy } from "../../domain/payment/authorization";
import { isConfirmed, type Evidence } from "../../domain/payment/evidence";
import { MAX_PLAIN_AGE_SECONDS, refusePlain } from "../../domain/payment/match";
import type { Purchase } from "../../domain/payment/purchase";
import type { SignedPayment } from "../../domain/payment/x402";
import { ChainUnavailable, type Chain } from "../../ports/chain";
import type { Mandates, Versioned, Payments } from "../../ports/payments";
import type { Attempt, Authorizations, PreparedSettlement, Settler, Unsent } from "../../ports/settlement";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import type { Settings } from "../../settings";
import { requireMandate } from "../mandate/require";
import { PROVEN } from "../proof";

export interface SendParts {
  settings: Settings;
  chain: () => Chain;
  /** Null if the service settles nothing. */
  settler: () => Settler | null;
  authorizations: () => Authorizations;
  nowMs: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** How long a request waits for its payment's block, before it gets `tx_not_confirmed`. */
export const WAIT_MS = 15_000;
export const POLL_MS = 400;
/** There are several blocks per second, so the first polls follow quickly. */
const FIRST_POLL_MS = 50;
/** Polls after which pending settlements are advanced and the payment is looked for by its authorization. */
const POLLS_TO_PUSH = 8;

/** What an authorization was used for that the token has as used. */
type Use =
  /** It paid, and its transaction names no intent: it counts like any such transfer, for the same time. */
  | { readonly outcome: "paid" | "named"; readonly txHash: Hex }
  /** It was cancelled, or paid someone else. */
  | { readonly outcome: "elsewhere" }
  /** Nothing proves either, so the payer must not sign another one. */
  | { readonly outcome: "unknown"; readonly txHash: Hex | null };

/** What a used authorization was used for. Its payer's signature must have been verified. */
export async function usedFor(
  { authorizations, chain, settings, nowMs }: SendParts,
  { authorization }: SignedPayment,
): Promise<Use> {
  const { txHash } = await authorizations().use(authorization, null, AbortSignal.timeout(WAIT_MS));
  const evidence = txHash && (await chain().evidence(txHash));
  if (!evidence?.succeeded) return { outcome: "unknown", txHash };
  const transfer = transferBy(authorization, evidence);
  if (transfer === null) {
    const isElsewhere = isUsedIn(authorization, evidence) && isConfirmed(evidence, settings.paymentDepth);
    return isElsewhere ? { outcome: "elsewhere" } : { outcome: "unknown", txHash };
  }
  if (transfer.mark !== null) return { outcome: "named", txHash: evidence.txHash };
  const minedAt = evidence.minedAt ?? (await chain().blockTime(evidence.blockHash));
  if (seconds(nowMs()) - minedAt > MAX_PLAIN_AGE_SECONDS) refusePlain("old");
  return { outcome: "paid", txHash: evidence.txHash };
}

/** Sends the payment unless it is already on the chain, regardless of when it was claimed. */
export async function attempt(
  parts: SendParts,
  { intentKey, claimedAt }: Pick<Purchase, "intentKey" | "claimedAt">,
  payment: SignedPayment,
  prepared: PreparedSettlement | null,
): Promise<Attempt> {
  if (prepared === null) {
    // If no logs show it, an earlier sender may know.
    const { txHash } =
      (await parts
        .authorizations()
        .use(payment.authorization, seconds(claimedAt), AbortSignal.timeout(WAIT_MS))
        .catch(nullIfUnavailable)) ?? UNSEEN;
    if (txHash) return { outcome: "sent", txHashes: [txHash] };
  }
  return settlerOf(parts).send(intentKey, payment, prepared);
}

/**
 * The confirmed transaction that used this authorization, or the current state without one: `reverted` and `unused` where
 * a transaction that was to use it is mined and did not.
 */
export async function confirmed(
  parts: SendParts,
  payment: SignedPayment,
  attempt: Attempt,
): Promise<Evidence | "pending" | "reverted" | "unused" | "elsewhere" | "unsent"> {
  const { chain, nowMs, sleep, authorizations, settings } = parts;
  const isSent = attempt.outcome === "sent";
  const hashes = new Set(isSent ? attempt.txHashes : []);
  const start = nowMs();
  const deadline = AbortSignal.timeout(WAIT_MS);
  for (let poll = 0; ; poll++) {
    const found = await Promise.all([...hashes].map((hash) => chain().evidence(hash).catch(nullIfUnavailable)));
    const paid = found.find((one) => one?.succeeded && transferBy(payment.authorization, one));
    if (paid && isConfirmed(paid, settings.paymentDepth)) return paid;
    // Mined without a transfer, or never sent: not worth waiting for.
    const isOver = found.some((one) => one !== null && one !== paid && isConfirmed(one, settings.paymentDepth));
    const isNotSent = attempt.outcome !== "sent" && attempt.outcome !== "unknown";
    if (!paid && !deadline.aborted && (isOver || hashes.size === 0 || poll % POLLS_TO_PUSH === POLLS_TO_PUSH - 1)) {
      const { used, txHash } =
        (await authorizations().use(payment.authorization, seconds(start), deadline).catch(nullIfUnavailable)) ??
        UNSEEN;
      if (txHash && !hashes.has(txHash)) {
        hashes.add(txHash);
        continue;
      }
      // A receipt that shows neither proves nothing.
      const elsewhere = found.some(
        (one) => one !== null && one.txHash === txHash && isUsedIn(payment.authorization, one),
      );
      if (isOver && found.every((one) => one !== null)) {
        if (used && elsewhere) return "elsewhere";
        if (!used) return found.some((one) => one?.succeeded === false) ? "reverted" : "unused";
      }
      if (!used && isNotSent) return "unsent";
      if (!isOver && isSent) await settlerOf(parts).advance().catch(nullIfUnavailable);
    }
    if (deadline.aborted || nowMs() >= start + WAIT_MS) return "pending";
    await sleep(Math.min(POLL_MS, FIRST_POLL_MS * 2 ** poll));
  }
}

/** The settler, which exists if quotes offer signed payments. */
export function settlerOf(parts: Pick<SendParts, "settler">): Settler {
  const settler = parts.settler();
  if (!settler) throw new TypeError("payments are settled only with a settler");
  return settler;
}

/** Without an answer from the chain, anything is possible. */
const UNSEEN = { used: true, txHash: null };

/** A pending payment stays pending while no node answers; the next poll may find it. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof ChainUnavailable) return null;
  throw error;
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/**
 * Refuses what the payer's mandate does not allow, or what the settler would not send, before anything is stored; unless
 * the same payment was claimed meanwhile: then returns that claim.
 */
export async function requireSendable(
  parts: SendParts & MandatedParts,
  payment: SignedPayment,
  intentKey: string,
  prepared: PreparedSettlement,
  refuse: (unsent: Unsent) => never,
): Promise<Versioned<Purchase> | null> {
  const [claimed, unsent] = await Promise.all([
    requireAllowed(parts, payment, intentKey),
    settlerOf(parts).refusalOf(intentKey, payment, prepared),
  ]);
  const known = claimed ?? (unsent && (await parts.payments().find(intentKey)));
  return unsent && !known ? refuse(unsent) : known;
}

/**
 * Where another transaction than the settler's own has made the payment: that the own one is reverted is not its payer's
 * doing. What cannot be forgiven now is forgiven by the job that checks the payment's finality.
 */
export async function forgivePreempted(
  parts: SendParts,
  { intentKey }: Pick<Purchase, "intentKey">,
  { isFirst, attempted, evidence }: { isFirst: boolean; attempted: Attempt; evidence: Evidence },
): Promise<void> {
  const isOwn = attempted.outcome === "sent" && attempted.txHashes.includes(evidence.txHash);
  // A later attempt may have seen the other transaction.
  if (isFirst && isOwn) return;
  try {
    await settlerOf(parts).forgive(intentKey);
  } catch (error) {
    if (!(error instanceof ChainUnavailable || error instanceof StoreUnavailable)) throw error;
  }
}

export interface MandatedParts {
  mandates: () => Mandates;
  payments: () => Payments;
  nowMs: () => number;
}

/**
 * Refuses what the payer's mandate does not allow, unless the same payment was claimed meanwhile: then returns that claim.
 * The payer's signature must have been verified. One read for a payer without a mandate.
 *
 * @internal
 */
export async function requireAllowed(
  { mandates, payments, nowMs }: MandatedParts,
  { authorization: { from, valueUsdcUnits } }: SignedPayment,
  intentKey: string,
): Promise<Versioned<Purchase> | null> {
  const demands = [purchaseDemand(intentKey, valueUsdcUnits)];
  try {
    await requireMandate({ wallet: from, demands, prove: PROVEN }, mandates(), nowMs());
    return null;
  } catch (error) {
    const claimed = error instanceof Refusal ? await payments().find(intentKey) : null;
    if (claimed) return claimed;
    throw error;
  }
}
