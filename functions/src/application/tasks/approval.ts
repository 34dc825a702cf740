import { requireEscrow } from "../../domain/messages/requestText";
import { formatUsdc, parseUsdc } from "../../domain/money";
import { prepare, thenConfirm } from "./prepare";
import { receiptOf, refuseReceipt, required } from "./sent";
import type { StepRequest } from "./step";

interface Approval {
  contract?: string;
  amountUsdc?: string;
  txHash?: string;
  signedTransaction?: string;
}

/** The transaction by which a wallet lets an escrow take an amount of USDC. */
export async function prepareApproval({ path, input, wallet, prove, services, nowMs }: StepRequest<Approval>) {
  const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
  const { amountUsdc } = required(input, "amountUsdc");
  const amountUsdcUnits = parseUsdc(amountUsdc);
  if (amountUsdcUnits === null) throw new TypeError("the pattern of an amount accepts something else");
  const call = { function: "approveUsdc", contract, amountUsdcUnits } as const;
  const description = `Allows the ${contract} escrow to take up to ${amountUsdc} USDC.`;
  const transaction = await prepare({ wallet, call, description, record: null, prove }, services, nowMs);
  const _nextAction = thenConfirm("client", path, { wallet, contract });
  return { ok: true as const, contract, contractAddress, transactions: [transaction], _nextAction };
}

/** What a sent transaction approved; refuses `state_conflict` if it approved nothing for this wallet and escrow. */
export async function confirmApproval({ input, wallet, services }: StepRequest<Approval>) {
  const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
  const receipt = await receiptOf(input, services);
  const approval = receipt.approvals.findLast(({ owner, spender }) => owner === wallet && spender === contractAddress);
  if (!approval)
    return refuseReceipt(
      receipt,
      `The transaction does not approve the ${contract} escrow for ${wallet}. Send the hash of the approval.`,
    );
  const allowanceUsdc = formatUsdc(approval.amountUsdcUnits);
  return { ok: true as const, contract, contractAddress, allowanceUsdc, _nextAction: null };
}
