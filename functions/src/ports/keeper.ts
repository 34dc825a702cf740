import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { PreparedTransaction } from "../domain/task/call";

/** The result of a keeper transaction. Fees are in wei. */
export type Sent =
  | { readonly outcome: "mined"; readonly txHash: Hex; readonly succeeded: boolean; readonly paidWei: bigint }
  /** Not mined in time; the next one replaces it at the same nonce. It may still cost up to `maxWei`. */
  | { readonly outcome: "waiting"; readonly txHash: Hex; readonly maxWei: bigint }
  /** Not sent: an exact simulation fails. */
  | { readonly outcome: "wouldRevert" }
  /** Not sent: it could exceed its cost limit. */
  | { readonly outcome: "tooExpensive"; readonly wouldCostWei: bigint };

/** The keeper's own wallet. It has one pending transaction at a time. */
export interface KeeperWallet {
  readonly address: Address;
  /**
   * Sends one transaction if its simulation with the same sender, gas and fees succeeds, and waits until it is mined.
   * Replaces a pending transaction of an earlier run. Throws `ChainUnavailable`.
   */
  send(transaction: PreparedTransaction, gas: bigint, maxWei: bigint): Promise<Sent>;
}

/** When the keeper last completed a run. Throws `StoreUnavailable`. */
export interface KeeperRuns {
  /** When its latest successful run ended, unix milliseconds; null if none did. One read. */
  newest(): Promise<number | null>;
}

/** The keeper's state between runs. Throws `StoreUnavailable`. */
export interface KeeperStore extends KeeperRuns {
  /**
   * Acquires the lease on the wallet, which one run holds at a time; false while another one does. Unix milliseconds.
   */
  acquireLease(owner: string, nowMs: number, untilMs: number): Promise<boolean>;
  releaseLease(owner: string): Promise<void>;
  /** Records a successful run. */
  noteRun(nowMs: number): Promise<void>;
  /** The fees of one day (`2026-01-31`), in wei. */
  spentWei(day: string): Promise<bigint>;
  addSpentWei(day: string, wei: bigint): Promise<void>;
  /** The number of reverted calls for each task or wallet since then. One read each. */
  revertsSince(names: readonly string[], sinceMs: number): Promise<readonly number[]>;
  addRevert(names: readonly string[], nowMs: number): Promise<void>;
}
