import type { Evidence } from "../domain/payment/evidence";
import type { Hex } from "../domain/keccak";

/** A read-only call, in the form of `eth_call`. */
export interface EthCall {
  from?: string;
  to?: string;
  data: string;
  gas?: string;
}

/**
 * What the service reads from the chain, as reported by a quorum of nodes. Every method throws `ChainUnavailable` when
 * too few nodes answer or agree.
 */
export interface Chain {
  /**
   * What the nodes report about a transaction; null when none has a receipt yet. One round trip when the first node
   * answers.
   * @param quorum how many nodes must agree, if not the usual number
   */
  evidence(txHash: Hex, quorum?: 1 | 2): Promise<Evidence | null>;
  /**
   * The time of a block, unix seconds, for evidence without it. Throws `ChainUnavailable` where no node has the
   * block.
   */
  blockTime(blockHash: Hex): Promise<number>;
  /** The latest block that cannot be reorganised away. */
  finalizedBlock(): Promise<bigint>;
  /**
   * The hash of the canonical block of that number; null if there is none yet. A block with another hash is orphaned.
   */
  hashOf(blockNumber: bigint): Promise<Hex | null>;
  /** The bytes that a call returns. */
  ethCall(call: EthCall, signal?: AbortSignal): Promise<Hex>;
}

export class ChainUnavailable extends Error {
  constructor(reason: string) {
    super(`No node of the chain answered: ${reason}`);
  }
}

/** Nodes answered, but too few agree. The subject stays unchanged and is asked again later. */
export class NodesDisagree extends ChainUnavailable {
  constructor() {
    super("nodes disagree");
  }
}
