import type { BlockRef } from "./events";

/** How far a deployment's events have been read. */
export interface Cursor {
  /** Every event up to this block is in its task's base, except for tasks in `behind`. */
  readonly finalBlock: bigint;
  /** Later blocks, in order: while one of them is on the chain, every event up to it is in its task's projection. */
  readonly checkpoints: readonly BlockRef[];
  /** Tasks that could not be written when their events were read. */
  readonly behind: readonly Behind[];
}

/** A task whose events have to be read again from this block on. */
export interface Behind {
  readonly taskId: bigint;
  readonly fromBlock: bigint;
}

/** The newest block whose events were read. */
export function lastBlock({ finalBlock, checkpoints }: Pick<Cursor, "finalBlock" | "checkpoints">): bigint {
  return checkpoints.at(-1)?.number ?? finalBlock;
}

/** The block up to which every event is in its task's base, without exception. */
export function settledBlock({ finalBlock, behind }: Cursor): bigint {
  return behind.reduce((least, { fromBlock }) => (fromBlock <= least ? fromBlock - 1n : least), finalBlock);
}

/** The first block from which a task's events that are not in its base are to be read. */
export function unsettledFrom({ finalBlock, behind }: Cursor, taskId: bigint): bigint {
  return behind.find((task) => task.taskId === taskId)?.fromBlock ?? finalBlock + 1n;
}
