import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Authorization } from "../../domain/payment/authorization";
import { AUTHORIZATION_USED } from "../../domain/payment/transfer";
import type { Authorizations } from "../../ports/settlement";
import { field, hexBytes, hexNumber, list } from "./json";
import type { Nodes, RpcCall } from "./nodes";

/** Blocks in one request for logs: what the stricter nodes still take. */
const RANGE = 1_000n;
/** About eleven hours of Base: whoever comes back later has to redeem by hash. */
const RANGES = 20;
/** Function selector of EIP-3009's authorizationState(address,bytes32). */
const AUTHORIZATION_STATE = "0xe94a0102";

/** Looks authorizations up in the token itself, and in its logs, the newest first. */
export function rpcAuthorizations(nodes: Nodes): Authorizations {
  return {
    async use({ token, from, nonce }) {
      const calls = [stateCall(token, from, nonce), { method: "eth_getBlockByNumber", params: ["latest", false] }];
      const { used, head } = await nodes.ask(calls, ([state, block]) => ({
        used: hexNumber(state) !== 0n,
        head: hexNumber(field(block, "number")),
      }));
      if (!used) return { used, txHash: null };
      let to = head;
      for (let range = 0; range < RANGES && to >= 0n; range++) {
        const start = to >= RANGE ? to - RANGE + 1n : 0n;
        const txHash = await usedWithin({ token, from, nonce }, start, to);
        if (txHash) return { used, txHash };
        to = start - 1n;
      }
      return { used, txHash: null };
    },
  };

  function usedWithin({ token, from, nonce }: Pick<Authorization, "token" | "from" | "nonce">, start: bigint, end: bigint): Promise<Hex | null> {
    const topics = [AUTHORIZATION_USED, word(from), nonce];
    const filter = { address: token, topics, fromBlock: quantity(start), toBlock: quantity(end) };
    return nodes.ask([{ method: "eth_getLogs", params: [filter] }], ([logs]) => {
      const [log] = list(logs);
      return log === undefined ? null : hexBytes(field(log, "transactionHash"));
    });
  }
}

/** Asks the token whether an authorization was used or cancelled; the answer is a word that is not 0. */
export function stateCall(token: Address, from: Address, nonce: Hex): RpcCall {
  const data = `${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}`;
  return { method: "eth_call", params: [{ to: token, data }, "latest"] };
}

function word(account: Address): Hex {
  return `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
