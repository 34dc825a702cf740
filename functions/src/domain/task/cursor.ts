import type { BlockRef } from "./events";

/** How far a deployment's events were read. */
export interface Cursor {
  /** Every event up to this block is in its task's base. */
  readonly finalBlock: bigint;
  /**
   * Blocks after it, in order: as long as one of them is on the chain, every event up to it is in its task's mirror.
   */
  readonly checkpoints: readonly BlockRef[];
}

/** The newest block whose events were read. */
export function lastBlock({ finalBlock, checkpoints }: Cursor): bigint {
  return checkpoints.at(-1)?.number ?? finalBlock;
}
