import type { Address } from "../../domain/address";
import type { Hex } from "../../domain/keccak";
import type { Authorization } from "../../domain/payment/authorization";
import { MAX_PLAIN_AGE_SECONDS } from "../../domain/payment/match";
import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED } from "../../domain/payment/transfer";
import { ChainUnavailable } from "../../ports/chain";
import type { Authorizations } from "../../ports/settlement";
import { blockCall, field, hexBytes, hexNumber, list, quantity, timeOf } from "./json";
import { LogRange } from "./logRange";
import type { Nodes, RpcCall } from "./nodes";

type Sought = Pick<Authorization, "token" | "from" | "nonce"> & { signal?: AbortSignal | undefined };

interface Block {
  number: bigint;
  /** Unix seconds. */
  time: number;
}

/** Requests for logs in each direction: with ranges of 10,000 blocks a day of Base and more, an hour and more with 1,000. */
const MAX_READS = 45;
/** Into how many parts a stretch of blocks is cut in one round trip, and how far back the first stretch reaches. */
const PARTS = 16n;
const FIRST_STEP = 16_000n;
/** Blocks over which the chain's pace is measured. */
const PACE_BLOCKS = 1_000n;
/** No chain is believed to be faster. */
const MIN_BLOCK_SECONDS = 0.1;
/** Blocks that logs are searched back where no time is given: 30 days of the fastest chain, beyond which nothing counts. */
const MAX_BLOCKS_BACK = BigInt(Math.ceil(MAX_PLAIN_AGE_SECONDS / MIN_BLOCK_SECONDS));
/** Seconds that the service's clock and the chain's may be apart. */
const SKEW = 600;
/** Function selector of EIP-3009's authorizationState(address,bytes32). */
const AUTHORIZATION_STATE = "0xe94a0102";

/**
 * Looks authorizations up in the token itself: its state says whether one is used and, as it was at earlier blocks, where;
 * its log there names the transaction. Where nodes keep no old state, logs are searched at both ends of the time in question.
 */
export function rpcAuthorizations(nodes: Nodes, range = new LogRange(nodes), maxReads = MAX_READS): Authorizations {
  return {
    async use(authorization, sinceSeconds, signal) {
      const sought = { ...authorization, signal };
      const calls = (block: string) => [stateCall(sought, block), blockCall(block)];
      const read = ([state, block]: unknown[]) => ({ used: hexNumber(state) !== 0n, head: readBlock(block) });
      const [{ used, head }] = await nodes.askAt(calls, read, { signal });
      if (!used) return { used, txHash: null };
      try {
        return { used, txHash: await found(sought, head, sinceSeconds) };
      } catch (error) {
        if (error instanceof ChainUnavailable && signal?.aborted) return { used, txHash: null };
        throw error;
      }
    },

    async unusedAt(authorization) {
      // By its number: two answers about "latest" may be of two nodes behind one address, a block apart.
      const block = await nodes.height("latest");
      return (await firstUsed(authorization, [block])) === null ? block : null;
    },
  };

  async function found(sought: Sought, head: Block, sinceSeconds: number | null): Promise<Hex | null> {
    const newest = await upwards(sought, lowest(head.number - range.length + 1n), head.number, maxReads);
    if (newest.txHash || newest.from === 0n) return newest.txHash;
    try {
      const block = await blockOfUse(sought, newest.from);
      return block === null ? null : await usedWithin(sought, block, block);
    } catch (error) {
      if (!(error instanceof ChainUnavailable) || sought.signal?.aborted) throw error;
    }
    return inLogs(sought, head, newest.from - 1n, sinceSeconds);
  }

  /** Where nodes keep no old state: the logs from the given time on, then those from the newest on backwards. */
  async function inLogs(sought: Sought, head: Block, to: bigint, sinceSeconds: number | null): Promise<Hex | null> {
    const first = sinceSeconds === null ? null : await blockBefore(sinceSeconds - SKEW, head, sought.signal);
    // What is sought is not before that block, and is not in the newest.
    if (first !== null && first > to) return null;
    const after = first === null ? null : await upwards(sought, first, to, maxReads);
    if (after && (after.txHash || after.to === to)) return after.txHash;
    return downwards(sought, after ? after.to + 1n : lowest(head.number - MAX_BLOCKS_BACK), to);
  }

  /** The block that used it, by what the state was at earlier ones; null where it is one of the newest. */
  async function blockOfUse(sought: Sought, newest: bigint): Promise<bigint | null> {
    let used = newest - 1n;
    let unused = -1n;
    if ((await firstUsed(sought, [used])) === null) return null;
    for (let back = FIRST_STEP; used > 0n; back *= PARTS) {
      const before = lowest(used - back);
      if ((await firstUsed(sought, [before])) === null) {
        unused = before;
        break;
      }
      used = before;
    }
    while (used - unused > 1n) {
      const between = Array.from(
        { length: Number(PARTS) - 1 },
        (_, at) => unused + ((used - unused) * BigInt(at + 1)) / PARTS,
      );
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
    const [states] = await nodes.askAgreed(calls, (results) => results.map((state) => hexNumber(state) !== 0n), sought);
    return blocks.find((_, at) => states[at]) ?? null;
  }

  /** Searches from a block on, in a bounded number of requests. */
  async function upwards(
    sought: Sought,
    from: bigint,
    to: bigint,
    reads: number,
  ): Promise<{ txHash: Hex | null; from: bigint; to: bigint }> {
    let end = from - 1n;
    for (let read = 0; end < to && read < reads; read++) {
      const { value: txHash, end: upTo } = await range.read(end + 1n, to, (start, stop) =>
        usedWithin(sought, start, stop),
      );
      if (txHash) return { txHash, from, to: upTo };
      end = upTo;
    }
    return { txHash: null, from, to: end };
  }

  /** Searches ranges from the newest on, down to a block. */
  async function downwards(sought: Sought, from: bigint, to: bigint): Promise<Hex | null> {
    let next = to;
    for (let read = 0; next >= from && read < maxReads; read++) {
      const start = next - range.length + 1n > from ? next - range.length + 1n : from;
      const { txHash } = await upwards(sought, start, next, maxReads);
      if (txHash) return txHash;
      next = start - 1n;
    }
    return null;
  }

  /** A block of that time or of a little before, to within a range; found by the blocks' own times. */
  async function blockBefore(time: number, head: Block, signal: AbortSignal | undefined): Promise<bigint> {
    const recent = await blockAt(lowest(head.number - PACE_BLOCKS), signal);
    const pace = Math.max(
      (head.time - recent.time) / Math.max(Number(head.number - recent.number), 1),
      MIN_BLOCK_SECONDS,
    );
    let after = head.number;
    let back = BigInt(Math.max(Math.ceil((head.time - time) / pace), 1));
    let before = await blockAt(lowest(head.number - back), signal);
    while (before.time > time && before.number > 0n) {
      after = before.number;
      back *= 2n;
      before = await blockAt(lowest(head.number - back), signal);
    }
    while (time - before.time > SKEW && after - before.number > range.length) {
      const middle = await blockAt((before.number + after) / 2n, signal);
      if (middle.time > time) after = middle.number;
      else before = middle;
    }
    return before.number;
  }

  async function blockAt(number: bigint, signal: AbortSignal | undefined): Promise<Block> {
    const [block] = await nodes.askAgreed([blockCall(number)], ([found]) => readBlock(found), { signal });
    return block;
  }

  async function usedWithin({ token, from, nonce, signal }: Sought, start: bigint, end: bigint): Promise<Hex | null> {
    const topics = [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], word(from), nonce];
    const calls = [
      {
        method: "eth_getLogs",
        params: [{ address: token, topics, fromBlock: quantity(start), toBlock: quantity(end) }],
      },
    ];
    const read = ([logs]: unknown[]) => {
      const [log] = list(logs);
      return log === undefined ? null : hexBytes(field(log, "transactionHash"));
    };
    // The token says that it was used: where one node has no log of it, another may.
    if (nodes.quorum === 1) return nodes.ask(calls, read, { signal, accept: (txHash) => txHash !== null });
    const [txHash] = await nodes.askAgreed(calls, read, { signal });
    return txHash;
  }
}

/** Asks the token whether an authorization was used or cancelled; the answer is a word that is not 0. */
export function stateCall({ token, from, nonce }: Sought, block = "latest"): RpcCall {
  const data = `${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}`;
  return { method: "eth_call", params: [{ to: token, data }, block] };
}

function readBlock(block: unknown): Block {
  return { number: hexNumber(field(block, "number")), time: timeOf(block) };
}

function lowest(number: bigint): bigint {
  return number > 0n ? number : 0n;
}

function word(account: Address): Hex {
  return `0x${account.slice(2).toLowerCase().padStart(64, "0")}`;
}
