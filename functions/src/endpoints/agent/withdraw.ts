import { confirmWithdrawal, prepareWithdrawal } from "../../application/tasks/withdraw";
import { WITHDRAW_PATH } from "../../domain/task/nextAction";
import { array, literal, nullable, object, optional } from "../../schema/build";
import { Gasless, Transaction, SentFields } from "../../schema/call";
import { Address, ContractName, Usdc } from "../../schema/common";
import { NextAction } from "../../schema/task";
import { escrowCall } from "./escrowCall";

/** Pays out a wallet's credit: payments that USDC refused to deliver. */
export default escrowCall({
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
