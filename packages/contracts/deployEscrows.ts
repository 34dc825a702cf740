import { ContractFactory, NonceManager, type Signer } from "ethers";
import { type Variant, VARIANTS } from "../../functions/src/domain/workflow/variants";
import { artifact } from "./artifact";

/** The parties of a deployment, as addresses. The owner can pause creation and choose the treasury, nothing else. */
export interface Parties {
  readonly usdc: string;
  readonly treasury: string;
  readonly owner: string;
  readonly arbiter: string;
}

/** The constructor's only argument, `ITaskEscrow.Deployment`. */
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

export type Escrows = { readonly human: string; readonly agentFast: string };

/** Both escrows are deployed and mined, with these changes to their variants; gives their addresses. Throws what the node throws. */
export async function deployEscrows(
  { signer, ...parties }: Parties & { readonly signer: Signer },
  changes: Partial<Variant> = {},
): Promise<Escrows> {
  // A provider may remember the account's nonce for a moment, which the second deployment must not use again.
  const counting = new NonceManager(signer);
  const human = await deployOne({ ...VARIANTS.human, ...changes }, counting, parties);
  const agentFast = await deployOne({ ...VARIANTS["agent-fast"], ...changes }, counting, parties);
  return { human, agentFast };
}

async function deployOne(variant: Variant, signer: Signer, parties: Parties): Promise<string> {
  const { abi, bytecode } = artifact("TaskEscrow");
  const contract = await new ContractFactory(abi, bytecode, signer).deploy(deploymentOf(variant, parties));
  await contract.waitForDeployment();
  return contract.getAddress();
}
