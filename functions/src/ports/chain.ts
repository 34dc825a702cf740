import type { Evidence } from "../domain/payment/evidence";
import type { Hex } from "../domain/keccak";

/** A call that changes nothing, as `eth_call` takes it. */
export interface EthCall {
  from?: string;
  to?: string;
  data: string;
  gas?: string;
}

/** What the service asks of the chain, as a quorum of nodes has it. Every method throws `ChainUnavailable` when too few nodes answer, or too few say the same. */
export interface Chain {
  /** What the nodes say about a transaction; null when none has a receipt yet. One round trip when the first node answers. */
  evidence(txHash: Hex): Promise<Evidence | null>;
  /** The time of a block, unix seconds, for evidence that does not tell it. Throws `ChainUnavailable` where no node has the block. */
  blockTime(blockHash: Hex): Promise<number>;
  /** The newest block that cannot be reorganised away. */
  finalizedBlock(): Promise<bigint>;
  /** The hash of the canonical block of that number; null where there is none yet. A block of another hash is off the chain. */
  hashOf(blockNumber: bigint): Promise<Hex | null>;
  /** The bytes that a call returns. */
  ethCall(call: EthCall, signal?: AbortSignal): Promise<Hex>;
}

export class ChainUnavailable extends Error {
  constructor(reason: string) {
    super(`No node of the chain gives an answer: ${reason}`);
  }
}

/** Nodes answered, and too few of them the same. What they are asked about is left as it is, and asked again later. */
export class NodesDisagree extends ChainUnavailable {
  constructor() {
    super("nodes contradict each other");
  }
}
