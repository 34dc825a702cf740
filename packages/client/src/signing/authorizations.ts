import { encoded } from "./abi";
import { TOKEN } from "../tasks/calls";
import { id } from "../hashing";
import type { ChainNode } from "./signer";
import type { AgentWallet } from "./wallet";

/**
 * What became of a signed authorization: `open`, it may still be used; `void`, it never can be; or it was used, by the
 * transaction with this hash, where the node finds it. `unknown`: there is no node to ask.
 */
export type Fate = "unknown" | "open" | "void" | { txHash: string | null };

const AUTHORIZATION_USED = id("AuthorizationUsed(address,bytes32)");

/** The longest that a signature is valid, and clocks that differ. */
const MAX_SECONDS = 900;

/** Reads the outcome of an authorization from the wallet's own node, without trusting the service. */
export async function fateOf(
  { authorizationNonce: nonce, deadline }: { authorizationNonce?: string; deadline: number },
  wallet: AgentWallet,
  token: string,
): Promise<Fate> {
  const node = await wallet.node();
  if (!node || nonce === undefined) return "unknown";
  const from = await wallet.address();
  return wallet.onChain(() => readFate(node, { from, nonce, deadline, token }));
}

async function readFate(
  node: ChainNode,
  { from, nonce, deadline, token }: Record<"token" | "from" | "nonce", string> & { deadline: number },
): Promise<Fate> {
  const [safe, latest] = await Promise.all([node.getBlock("safe"), node.getBlock("latest")]);
  if (!latest) return "open";
  const data = TOKEN.encode("authorizationState", [from, nonce]);
  const state = await node.call({ to: token, data, blockTag: latest.number });
  const isUsed = TOKEN.result("authorizationState", state) === true;
  if (isUsed) return { txHash: await hashOf(node, { token, from, nonce, deadline, latest: latest.number }) };
  // Blocks after the safe one are later than the deadline, and no reorg brings it back.
  return safe && safe.timestamp >= deadline && safe.number <= latest.number ? "void" : "open";
}

/** The transaction that used an authorization: its event is in the few minutes in which it was valid. */
async function hashOf(
  node: ChainNode,
  {
    token,
    from,
    nonce,
    deadline,
    latest,
  }: Record<"token" | "from" | "nonce", string> & Record<"deadline" | "latest", number>,
): Promise<string | null> {
  const [fromBlock, toBlock] = [
    await blockAt(node, deadline - MAX_SECONDS, latest),
    await blockAt(node, deadline, latest),
  ];
  const topics = [AUTHORIZATION_USED, encoded(["address"], [from]), nonce];
  const logs = await node.getLogs({ address: token, topics, fromBlock, toBlock });
  return logs[0]?.transactionHash ?? null;
}

/** The first block at a time or after it; the latest if there is none. */
async function blockAt(node: ChainNode, seconds: number, latest: number): Promise<number> {
  let [low, high] = [0, latest];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const block = await node.getBlock(middle);
    if (block && block.timestamp >= seconds) high = middle;
    else low = middle + 1;
  }
  return low;
}
