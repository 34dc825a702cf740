import type { Address } from "../../domain/address";
import { dayOf } from "../../domain/time";
import { refuse } from "../../domain/errors";
import { admit, demandsOf, isBinding, type Demand } from "../../domain/mandate";
import type { EscrowCall } from "../../domain/task/call";
import type { Mandates } from "../../ports/payments";
import type { ProveWallet } from "../proof";
import type { Services } from "../services";

/**
 * The one place where mandates are enforced: refuses what the wallet's mandate does not allow, and counts what it takes for
 * the UTC day. Called last before something is handed out or sent that commits the wallet; what is on the chain already is
 * never refused. One read for a wallet without a mandate.
 */
export async function requireMandate(
  { wallet, demands, prove }: { wallet: Address; demands: readonly Demand[]; prove: ProveWallet },
  mandates: Mandates,
  nowMs: number,
): Promise<void> {
  if (demands.length === 0 || !isBinding(await mandates.find(wallet))) return;
  await prove(wallet);
  const now = Math.floor(nowMs / 1_000);
  const admission = await mandates.spend(wallet, dayOf(now), demands, (mandate, day, demand) =>
    admit(mandate, day, demand, now),
  );
  if (admission && !admission.ok) {
    const { code, detail, retryAfter } = admission;
    refuse(code, detail, retryAfter === undefined ? {} : { retryAfter });
  }
}

/** The same for a call to an escrow that takes this much from the wallet. */
export function requireMandateFor(
  { wallet, call, prove }: { wallet: Address; call: EscrowCall; prove: ProveWallet },
  takesUsdcUnits: bigint,
  { mandates }: Pick<Services, "mandates">,
  nowMs: number,
): Promise<void> {
  return requireMandate({ wallet, demands: demandsOf(call, takesUsdcUnits), prove }, mandates, nowMs);
}
