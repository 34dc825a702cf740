import { Interface, NonceManager, type Signer } from "ethers";
import { type Variant, VARIANTS } from "../../functions/src/domain/workflow/variants";
import { artifact } from "./artifact";

/** The addresses of a deployment. The owner can only pause creation and set the treasury. */
export interface Parties {
  readonly usdc: string;
  /** The contract through which anyone can send a party's signed requests. */
  readonly forwarder: string;
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

/** What the transaction that deploys an escrow carries: the contract's creation code and its argument. */
export function deploymentCode(variant: Variant, parties: Parties): string {
  const { abi, bytecode } = artifact("TaskEscrow");
  return bytecode + new Interface(abi).encodeDeploy([deploymentOf(variant, parties)]).slice(2);
}

/** What the transaction that deploys the forwarder carries. */
export function forwarderCode(): string {
  return artifact("TaskForwarder").bytecode;
}

export type Deployed = { readonly human: string; readonly agentFast: string; readonly forwarder: string };

/**
 * Deploys the forwarder and both escrows, with `changes` applied to their variants, and waits until they are mined.
 * Returns their addresses.
 */
export async function deployEscrows(
  { signer, ...parties }: Omit<Parties, "forwarder"> & { readonly signer: Signer },
  changes: Partial<Variant> = {},
): Promise<Deployed> {
  // A provider may cache the account's nonce; NonceManager prevents a deployment from reusing it.
  const counting = new NonceManager(signer);
  const forwarder = await deployed(forwarderCode(), counting);
  const escrow = async (variant: Variant) =>
    deployed(deploymentCode({ ...variant, ...changes }, { ...parties, forwarder }), counting);
  return { forwarder, human: await escrow(VARIANTS.human), agentFast: await escrow(VARIANTS["agent-fast"]) };
}

async function deployed(data: string, signer: Signer): Promise<string> {
  const sent = await signer.sendTransaction({ data });
  const receipt = await sent.wait();
  if (!receipt?.contractAddress) throw new Error(`Transaction ${sent.hash} deployed no contract.`);
  return receipt.contractAddress;
}
