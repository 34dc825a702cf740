import { Refusal } from "../../domain/errors";
import { purchaseDemand } from "../../domain/mandate";
import type { Purchase } from "../../domain/payment/purchase";
import type { SignedPayment } from "../../domain/payment/x402";
import type { Mandates } from "../../ports/mandates";
import type { Payments, Versioned } from "../../ports/payments";
import { requireMandate } from "../mandate/require";
import { PROVEN } from "../proof";

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
