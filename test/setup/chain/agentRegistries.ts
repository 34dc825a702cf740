import { existsSync } from "node:fs";
import path from "node:path";
import { Contract, ContractFactory, zeroPadValue, type ContractTransactionResponse } from "ethers";
import { BASE } from "../../../functions/src/domain/chains";
import type { OwnChain } from "./chain";
import { compileWith } from "./compile";

/** Fetched, never committed: `git clone https://github.com/erc-8004/erc-8004-contracts .local/cache/erc-8004-contracts`. */
const FETCHED = ".local/cache/erc-8004-contracts/contracts";
/** EIP-1967, and OpenZeppelin's namespace of `Ownable`. */
const IMPLEMENTATION = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const OWNER = "0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300";

/** Whether ERC-8004's own contracts are at hand. */
export const hasRegistries = existsSync(path.join(__dirname, "../../..", FETCHED));

/** ERC-8004's own registries, at the addresses that they have on Base. */
export async function deployRegistries(chain: OwnChain): Promise<{ identity: Contract; reputation: Contract }> {
  const names = ["ERC1967Proxy", "IdentityRegistryUpgradeable", "ReputationRegistryUpgradeable"];
  const compiled = compileWith(
    { evmVersion: "cancun", viaIR: true },
    names.map((name) => `${FETCHED}/${name}.sol`),
  );
  const deployer = chain.wallet("deployer");
  const deploy = async (name: string, ...args: unknown[]) => {
    const { abi, bytecode } = compiled[name] ?? { abi: [], bytecode: "" };
    const contract = await new ContractFactory(abi, bytecode, deployer).deploy(...args);
    await contract.waitForDeployment();
    return contract.target as string;
  };
  /** The proxy is put in place, because its address follows from its makers' deployment; all else is deployed. */
  const place = async (at: string, name: string, ...args: unknown[]) => {
    const implementation = await deploy(name);
    // A proxy wants to be initialized; `owner()` changes nothing.
    const proxy = await deploy("ERC1967Proxy", implementation, "0x8da5cb5b");
    await chain.provider.send("anvil_setCode", [at, await chain.provider.getCode(proxy)]);
    const set = (slot: string, value: string) =>
      chain.provider.send("anvil_setStorageAt", [at, slot, zeroPadValue(value, 32)]);
    await set(IMPLEMENTATION, implementation);
    await set(OWNER, deployer.address);
    const contract = new Contract(at, compiled[name]?.abi ?? [], deployer);
    await ((await contract.getFunction("initialize")(...args)) as ContractTransactionResponse).wait();
    return contract;
  };
  return {
    identity: await place(BASE.agentRegistry, "IdentityRegistryUpgradeable"),
    reputation: await place(BASE.reputationRegistry, "ReputationRegistryUpgradeable", BASE.agentRegistry),
  };
}
