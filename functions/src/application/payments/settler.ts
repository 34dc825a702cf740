import { Refusal } from "../../domain/errors";
import { purchaseDemand } from "../../domain/mandate";
import type { Evidence } from "../../domain/payment/evidence";
import type { Purchase } from "../../domain/payment/purchase";
import type { SignedPayment } from "../../domain/payment/x402";
import { ChainUnavailable } from "../../ports/chain";
import type { Mandates } from "../../ports/mandates";
import type { Versioned, Payments } from "../../ports/payments";
import type { Attempt, PreparedSettlement, Unsent } from "../../ports/settlement";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { requireMandate } from "../mandate/require";
import { PROVEN } from "../proof";
import { settlerOf, type SubmitParts } from "./submit";

/**
 * Refuses what the payer's mandate does not allow, or what the settler would not send, before anything is stored; unless
 * the same payment was claimed meanwhile: then returns that claim.
 */
export async function requireSendable(
  parts: SubmitParts & MandatedParts,
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
  parts: SubmitParts,
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
