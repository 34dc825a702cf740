import { browserBatches } from "./browserBatches";
import type { Eip1193 } from "./eip1193";
import { RejectedError } from "../errors";
import type { ChainNode, Receipt, WalletSigner } from "./signer";

/**
 * A signer of a browser's wallet, for one of the addresses that `eth_requestAccounts` gave; the wallet is also the
 * node.
 */
export function browserSigner(wallet: Eip1193, address: string, node: Eip1193 = wallet): WalletSigner {
  const ask = async (method: string, ...params: unknown[]) => {
    try {
      return await wallet.request({ method, params });
    } catch (error) {
      throw isRefusal(error) ? new RejectedError({ cause: error }) : error;
    }
  };
  return {
    provider: nodeOf(node),
    batches: browserBatches(wallet, address, ask),
    getAddress: () => Promise.resolve(address),
    signMessage: async (message) =>
      String(await ask("personal_sign", hexOf(new TextEncoder().encode(message)), address)),
    signTypedData: async (domain, types, message) => {
      const [primaryType] = Object.keys(types);
      const own = DOMAIN.filter(({ name }) => domain[name] !== undefined);
      const typedData = { types: { EIP712Domain: own, ...types }, primaryType, domain, message };
      return String(await ask("eth_signTypedData_v4", address, JSON.stringify(typedData)));
    },
    sendTransaction: async ({ to, data, value, chainId, gasLimit, nonce }) => {
      const transaction = { from: address, to, data, value: hex(value), chainId: hex(chainId), nonce: hex(nonce) };
      return { hash: String(await ask("eth_sendTransaction", { ...transaction, gas: hex(gasLimit) })) };
    },
  };
}

/** What a client asks of a node, by JSON-RPC. */
export function nodeOf(node: Eip1193): ChainNode {
  const ask = <T>(method: string, ...params: unknown[]) => node.request({ method, params }) as Promise<T>;
  const number = async (answer: Promise<string>) => Number(await answer);
  const countAt = (address: string, tag: string | number) =>
    number(ask<string>("eth_getTransactionCount", address, tagOf(tag)));
  return {
    getNetwork: async () => ({ chainId: BigInt(await ask<string>("eth_chainId")) }),
    getBalance: async (address) => BigInt(await ask<string>("eth_getBalance", address, "latest")),
    getTransactionCount: countAt,
    getTransactionReceipt: async (hash) => {
      const receipt = await ask<{ status: string; logs: Receipt["logs"] } | null>("eth_getTransactionReceipt", hash);
      return receipt && { ...receipt, status: Number(receipt.status) };
    },
    getFeeData: async () => {
      const [block, tip] = await Promise.all([
        ask<{ baseFeePerGas?: string } | null>("eth_getBlockByNumber", "latest", false),
        ask<string>("eth_maxPriorityFeePerGas").catch(() => "0x0"),
      ]);
      const gasPrice = BigInt(await ask<string>("eth_gasPrice"));
      const maxFeePerGas = block?.baseFeePerGas === undefined ? null : 2n * BigInt(block.baseFeePerGas) + BigInt(tip);
      return { gasPrice, maxFeePerGas, maxPriorityFeePerGas: BigInt(tip) };
    },
    getBlock: async (tag) => {
      const block = await ask<Record<"number" | "timestamp", string> | null>("eth_getBlockByNumber", tagOf(tag), false);
      return block && { number: Number(block.number), timestamp: Number(block.timestamp) };
    },
    getLogs: ({ fromBlock, toBlock, ...filter }) =>
      ask("eth_getLogs", { ...filter, fromBlock: hex(fromBlock), toBlock: hex(toBlock) }),
    call: ({ to, data, blockTag = "latest" }) => ask<string>("eth_call", { to, data }, tagOf(blockTag)),
    estimateGas: async (call) => BigInt(await ask<string>("eth_estimateGas", call)),
    broadcastTransaction: (raw) => ask("eth_sendRawTransaction", raw),
    transactionWith: async (address, nonce) => {
      let high = await number(ask<string>("eth_blockNumber"));
      // Recent blocks first: few nodes know the older states.
      let low = high;
      for (let back = 64; low > 0 && (await countAt(address, low)) > nonce; back *= 4) low = Math.max(0, high - back);
      while (low + 1 < high) {
        const middle = Math.floor((low + high) / 2);
        if ((await countAt(address, middle)) > nonce) high = middle;
        else low = middle;
      }
      const block = await ask<{ transactions: Mined[] } | null>("eth_getBlockByNumber", hex(high), true);
      const isIt = (one: Mined) => one.from.toLowerCase() === address.toLowerCase() && Number(one.nonce) === nonce;
      const found = block?.transactions.find(isIt);
      return found ? { hash: found.hash, to: found.to, data: found.input } : null;
    },
  };
}

interface Mined {
  hash: string;
  from: string;
  to: string | null;
  input: string;
  nonce: string;
}

/** EIP-712's own type. */
const DOMAIN = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const;

const hex = (value: bigint | number) => `0x${value.toString(16)}`;
const tagOf = (tag: string | number) => (typeof tag === "number" ? hex(tag) : tag);
const hexOf = (bytes: Uint8Array) => `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

/** EIP-1193's 4001: the user said no. */
function isRefusal(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 4001;
}
