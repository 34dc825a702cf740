import type { Address } from "../address";
import type { Hex } from "../keccak";

/** One event log of a receipt, as the chain tells it. */
export interface Log {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
}

/** What a node says about one transaction. */
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
  /** Unix seconds of that block; null where the node does not say. */
  minedAt: number | null;
  /** In the receipt's order; a log's place in this list is its index. */
  logs: readonly Log[];
  /** The first log's position in the block; null where there is no log. */
  firstLogIndex: number | null;
  /** The newest sealed block of the same answer. */
  head: { number: bigint; hash: Hex };
  /** The chain's pace, measured over its last minutes; null where the node does not show it. */
  blockSeconds: number | null;
}

/** How deep in the chain a transaction must be: in seconds, which the chain's pace turns into blocks, or in blocks. */
export type Depth = { readonly seconds: number } | { readonly blocks: number };

/** The paces that are believed; outside of them a node is wrong or lies. Base seals a block every 0.2 s. */
const MIN_BLOCK_SECONDS = 0.1;
const MAX_BLOCK_SECONDS = 12;
/** Of a block: times are whole seconds, so a pace is never quite what it should be. */
const MEASURING_ERROR = 0.1;

/** The blocks that a transaction must have, its own included. Where the pace is not known, the fastest one counts. */
export function blocksOf(depth: Depth, blockSeconds: number | null): number {
  if ("blocks" in depth) return depth.blocks;
  const pace = Math.min(Math.max(blockSeconds ?? 0, MIN_BLOCK_SECONDS), MAX_BLOCK_SECONDS);
  return Math.max(1, Math.ceil(depth.seconds / pace - MEASURING_ERROR));
}

const ZERO_HASH: Hex = `0x${"0".repeat(64)}`;

/**
 * True when the transaction's block is sealed and as deep in the chain as it must be.
 *
 * A node that runs ahead of its chain gives receipts of blocks that it
 * has not sealed: with no block hash, a number past the head, or another hash than the head's.
 */
export function isConfirmed({ blockNumber, blockHash, head, blockSeconds }: Evidence, depth: Depth): boolean {
  if (blockHash === ZERO_HASH || blockNumber > head.number) return false;
  if (blockNumber === head.number && blockHash !== head.hash) return false;
  return head.number - blockNumber + 1n >= BigInt(blocksOf(depth, blockSeconds));
}
