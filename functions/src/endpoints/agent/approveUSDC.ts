import { confirmApproval, prepareApproval } from "../../application/tasks/creation/funded";
import { array, literal, nullable, object, optional, string } from "../../schema/build";
import { Transaction, SentFields } from "../../schema/call";
import { Address, ContractName, Usdc } from "../../schema/common";
import { NextAction } from "../../schema/task";
import { escrowCall } from "./escrowCall";

/** Approves an amount of USDC for the escrow. */
export default escrowCall({
  path: "/agentApproveUSDC",
  summary: "Prepare or confirm the approval by which an escrow may take USDC from your wallet",
  description:
    'An approval replaces the previous one; "0" revokes it. Creating and staking prepare the approval that they need themselves.',
  input: object({
    ...SentFields,
    contract: optional(ContractName),
    amountUsdc: optional({ ...Usdc, description: "To prepare: the maximum that the escrow may take from now on." }),
  }),
  output: object(
    {
      ok: literal(true),
      transactions: optional(array(Transaction, { description: "Prepared: send it, then confirm it." })),
      contract: ContractName,
      contractAddress: Address,
      allowanceUsdc: optional(string({ description: "Confirmed: what the transaction approved." })),
      _nextAction: nullable(NextAction),
    },
    { title: "ApproveAnswer" },
  ),
  errors: [],
  example: { amountUsdc: "25" },

  steps: { prepare: prepareApproval },
  confirm: confirmApproval,
});
