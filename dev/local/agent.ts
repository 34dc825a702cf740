import { Contract, JsonRpcProvider, Wallet } from "ethers";
import { Mkt } from "../../packages/client/src/index";
import type { StackAddresses } from "./stackFile";
import type { Role } from "./wallets";

const BALANCE_OF = ["function balanceOf(address) view returns (uint256)"];

/** A party of the demo: a development wallet behind the client that any agent can use. */
export interface Agent {
  readonly role: Role;
  readonly address: string;
  readonly mkt: Mkt;
  readonly provider: JsonRpcProvider;
  /** What an address holds, USDC base units; this agent's own, where none is named. */
  usdcUnits(address?: string): Promise<bigint>;
  close(): void;
}

/** An agent with its own budget and, unless a key is given, its role's wallet; the addresses of the stack are pinned. */
export function agentOf(
  stack: StackAddresses,
  role: Role,
  privateKey = stack.wallets.find((wallet) => wallet.role === role)?.privateKey ?? "",
): Agent {
  // Without a cache, so that the next transaction sees the nonce of the last one.
  const provider = new JsonRpcProvider(stack.rpcUrl, stack.chainId, {
    staticNetwork: true,
    pollingInterval: 200,
    cacheTimeout: -1,
  });
  const signer = new Wallet(privateKey, provider);
  const usdc = new Contract(stack.usdc, BALANCE_OF, provider);
  const { human, agentFast } = stack.contracts;
  const mkt = new Mkt({
    baseUrl: stack.baseUrl,
    signer,
    budget: { perCallUsdc: "20", totalUsdc: "50" },
    trust: { chainId: stack.chainId, recipient: stack.recipient, escrows: { human, "agent-fast": agentFast } },
  });
  return {
    role,
    address: signer.address,
    mkt,
    provider,
    usdcUnits: async (address = signer.address) => (await usdc.getFunction("balanceOf")(address)) as bigint,
    close: () => provider.destroy(),
  };
}
