import type { Requests } from "../service/requests";
import type { Prepared } from "./step";
import type { StepOptions, Steps, Withdrawn } from "./steps";
import type { ContractName } from "../signing/trust";

const PATH = "/agentWithdraw";

/** Pays out a wallet's credit on a deployment. */
export function takeWithdrawal(
  { requests, steps }: { requests: Requests; steps: Steps },
  { wallet, contract, to }: { wallet: string; contract: ContractName; to: string },
  options?: StepOptions,
): Promise<Withdrawn> {
  return steps.take<Prepared, Withdrawn>(
    {
      path: PATH,
      contract,
      about: { withdraw: { contract, to } },
      purpose: `Withdraw the credit on ${contract} to ${to}`,
      prepare: () => requests.open<Prepared>(PATH, { wallet, contract, to }),
      calls: () => [{ function: "withdraw", arguments: { to } }],
      confirmWith: () => ({ wallet, contract }),
    },
    options,
  );
}
