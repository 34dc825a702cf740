import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Spender } from "../domain/payment/gasRisk";
import type { PreparedTransaction } from "../domain/task/call";
import type { Ending, WalletVitals } from "./ownWallet";

/** The result of a keeper transaction. Fees are in wei. */
export type Sent =
  | { readonly outcome: "ended"; readonly txHash: Hex; readonly ending: Ending }
  /** Not mined in time; the same key finds it again. */
  | { readonly outcome: "waiting"; readonly txHash: Hex }
  /** Not sent: an exact simulation fails. */
  | { readonly outcome: "wouldRevert" }
  /** Not sent: it could cost more than one transaction may. */
  | { readonly outcome: "tooExpensive"; readonly wouldCostWei: bigint; readonly maxWei: bigint }
  /** Not sent: the rest of the day's budget or the wallet's ether is too small. */
  | { readonly outcome: "short" }
  /** Not sent: transactions for this task or wallet were reverted. */
  | { readonly outcome: "barred" }
  /** Not sent again: this very transaction was reverted. */
  | { readonly outcome: "reverted" };

/** What to send. */
export interface KeeperOrder {
  /** Identifies the call: the same key is the same transaction. */
  readonly key: string;
  readonly spenders: readonly Spender[];
  readonly transaction: PreparedTransaction;
  readonly gas: bigint;
}

/** The keeper's own wallet. Methods throw `ChainUnavailable`, `StoreUnavailable`. */
export interface KeeperWallet extends WalletVitals {
  readonly address: Address;
  /** Waits for the transaction with this key, which is sent again if it is pending; null if there is none alive. */
  find(key: string): Promise<Sent | null>;
  /** Sends a transaction if its simulation with the same sender, gas and fees succeeds, and waits until it is mined. */
  send(order: KeeperOrder): Promise<Sent>;
  /** Takes the revert of the call with this key off its spenders' records, if there is one: it was not their doing. */
  forgive(key: string): Promise<boolean>;
  /** Records what is mined, and sends again what is not. */
  advance(): Promise<void>;
}

/** When the keeper last completed a run. Throws `StoreUnavailable`. */
export interface KeeperRuns {
  /** When its latest successful run ended, unix milliseconds; null if none did. One read. */
  newest(): Promise<number | null>;
}

/** The keeper's state between runs. Throws `StoreUnavailable`. */
export interface KeeperStore extends KeeperRuns {
  /** Acquires the lease, which one run holds at a time; false while another one does. Unix milliseconds. */
  acquireLease(owner: string, nowMs: number, untilMs: number): Promise<boolean>;
  releaseLease(owner: string): Promise<void>;
  /** Records a successful run. */
  noteRun(nowMs: number): Promise<void>;
}
