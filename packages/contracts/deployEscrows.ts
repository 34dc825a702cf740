import { Interface, NonceManager, type Signer } from "ethers";
import { type Variant, VARIANTS } from "../../functions/src/domain/workflow/variants";
import { artifact } from "./artifact";

/** The addresses of a deployment. The owner can only pause creation and set the treasury. */
export interface Parties {
  readonly usdc: string;
  readonly treasury: string;
  readonly owner: string;
  readonly arbiter: string;
}

/** The constructor argument, `ITaskEscrow.Deployment`. */
export function deploymentOf(variant: Variant, parties: Parties): object {
  return {
    ...parties,
    cancelFee: variant.cancelFeeUsdcUnits,
    minStake: variant.minStakeUsdcUnits,
    minStakeBps: variant.minStakeBps,
    maxStakeBps: variant.maxStakeBps,
    platformFeeBps: variant.platformFeeBps,
    maxChangeRounds: variant.maxChangeRounds,
    minWindows: variant.minWindows,
    maxWindows: variant.maxWindows,
  };
}

/** What the deploying transaction carries: the contract's creation code and its argument. */
export function deploymentCode(variant: Variant, parties: Parties): string {
  const { abi, bytecode } = artifact("TaskEscrow");
  return bytecode + new Interface(abi).encodeDeploy([deploymentOf(variant, parties)]).slice(2);
}

export type Escrows = { readonly human: string; readonly agentFast: string };

/** Deploys both escrows with `changes` applied to their variants, and waits until they are mined. Returns their addresses. */
export async function deployEscrows(
  { signer, ...parties }: Parties & { readonly signer: Signer },
  changes: Partial<Variant> = {},
): Promise<Escrows> {
  // A provider may cache the account's nonce; NonceManager prevents the second deployment from reusing it.
  const counting = new NonceManager(signer);
  const human = await deployOne({ ...VARIANTS.human, ...changes }, counting, parties);
  const agentFast = await deployOne({ ...VARIANTS["agent-fast"], ...changes }, counting, parties);
  return { human, agentFast };
}

async function deployOne(variant: Variant, signer: Signer, parties: Parties): Promise<string> {
  const sent = await signer.sendTransaction({ data: deploymentCode(variant, parties) });
  const receipt = await sent.wait();
  if (!receipt?.contractAddress) throw new Error(`Transaction ${sent.hash} deployed no contract.`);
  return receipt.contractAddress;
}
