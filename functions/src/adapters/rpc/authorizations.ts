import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Authorization } from "../../domain/payment/authorization";
import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED } from "../../domain/payment/transfer";
import type { Authorizations } from "../../ports/settlement";
import { field, hexBytes, hexNumber, list } from "./json";
import type { Nodes, RpcCall } from "./nodes";

type Sought = Pick<Authorization, "token" | "from" | "nonce">;

interface Block {
  number: bigint;
  /** Unix seconds. */
  time: number;
}

/** Blocks in one request for logs, and how many such requests reach half a day of Base: what the stricter nodes still take. */
const SEARCH = { range: 1_000n, ranges: 20 };
/** Seconds between Base's blocks. */
const BLOCK_SECONDS = 2;
/** Seconds that the service's clock and the chain's may be apart. */
const SKEW = 600;
/** Function selector of EIP-3009's authorizationState(address,bytes32). */
const AUTHORIZATION_STATE = "0xe94a0102";

/** Looks authorizations up in the token itself, and in its logs: the newest, those after a given time, and the newest half day. */
export function rpcAuthorizations(nodes: Nodes, { range, ranges } = SEARCH): Authorizations {
  return {
    async use(sought, sinceSeconds) {
      const { used, head } = await nodes.askAt((block) => [stateCall(sought, block), blockCall(block)], ([state, block]) => ({
        used: hexNumber(state) !== 0n,
        head: readBlock(block),
      }));
      if (!used) return { used, txHash: null };
      return { used, txHash: await found(sought, head, sinceSeconds) };
    },
  };

  async function found(sought: Sought, head: Block, sinceSeconds: number | null): Promise<Hex | null> {
    const newest = lowest(head.number - range + 1n);
    const inNewest = await usedWithin(sought, newest, head);
    if (inNewest || newest === 0n) return inNewest;
    const since = sinceSeconds === null ? null : sinceSeconds - SKEW;
    if (since !== null && blocksSince(since, head) <= range) return null;
    const first = since === null ? null : await blockBefore(since, head);
    for (const start of starts(newest, first)) {
      const txHash = await usedWithin(sought, start, head);
      if (txHash) return txHash;
    }
    return null;
  }

  /** Where ranges below the newest begin: upwards from the first block that may have it, then downwards from the newest. */
  function starts(newest: bigint, first: bigint | null): bigint[] {
    const steps = Array.from({ length: ranges }, (_, at) => BigInt(at) * range);
    const up = first === null ? [] : steps.map((step) => first + step).filter((start) => start < newest);
    const searched = first === null ? 0n : first + BigInt(up.length) * range;
    const down = steps.map((step) => newest - range - step).filter((start) => start + range > searched);
    return [...up, ...down.map(lowest)];
  }

  /** A block of that time or of a little before, to within a range. */
  async function blockBefore(time: number, head: Block): Promise<bigint> {
    let after = head.number;
    let back = blocksSince(time, head);
    let before = await blockAt(lowest(head.number - back));
    while (before.time > time && before.number > 0n) {
      after = before.number;
      back *= 2n;
      before = await blockAt(lowest(head.number - back));
    }
    while (time - before.time > SKEW && after - before.number > range) {
      const middle = await blockAt((before.number + after) / 2n);
      if (middle.time > time) after = middle.number;
      else before = middle;
    }
    return before.number;
  }

  async function blockAt(number: bigint): Promise<Block> {
    const [block] = await nodes.askAgreed([blockCall(quantity(number))], ([found]) => readBlock(found));
    if (!block) throw new TypeError("nodes that agree have said something");
    return block;
  }

  async function usedWithin({ token, from, nonce }: Sought, start: bigint, head: Block): Promise<Hex | null> {
    const end = start + range > head.number ? head.number : start + range - 1n;
    const topics = [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], word(from), nonce];
    const calls = [{ method: "eth_getLogs", params: [{ address: token, topics, fromBlock: quantity(start), toBlock: quantity(end) }] }];
    const read = ([logs]: unknown[]) => {
      const [log] = list(logs);
      return log === undefined ? null : hexBytes(field(log, "transactionHash"));
    };
    // The token says that it was used: where one node has no log of it, another may.
    if (nodes.quorum === 1) return nodes.ask(calls, read, { accept: (txHash) => txHash !== null });
    const [txHash = null] = await nodes.askAgreed(calls, read);
    return txHash;
  }
}

/** Asks the token whether an authorization was used or cancelled; the answer is a word that is not 0. */
export function stateCall({ token, from, nonce }: Sought, block = "latest"): RpcCall {
  const data = `${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}`;
  return { method: "eth_call", params: [{ to: token, data }, block] };
}

function blockCall(block: string): RpcCall {
  return { method: "eth_getBlockByNumber", params: [block, false] };
}

function readBlock(block: unknown): Block {
  return { number: hexNumber(field(block, "number")), time: Number(hexNumber(field(block, "timestamp"))) };
}

/** How many blocks Base makes between a time and a block. */
function blocksSince(time: number, block: Block): bigint {
  return BigInt(Math.max(Math.ceil((block.time - time) / BLOCK_SECONDS), 1));
}

function lowest(number: bigint): bigint {
  return number > 0n ? number : 0n;
}

function word(account: Address): Hex {
  return `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
