import type { Evidence } from "../domain/payment/evidence";
import type { Hex } from "../domain/keccak";

/** A call that changes nothing, as `eth_call` takes it. */
export interface EthCall {
  from?: string;
  to?: string;
  data: string;
  gas?: string;
}

/** What the service asks of the chain. Every method throws `ChainUnavailable` when no node (or no quorum) answers. */
export interface Chain {
  /** What the nodes say about a transaction; null when none has a receipt yet. One round trip when the first node answers. */
  evidence(txHash: Hex): Promise<Evidence | null>;
  /** The newest block that cannot be reorganised away. */
  finalizedBlock(): Promise<bigint>;
  /** The bytes that a call returns. */
  ethCall(call: EthCall, signal?: AbortSignal): Promise<Hex>;
}

export class ChainUnavailable extends Error {
  constructor(reason: string) {
    super(`No node of the chain gives an answer: ${reason}`);
  }
}
