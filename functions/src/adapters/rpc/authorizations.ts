import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Authorization } from "../../domain/payment/authorization";
import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED } from "../../domain/payment/transfer";
import { ChainUnavailable } from "../../ports/chain";
import type { Authorizations } from "../../ports/settlement";
import { field, hexBytes, hexNumber, list } from "./json";
import type { Nodes, RpcCall } from "./nodes";

type Sought = Pick<Authorization, "token" | "from" | "nonce">;

interface Block {
  number: bigint;
  /** Unix seconds. */
  time: number;
}

/** Blocks in one request for logs that the stricter nodes still take, and how many such requests are made where the nodes keep no old state. */
const SEARCH = { range: 1_000n, ranges: 20 };
/** Into how many parts a stretch of blocks is cut in one round trip. */
const PARTS = 16n;
/** Seconds that the service's clock and the chain's may be apart. */
const SKEW = 600;
/** Function selector of EIP-3009's authorizationState(address,bytes32). */
const AUTHORIZATION_STATE = "0xe94a0102";

/**
 * Looks authorizations up in the token itself: its state says whether one is used and, as it was at earlier blocks, where;
 * its log there names the transaction. Where nodes keep no old state, logs are searched at both ends of the time in question.
 */
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

  async function found(sought: Sought, head: Block, since: number | null): Promise<Hex | null> {
    const newest = lowest(head.number - range + 1n);
    const inNewest = await usedWithin(sought, newest, head.number);
    if (inNewest || newest === 0n) return inNewest;
    try {
      const block = await blockOfUse(sought, newest);
      return block === null ? null : await usedWithin(sought, block, block);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
    for (const start of await starts(newest, head, since)) {
      const txHash = await usedWithin(sought, start, start + range - 1n);
      if (txHash) return txHash;
    }
    return null;
  }

  /** The block that used it, by what the state was at earlier ones; null where it is one of the newest. */
  async function blockOfUse(sought: Sought, newest: bigint): Promise<bigint | null> {
    let used = newest - 1n;
    let unused = -1n;
    if ((await firstUsed(sought, [used])) === null) return null;
    for (let back = range * PARTS; used > 0n; back *= PARTS) {
      const before = lowest(used - back);
      if ((await firstUsed(sought, [before])) === null) {
        unused = before;
        break;
      }
      used = before;
    }
    while (used - unused > 1n) {
      const between = Array.from({ length: Number(PARTS) - 1 }, (_, at) => unused + ((used - unused) * BigInt(at + 1)) / PARTS);
      const points: bigint[] = [...new Set(between)].filter((point) => point > unused);
      const first: bigint | null = await firstUsed(sought, points);
      unused = points.findLast((point) => point < (first ?? used)) ?? unused;
      used = first ?? used;
    }
    return used;
  }

  /** The first of these blocks by which it was used; null where it was by none. */
  async function firstUsed(sought: Sought, blocks: readonly bigint[]): Promise<bigint | null> {
    const calls = blocks.map((block) => stateCall(sought, quantity(block)));
    const [states = []] = await nodes.askAgreed(calls, (results) => results.map((state) => hexNumber(state) !== 0n));
    return blocks.find((_, at) => states[at]) ?? null;
  }

  /** Where ranges below the newest begin: upwards from the block of the given time, then downwards from the newest. */
  async function starts(newest: bigint, head: Block, since: number | null): Promise<bigint[]> {
    const steps = Array.from({ length: ranges }, (_, at) => BigInt(at) * range);
    const first = since === null ? null : await blockAt(since - SKEW, newest, head);
    const up = first === null ? [] : steps.map((step) => first + step).filter((start) => start < newest);
    const searched = first === null ? 0n : first + BigInt(up.length) * range;
    const down = steps.map((step) => newest - range - step).filter((start) => start + range > searched);
    return [...up, ...down.map(lowest)];
  }

  /** About the block of that time, at the chain's latest pace. */
  async function blockAt(time: number, newest: bigint, head: Block): Promise<bigint> {
    const [earlier] = await nodes.askAgreed([blockCall(quantity(newest))], ([block]) => readBlock(block));
    const seconds = Math.max(head.time - (earlier?.time ?? 0), 1);
    return lowest(head.number - BigInt(Math.ceil(((head.time - time) * Number(head.number - newest)) / seconds)));
  }

  async function usedWithin({ token, from, nonce }: Sought, start: bigint, end: bigint): Promise<Hex | null> {
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

function lowest(number: bigint): bigint {
  return number > 0n ? number : 0n;
}

function word(account: Address): Hex {
  return `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
}

function quantity(number: bigint): Hex {
  return `0x${number.toString(16)}`;
}
