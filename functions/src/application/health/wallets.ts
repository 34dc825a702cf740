import { KEEPER_CALL_PART } from "../../domain/keeper";
import { RELAY_STEP_PART } from "../../domain/task/gasless";
import type { WalletVitals } from "../../ports/ownWallet";
import type { Services } from "../services";
import { inTime } from "./inTime";

/**
 * The number of settlements at maximum cost that the wallet should be able to fund, and that may be unconfirmed at a
 * time.
 */
const MIN_FUNDED = 20n;
const MAX_PENDING = 50;
/** The share of a day's budget that the keeper's wallet and the relay's should hold. */
const MIN_SHARE = 10n;

/** What a wallet should have: ether, and what is left of today's budget. */
interface Needs {
  readonly wei: bigint;
  readonly budgetWei: bigint;
}

/** The health of one of the service's own wallets. */
async function walletHealth(wallet: () => WalletVitals, needs: Needs) {
  const state = await inTime(() => wallet().state());
  return {
    ok:
      state !== undefined &&
      state.wei >= needs.wei &&
      state.budgetLeftWei >= needs.budgetWei &&
      state.pending <= MAX_PENDING,
    address: state?.address ?? null,
    wei: state ? String(state.wei) : null,
    pending: state?.pending ?? null,
    budgetLeftWei: state ? String(state.budgetLeftWei) : null,
  };
}

/** The health of settlement: the wallet or the facilitator. */
export async function settlementHealth(services: Services) {
  const own = services.settings.settlement;
  const nothing = { address: null, wei: null, pending: null, budgetLeftWei: null };
  if (!own) return { ok: true, by: "nobody" as const, ...nothing };
  if (own.kind === "facilitator")
    return { ok: (await inTime(() => services.reachesFacilitator())) === true, by: "facilitator" as const, ...nothing };
  const needs = { wei: MIN_FUNDED * own.maxWei, budgetWei: own.maxWei };
  return { by: "wallet" as const, ...(await walletHealth(() => services.settlement, needs)) };
}

/** The keeper's wallet; null without a keeper. */
export async function keeperHealth(services: Services) {
  const { keeper: own, escrows } = services.settings;
  if (!own || !escrows) return null;
  return walletHealth(() => services.keeper, needsOf(own, KEEPER_CALL_PART));
}

/** The relay's wallet; null where no steps are relayed. */
export async function relayHealth(services: Services) {
  const { relay: own, escrows } = services.settings;
  if (!own || !escrows) return null;
  return walletHealth(() => services.relay, needsOf(own, RELAY_STEP_PART));
}

/** A share of the day's budget in ether, and enough left today for one transaction at maximum cost. */
function needsOf({ budgetWei }: { budgetWei: bigint }, part: bigint): Needs {
  return { wei: budgetWei / MIN_SHARE, budgetWei: budgetWei / part };
}
