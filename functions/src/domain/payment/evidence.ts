import type { Address } from "../address";
import type { Hex } from "../keccak";

/** One event log of a receipt. */
export interface Log {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

/** What a node reports about one transaction. */
export interface Evidence {
  txHash: Hex;
  /** The account that sent the transaction. */
  from: Address;
  /** The account that the transaction calls; null where it creates a contract. */
  to: Address | null;
  /** The transaction's calldata. */
  input: Hex;
  /** True when the transaction succeeded (receipt status 1). */
  succeeded: boolean;
  blockNumber: bigint;
  blockHash: Hex;
  /** Unix seconds of that block; null if the node does not report it. */
  minedAt: number | null;
  /** In the receipt's order; a log's position in this list is its index. */
  logs: readonly Log[];
  /** The first log's index in the block; null if there is no log. */
  firstLogIndex: number | null;
  /** The latest sealed block in the same response. */
  head: { number: bigint; hash: Hex };
  /** The chain's block time, measured over its last minutes; null if the node does not provide it. */
  blockSeconds: number | null;
}

/** The required depth of a transaction, converted to blocks by the chain's block time. */
export interface Depth {
  readonly seconds: number;
}

/** The plausible block times; a node that reports others is wrong or lies. Base seals a block every 0.2 s. */
const MIN_BLOCK_SECONDS = 0.1;
const MAX_BLOCK_SECONDS = 12;
/** In blocks: timestamps are whole seconds, so a measured block time is never exact. */
const MEASURING_ERROR = 0.1;

/**
 * The number of blocks that a transaction needs, its own included. If the block time is unknown, the shortest one is
 * assumed.
 */
export function blocksOf(depth: Depth, blockSeconds: number | null): number {
  const pace = Math.min(Math.max(blockSeconds ?? 0, MIN_BLOCK_SECONDS), MAX_BLOCK_SECONDS);
  return Math.max(1, Math.ceil(depth.seconds / pace - MEASURING_ERROR));
}

const ZERO_HASH: Hex = `0x${"0".repeat(64)}`;

/**
 * True when the transaction's block is sealed and deep enough in the chain.
 *
 * A node that runs ahead of its chain returns receipts of blocks that it has not sealed: with no block hash, a number
 * past the head, or another hash than the head's.
 */
export function isConfirmed({ blockNumber, blockHash, head, blockSeconds }: Evidence, depth: Depth): boolean {
  if (blockHash === ZERO_HASH || blockNumber > head.number) return false;
  if (blockNumber === head.number && blockHash !== head.hash) return false;
  return head.number - blockNumber + 1n >= BigInt(blocksOf(depth, blockSeconds));
}
