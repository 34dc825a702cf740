import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { PreparedTransaction } from "../domain/task/call";

/** What became of a transaction that the keeper sent. Fees are in wei. */
export type Sent =
  | { readonly outcome: "mined"; readonly txHash: Hex; readonly succeeded: boolean; readonly paidWei: bigint }
  /** Not mined in time; the next one takes its place at the same nonce. It may still cost up to `maxWei`. */
  | { readonly outcome: "waiting"; readonly txHash: Hex; readonly maxWei: bigint }
  /** Not sent: simulated exactly as it would be sent, it fails. */
  | { readonly outcome: "wouldRevert" }
  /** Not sent: it could cost more than it may. */
  | { readonly outcome: "tooExpensive"; readonly wouldCostWei: bigint };

/** The keeper's own wallet. It has one transaction under way at a time. */
export interface KeeperWallet {
  readonly address: Address;
  /**
   * Sends one transaction, if it succeeds with the sender, gas and fees that it is sent with, and waits until it is
   * mined. A transaction that an earlier run left behind is replaced.
   * Throws `ChainUnavailable`.
   */
  send(transaction: PreparedTransaction, gas: bigint, maxWei: bigint): Promise<Sent>;
}

/** When the keeper last did its work. Throws `StoreUnavailable`. */
export interface KeeperRuns {
  /** When its newest run ended well, unix milliseconds; null where none did. One read. */
  newest(): Promise<number | null>;
}

/** What the keeper remembers between its runs. Throws `StoreUnavailable`. */
export interface KeeperStore extends KeeperRuns {
  /** Only one run at a time has the wallet; false while another one does. Times are unix milliseconds. */
  acquireLease(owner: string, nowMs: number, untilMs: number): Promise<boolean>;
  releaseLease(owner: string): Promise<void>;
  /** The keeper's run ended well. */
  noteRun(nowMs: number): Promise<void>;
  /** Fees of one day (`2026-01-31`), in wei. */
  spentWei(day: string): Promise<bigint>;
  addSpentWei(day: string, wei: bigint): Promise<void>;
  /** How many calls for each of these, a task or a wallet, were reverted since then. One read each. */
  revertsSince(names: readonly string[], sinceMs: number): Promise<readonly number[]>;
  addRevert(names: readonly string[], nowMs: number): Promise<void>;
}
