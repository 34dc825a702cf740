import { RELAY_STEP_PART } from "../../domain/task/gasless";
import type { Services } from "../services";
import { inTime } from "./inTime";

/**
 * The number of settlements at maximum cost that the wallet should be able to fund, and that may be unconfirmed at a
 * time.
 */
const MIN_FUNDED = 20n;
const MAX_PENDING = 50;
/** The share of a day's budget that the keeper's wallet and the relay's should hold. */
const MIN_KEEPER_SHARE = 10n;

/** The health of settlement: the wallet or the facilitator. */
export async function settlementHealth(services: Services) {
  const own = services.settings.settlement;
  const nothing = { address: null, wei: null, pending: null, budgetLeftWei: null };
  if (!own) return { ok: true, by: "nobody" as const, ...nothing };
  if (own.kind === "facilitator")
    return { ok: (await inTime(() => services.reachesFacilitator())) === true, by: "facilitator" as const, ...nothing };
  const state = await inTime(() => services.settlement.state());
  return {
    ok:
      state !== undefined &&
      state.wei >= MIN_FUNDED * own.maxWei &&
      state.budgetLeftWei >= own.maxWei &&
      state.pending <= MAX_PENDING,
    by: "wallet" as const,
    address: state?.address ?? null,
    wei: state ? String(state.wei) : null,
    pending: state?.pending ?? null,
    budgetLeftWei: state ? String(state.budgetLeftWei) : null,
  };
}

/** The keeper's wallet; null without a keeper. */
export async function keeperHealth({ vitals, settings: { keeper, escrows } }: Services) {
  if (!keeper || !escrows) return null;
  const found = await inTime(() => vitals.keeper());
  return {
    ok: Boolean(found && found.wei >= keeper.budgetWei / MIN_KEEPER_SHARE),
    address: found?.address ?? null,
    wei: found ? String(found.wei) : null,
  };
}

/** The relay's wallet; null where no steps are relayed. */
export async function relayHealth(services: Services) {
  const { relay: own, escrows } = services.settings;
  if (!own || !escrows) return null;
  const state = await inTime(() => services.relay.state());
  const perStep = own.budgetWei / RELAY_STEP_PART;
  return {
    ok:
      state !== undefined &&
      state.wei >= own.budgetWei / MIN_KEEPER_SHARE &&
      state.budgetLeftWei >= perStep &&
      state.pending <= MAX_PENDING,
    address: state?.address ?? null,
    wei: state ? String(state.wei) : null,
    pending: state?.pending ?? null,
    budgetLeftWei: state ? String(state.budgetLeftWei) : null,
  };
}
