import { AbiCoder, concat, ContractFactory, type Contract, type Signer } from "ethers";
import type { EthCall } from "../../../functions/src/adapters/ethers/signatures";
import type { Address } from "../../../functions/src/domain/address";
import { toAddress } from "../../../functions/src/domain/address";
import { ownChain, type OwnChain } from "./chain";
import { compileWallets, type Compiled } from "./compile";

/** How a HostileWallet answers, by the order of its enum. */
export const HOSTILE_ANSWERS = [
  "Revert",
  "RevertBomb",
  "GasBomb",
  "ReturnBomb",
  "ModexpBomb",
  "Nothing",
  "WrongMagic",
  "ShortMagic",
  "LowMagic",
  "DirtyMagic",
  "True",
  "StateChange",
  "MagicForOriginZero",
] as const;

type HostileAnswer = (typeof HOSTILE_ANSWERS)[number];

/** How a TrickWallet recognises a simulation, in the order of its enum; `None` does not. */
const TRICKS = ["GasPrice", "BaseFee", "GasLeft", "Coinbase", "Switch", "None"] as const;
type Trick = (typeof TRICKS)[number];

/** A test's own chain, on which it deploys contract wallets. */
export interface WalletChain {
  chain: OwnChain;
  ethCall: EthCall;
  /** Deploys one of OwnerWallet.sol's contracts. */
  deploy(name: "OwnerWallet" | "BoundWallet" | "LateWallet" | "WalletFactory", ...args: unknown[]): Promise<Contract>;
  deployHostile(answer: HostileAnswer): Promise<Address>;
  /** `work`: gas that it spends before it accepts; `threshold`: the gas above which `GasLeft` assumes a simulation. */
  deployTrick(trick: Trick, work?: bigint, threshold?: bigint): Promise<Contract>;
}

export async function walletChain(): Promise<WalletChain> {
  const chain = await ownChain();
  const wallets = compileWallets();
  const deployer = chain.wallet("deployer");
  return {
    chain,
    ethCall: (request, signal) => ethCall(chain.rpcUrl, request, signal),
    deploy: (name, ...args) => deploy(deployer, wallets[name], args),
    deployHostile: async (answer) =>
      addressOf(await deploy(deployer, wallets["HostileWallet"], [HOSTILE_ANSWERS.indexOf(answer)])),
    deployTrick: (trick, work = 0n, threshold = 0n) =>
      deploy(deployer, wallets["TrickWallet"], [TRICKS.indexOf(trick), work, threshold]),
  };
}

/** The address of a deployed contract. */
export function addressOf(contract: Contract): Address {
  return known(contract.target as string);
}

/** The text, which must be an address. */
export function known(text: string): Address {
  const address = toAddress(text);
  if (address === null) throw new Error(`${text} is no address`);
  return address;
}

/** An ERC-6492 wrapper around a signature. */
export function wrap(prepareTo: string, prepareData: string, signature: string): string {
  return concat([
    AbiCoder.defaultAbiCoder().encode(["address", "bytes", "bytes"], [prepareTo, prepareData, signature]),
    `0x${"6492".repeat(16)}`,
  ]);
}

async function deploy(signer: Signer, compiled: Compiled | undefined, args: unknown[]): Promise<Contract> {
  if (compiled === undefined) throw new Error("no such contract was compiled");
  const contract = await new ContractFactory(compiled.abi, compiled.bytecode, signer).deploy(...args);
  await contract.waitForDeployment();
  return contract as Contract;
}

async function ethCall(rpcUrl: string, request: object, signal: AbortSignal): Promise<string> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params: [request, "latest"] }),
    signal,
  });
  const { result, error } = (await response.json()) as { result?: string; error?: { message: string } };
  if (result === undefined) throw new Error(error?.message ?? "no result");
  return result;
}
