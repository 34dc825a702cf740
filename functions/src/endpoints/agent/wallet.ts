import { requireAddress } from "../../application/tasks/requestedTask";
import { confirmWithdrawal, prepareWithdrawal } from "../../application/tasks/withdraw";
import { walletView } from "../../application/views/wallet";
import { WITHDRAW_PATH } from "../../domain/task/nextAction";
import { endpoint, open, requests } from "../../http/endpoint";
import { array, literal, nullable, object, optional } from "../../schema/build";
import { Gasless, SentFields, Transaction } from "../../schema/call";
import { Address, ContractName, Usdc } from "../../schema/common";
import { NextAction } from "../../schema/task";
import { WalletInfo } from "../../schema/wallet";
import { escrowCall } from "./escrowCall";

/** A wallet's balances, allowances and credits, read from the chain. */
export const agentWalletInfo = endpoint({
  method: "POST",
  path: "/agentWalletInfo",
  summary: "Read a wallet's balances, allowances and credits, and the network's details",
  auth: open,
  reads: true,
  input: object({ wallet: Address }),
  output: WalletInfo,
  errors: [],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { escrow, settings }) => {
    const wallet = requireAddress(input.wallet);
    return walletView(wallet, await escrow.balances(wallet), escrow.token, settings);
  },
});

/** Pays out a wallet's credit: payments that USDC refused to deliver. */
export const agentWithdraw = escrowCall({
  path: WITHDRAW_PATH,
  summary: "Prepare or confirm the withdrawal of a credit: payments that USDC refused",
  description:
    "Pays out the whole credit on one contract. The escrow credits a wallet with a payment of a task that USDC refuses (a blocked wallet, a paused token). " +
    "If USDC still refuses the wallet, name another address in `to`. /agentWalletInfo shows credits.",
  input: object({
    ...SentFields,
    contract: optional(ContractName),
    to: optional({ ...Address, description: "To prepare: where to send the credit; defaults to the wallet." }),
  }),
  output: object(
    {
      ok: literal(true),
      transactions: optional(array(Transaction, { description: "Prepared: send it, then confirm it." })),
      gasless: optional(Gasless),
      contract: ContractName,
      contractAddress: Address,
      to: { ...Address, description: "The recipient." },
      amountUsdc: { ...Usdc, description: "Prepared: the current credit. Confirmed: what was paid out." },
      _nextAction: nullable(NextAction),
    },
    { title: "WithdrawAnswer" },
  ),
  errors: [],
  example: {},

  steps: { prepare: prepareWithdrawal },
  confirm: confirmWithdrawal,
});
