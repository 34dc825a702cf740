import { refuse } from "../../domain/errors";
import { formatUsdc } from "../../domain/money";
import type { NextAction } from "../../domain/task/nextAction";
import type { RelayUnsent } from "../../ports/relay";
import type { PaidCreation, PaidRequest } from "./paidTask";
import type { Transaction } from "./prepare";

/** Maximum gas of a refund. */
const REFUND_GAS = 250_000n;

/** How to create the task without the relay. */
export function direct({ path, wallet }: PaidRequest): NextAction {
  return {
    actor: "poster",
    action: "prepare",
    endpoint: path,
    method: "POST",
    reason:
      "Send this body without pay and reference: the answer has the transactions to send with the wallet's own gas.",
    body: { wallet },
  };
}

/** Refuses where the service relays nothing. */
export function requireRelay(request: PaidRequest): void {
  if (!request.services.settings.relay)
    refuse(
      "relay_unavailable",
      "This deployment takes no x402 payments for tasks; nothing was charged. Send the body without pay.",
      {
        nextAction: direct(request),
      },
    );
}

/** Refuses what the relay's wallet does not send now. */
export function refuseUnsent(refused: RelayUnsent, request: PaidRequest): never {
  const nextAction = direct(request);
  if (refused.outcome === "refused") refuse("relay_refused", `${refused.detail} Nothing was charged.`, { nextAction });
  const detail =
    refused.outcome === "crowded" ? "Several relayed steps of this wallet are not in a block yet." : refused.detail;
  return refuse("relay_unavailable", `${detail} Nothing was charged.`, { nextAction });
}

/** Refuses a reward that the relay creates no task for. */
export function requireReward({ call }: PaidCreation, request: PaidRequest): void {
  const least = request.services.settings.relay?.minRewardUsdcUnits ?? 0n;
  if (call.terms.rewardUsdcUnits < least)
    refuse("relay_refused", `The relay creates tasks with a reward of ${formatUsdc(least)} USDC or more.`, {
      nextAction: direct(request),
    });
}

/**
 * Refuses a deposit that takes no payment: it served its task in a transaction that this service did not send, was
 * refunded, or holds the reward because someone used the poster's signature at USDC itself.
 */
export async function requireOpen({ call, salt, deposit }: PaidCreation, request: PaidRequest): Promise<void> {
  const { path, wallet, services } = request;
  const state = await services.deposits.stateOf(call, wallet, salt);
  if (!state)
    return refuse(
      "relay_unavailable",
      "This contract takes no x402 payments; nothing was charged. Send the body without pay.",
      {
        nextAction: direct(request),
      },
    );
  if (state.usdcUnits >= call.terms.rewardUsdcUnits) {
    const { to, data, value, chainId } = deposit.refund;
    const description = `Sends ${formatUsdc(state.usdcUnits)} USDC from the deposit ${deposit.address} to ${wallet}.`;
    const refund: Transaction = {
      ...{ description, to, data, value: String(value), chainId },
      ...{ from: wallet, gas: String(REFUND_GAS) },
    };
    refuse(
      "state_conflict",
      `Someone used the payment at USDC itself: ${formatUsdc(state.usdcUnits)} USDC are in the deposit, and no task was created. Any wallet can send the refund in transactions; then pay for the task with another reference.`,
      {
        members: { transactions: [refund] },
        nextAction: {
          ...direct(request),
          actor: "anyone",
          action: "refund",
          reason: "Send the refund, then ask again.",
        },
      },
    );
  }
  if (state.isUsed)
    refuse(
      "state_conflict",
      "This very task was paid for or refunded in a transaction of someone else. Look for it in /mkt/dashboard; to pay for another one with the same terms, send another reference.",
      {
        nextAction: {
          actor: "poster",
          action: "look",
          endpoint: "/mkt/dashboard",
          method: "GET",
          reason: `The task may exist; ${path} creates another one with another reference.`,
          body: { wallet, tab: "posted" },
        },
      },
    );
}
