import { Contract, type InterfaceAbi, keccak256, type Signer, toUtf8Bytes } from "ethers";
import { artifact } from "../../../packages/contracts/artifact";
import { deployEscrows } from "../../../packages/contracts/deployEscrows";
import { type OwnChain, USDC } from "../../setup/chain/chain";

/** Any text's hash, as the contract wants contents. */
export const hashOf = (text: string): string => keccak256(toUtf8Bytes(text));

/** The EIP-712 types that a buyer and a worker sign for the contract. */
export const SELECTION = {
  Selection: [
    { name: "taskId", type: "uint256" },
    { name: "metadataHash", type: "bytes32" },
    { name: "worker", type: "address" },
    { name: "deadline", type: "uint256" },
  ],
};
export const RESUBMISSION = {
  Resubmission: [
    { name: "taskId", type: "uint256" },
    { name: "round", type: "uint256" },
    { name: "submissionHash", type: "bytes32" },
    { name: "deadline", type: "uint256" },
  ],
};

export const VERDICT = { Verdict: RESUBMISSION.Resubmission };

export const domainOf = (escrow: string) => ({
  name: "TaskEscrow",
  version: "1",
  chainId: 8453,
  verifyingContract: escrow,
});

export const ESCROW_ABI: InterfaceAbi = artifact("TaskEscrow").abi;

/** Both escrows, deployed on a test's own chain, with the development wallets as their parties. */
export async function deployOn(chain: OwnChain) {
  return deployEscrows({
    signer: chain.wallet("deployer"),
    usdc: USDC,
    treasury: chain.wallet("treasury").address,
    owner: chain.wallet("deployer").address,
    arbiter: chain.wallet("arbiter").address,
  });
}

export const escrowAt = (address: string, runner: Signer | OwnChain["provider"]): Contract =>
  new Contract(address, ESCROW_ABI, runner);
