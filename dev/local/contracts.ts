import { getCreateAddress, JsonRpcProvider, Wallet } from "ethers";
import { deployEscrows } from "../../packages/contracts/deployEscrows";
import { DEPLOYERS_FIRST_NONCE, type LocalChain } from "./chain";
import type { StackAddresses } from "./stackFile";
import { devWallets } from "./wallets";

/** Deploys the escrows and their forwarder to a development chain; the addresses are the same on each new one. */
export async function deployContracts({ rpcUrl, chainId, usdc }: LocalChain): Promise<StackAddresses["contracts"]> {
  const { deployer, treasury, arbiter } = devWallets();
  const provider = new JsonRpcProvider(rpcUrl, chainId, { staticNetwork: true, pollingInterval: 50 });
  try {
    return await deployEscrows({
      signer: new Wallet(deployer.privateKey, provider),
      usdc,
      treasury: treasury.address,
      owner: deployer.address,
      arbiter: arbiter.address,
    });
  } finally {
    provider.destroy();
  }
}

/** The addresses that `deployContracts` gives on a new chain: the forwarder comes first, then the escrows. */
export function contractsOfNewChain(): StackAddresses["contracts"] {
  const at = (place: number): string =>
    getCreateAddress({ from: devWallets().deployer.address, nonce: DEPLOYERS_FIRST_NONCE + place });
  return { forwarder: at(0), human: at(1), agentFast: at(2) };
}
