import { requireEscrow } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import { forwarded } from "./relay/gasless";
import { prepare, thenConfirm } from "./step/prepare";
import { requireAddress } from "./requestedTask";
import { receiptOf, refuseReceipt } from "./step/sent";
import type { StepRequest } from "./step/step";

interface Withdrawal {
  contract?: string;
  to?: string;
  txHash?: string;
  signedTransaction?: string;
}

/** The transaction that pays out a wallet's credit; refuses `state_conflict` if it has none. */
export async function prepareWithdrawal({ path, input, wallet, prove, services, nowMs }: StepRequest<Withdrawal>) {
  const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
  const to = requireAddress(input.to ?? wallet);
  const { escrows } = await services.escrow.balances(wallet);
  const amountUsdc = formatUsdc(escrows[contract].creditUsdcUnits);
  const call = { function: "withdraw", contract, to } as const;
  const description = `Withdraws ${amountUsdc} USDC from the ${contract} escrow to ${to}.`;
  const transaction = await prepare({ wallet, call, description, record: null, prove }, services, nowMs);
  const gasless = await forwarded({ wallet, call, record: null, gas: BigInt(transaction.gas) }, services, nowMs);
  const _nextAction = thenConfirm("client", path, { wallet, contract });
  const transactions = [transaction];
  return { ok: true as const, contract, contractAddress, to, amountUsdc, transactions, ...gasless, _nextAction };
}

/** What a sent transaction paid out; refuses `state_conflict` unless it is a withdrawal by this wallet. */
export async function confirmWithdrawal({ input, wallet, services }: StepRequest<Withdrawal>) {
  const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
  const receipt = await receiptOf(input, services);
  const found = receipt.withdrawals.findLast((one) => one.account === wallet && one.contract === contract);
  if (!found)
    return refuseReceipt(
      receipt,
      `The transaction does not withdraw a credit of ${wallet} from the ${contract} escrow. Send the hash of the withdrawal.`,
    );
  const { to, amountUsdcUnits } = found;
  const amountUsdc = formatUsdc(amountUsdcUnits);
  return { ok: true as const, contract, contractAddress, to, amountUsdc, _nextAction: null };
}
