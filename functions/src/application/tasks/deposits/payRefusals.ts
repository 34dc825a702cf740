import { refuse, type ErrorCode } from "../../../domain/errors";
import type { Hex } from "../../../domain/keccak";
import { formatUsdc } from "../../../domain/money";
import type { Authorization } from "../../../domain/payment/authorization";
import type { CallOf } from "../../../domain/task/call";
import type { NextAction } from "../../../domain/task/nextAction";
import type { Deposit } from "../../../ports/escrow";
import type { RelayUnsent } from "../../../ports/ownWallet";
import type { SimpleCreation } from "../creation/create";
import type { Transaction } from "../step/prepare";
import { refuseUnconfirmed } from "../step/sent";
import type { StepRequest } from "../step/step";

/** Maximum gas of a refund. */
const REFUND_GAS = 250_000n;
const WITHOUT_PAY = "the same body without pay and reference has the transactions to send with the wallet's own gas.";

/** How to create the task without the relay. */
export function direct(request: PaidRequest): NextAction {
  return sameRequest(request, { action: "prepare", reason: `Prepare: ${WITHOUT_PAY}` }, ["pay", "reference"]);
}

/** The same request once more; `without` names fields to leave out. */
export function sameRequest(
  { path, wallet, input }: PaidRequest,
  { action, reason }: Pick<NextAction, "action" | "reason">,
  without: readonly string[] = [],
): NextAction {
  const add = Object.keys(input).filter((field) => field !== "wallet" && !without.includes(field));
  return { actor: "poster", action, endpoint: path, method: "POST", reason, body: { wallet }, add };
}

/** What shows a task that was paid for already. */
function dashboard({ wallet }: PaidRequest, reason: string): NextAction {
  return {
    actor: "poster",
    action: "look",
    endpoint: "/mkt/dashboard",
    method: "GET",
    reason,
    body: { wallet, tab: "posted" },
  };
}

/** Refuses where the service relays nothing; a payment may have been sent before that, and its answer lost. */
export function requireRelay(request: PaidRequest): void {
  if (!request.services.settings.relay) refuseUnavailable("This deployment takes no x402 payments for tasks.", request);
}

function refuseUnavailable(detail: string, request: PaidRequest): never {
  return refuse(
    "relay_unavailable",
    `${detail} Unless the task was paid for before (see /mkt/dashboard), send the body without pay.`,
    { nextAction: dashboard(request, `A task that was paid for is listed here. If there is none, ${WITHOUT_PAY}`) },
  );
}

/** Refuses what the relay's wallet does not send now, before a node has seen the payment. */
export function refuseUnsent(refused: RelayUnsent, request: PaidRequest): never {
  return refuse(codeOf(refused), `${detailOf(refused)} Nothing was charged.`, { nextAction: direct(request) });
}

/** Refuses what was not sent after the nodes were asked about it: any of them can still send the payment. */
export function refuseExposed(
  refused: { code: ErrorCode; detail: string },
  { validBefore }: Authorization,
  request: PaidRequest,
): never {
  const until = `validBefore (${validBefore})`;
  return refuse(
    refused.code,
    `${refused.detail} Until ${until} this signature can still create the task: send the same request again, or create it in another way after that.`,
    { nextAction: dashboard(request, `Shows whether the task was created. If it was not by ${until}, ${WITHOUT_PAY}`) },
  );
}

export const codeOf = ({ outcome }: RelayUnsent) => (outcome === "refused" ? "relay_refused" : "relay_unavailable");
export const detailOf = (refused: RelayUnsent) =>
  refused.outcome === "crowded" ? "Several relayed steps of this wallet are not in a block yet." : refused.detail;

/** Refuses a reward that the relay creates no task for. */
export function requireReward({ call }: PaidCreation, request: PaidRequest): void {
  const least = request.services.settings.relay?.minRewardUsdcUnits ?? 0n;
  if (call.terms.rewardUsdcUnits < least)
    refuse(
      "relay_refused",
      `The relay creates tasks with a reward of ${formatUsdc(least)} USDC or more. Offer more, or send the body without pay.`,
      {
        nextAction: direct(request),
      },
    );
}

/**
 * Refuses a deposit that takes no payment: it served its task in a transaction that this service did not send, or
 * holds the reward because someone used the poster's signature at USDC itself.
 */
export async function requireOpen(creation: PaidCreation, request: PaidRequest): Promise<void> {
  const { call, salt, key } = creation;
  const { path, wallet, services } = request;
  const state = await services.deposits.stateOf(call, wallet, salt);
  if (!state) return refuseUnavailable("This contract takes no x402 payments.", request);
  const { isUsed, usdcUnits } = state;
  const isFilled = usdcUnits >= call.terms.rewardUsdcUnits;
  if (!isUsed && !isFilled) return;
  // Another instance may have sent the payment since this request began.
  if (isUsed && (await services.relay.find(key))) refuseUnconfirmed();
  const members = usdcUnits > 0n ? { members: { transactions: [refundOf(creation, usdcUnits, request)] } } : {};
  if (isUsed)
    refuse(
      "state_conflict",
      `This very task was paid for in someone else's transaction${usdcUnits > 0n ? `, and ${formatUsdc(usdcUnits)} USDC are in its deposit, which the refund in transactions returns` : ""}. Look for it in /mkt/dashboard. Only to pay for a second task with the same terms, send another reference.`,
      {
        ...members,
        nextAction: dashboard(request, `The task may exist; ${path} creates another one with another reference.`),
      },
    );
  refuse(
    "state_conflict",
    `Someone sent the payment to USDC directly: ${formatUsdc(usdcUnits)} USDC are in the deposit, and no task was created. Any wallet can send the refund in transactions; then send this request again for a new offer.`,
    {
      ...members,
      nextAction: {
        ...sameRequest(request, { action: "refund", reason: "Send the refund, then ask again." }),
        actor: "anyone",
      },
    },
  );
}

/** The transaction by which any wallet sends the poster what is in a deposit. */
export function refundOf({ deposit }: PaidCreation, usdcUnits: bigint, { wallet }: PaidRequest): Transaction {
  const { to, data, value, chainId } = deposit.refund;
  const description = `Sends ${formatUsdc(usdcUnits)} USDC from the deposit ${deposit.address} to ${wallet}.`;
  return { description, to, data, value: String(value), chainId, from: wallet, gas: String(REFUND_GAS) };
}

/** A request that pays for its task by x402 instead of preparing transactions. */
export type PaidRequest = StepRequest<SimpleCreation & { reference?: string }>;

/** A task, and where its reward is paid. */
export interface PaidCreation {
  readonly call: CallOf<"createTask">;
  readonly salt: Hex;
  readonly deposit: Deposit;
  /** Names the relay's transaction: one for each deposit, for any signature. */
  readonly key: string;
}
