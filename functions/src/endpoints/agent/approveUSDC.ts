import { refuse } from "../../domain/errors";
import { requireEscrow } from "../../domain/messages/requestText";
import { formatUsdc, parseUsdc } from "../../domain/money";
import { endpoint, open, requests } from "../../http/endpoint";
import { array, literal, nullable, object, optional, string } from "../../schema/build";
import { SentFields, step, Transaction } from "../../schema/call";
import { Address, ContractName, Usdc } from "../../schema/common";
import { NextAction } from "../../schema/task";
import { prepare, thenConfirm } from "../../application/tasks/prepare";
import { CONFIRM_ERRORS, receiptOf, required, stepOf } from "../../application/tasks/sent";
import { requireAddress } from "../../application/tasks/requestedTask";

const PATH = "/agentApproveUSDC";

/** Approves an amount of USDC for the escrow. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the approval by which an escrow may take USDC from your wallet",
  description:
    'An approval replaces the previous one; "0" revokes it. Creating and staking prepare the approval that they need themselves.',
  auth: open,
  input: object({
    action: step(),
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
  errors: [...CONFIRM_ERRORS],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast", amountUsdc: "25" },

  handle: async ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    const { name: contract, address: contractAddress } = requireEscrow(input.contract, services.settings.escrows);
    const which = { contract, contractAddress };
    if (stepOf(input) === "confirm") {
      const { approvals } = await receiptOf(input, services);
      const approval = approvals.findLast(({ owner, spender }) => owner === wallet && spender === contractAddress);
      if (!approval)
        refuse(
          "state_conflict",
          `The transaction does not approve the ${contract} escrow for ${wallet}. Send the hash of the approval.`,
        );
      return { ok: true as const, ...which, allowanceUsdc: formatUsdc(approval.amountUsdcUnits), _nextAction: null };
    }
    const { amountUsdc } = required(input, "amountUsdc");
    const amountUsdcUnits = parseUsdc(amountUsdc);
    if (amountUsdcUnits === null) throw new TypeError("the pattern of an amount accepts something else");
    const call = { function: "approveUsdc", contract, amountUsdcUnits } as const;
    const description = `Allows the ${contract} escrow to take up to ${amountUsdc} USDC.`;
    const transaction = await prepare({ wallet, call, description, record: null }, services, nowMs);
    return {
      ok: true as const,
      ...which,
      transactions: [transaction],
      _nextAction: thenConfirm("client", PATH, { wallet, contract }),
    };
  },
});
