import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { PayerKind, PayerRecord, Spender } from "../domain/payment/gasRisk";

/** The state of one of the service's own wallets, for operators. */
export interface WalletState {
  readonly address: Address;
  readonly wei: bigint;
  readonly pending: number;
  /** What today's transactions may still use. */
  readonly budgetLeftWei: bigint;
}

/** Throws `ChainUnavailable`, `StoreUnavailable`. */
export interface WalletVitals {
  state(): Promise<WalletState>;
}

/** One transaction of the wallet. */
export interface Outgoing {
  /** Identifies what it is sent for; `fill-{nonce}` for a transaction that only fills a nonce. */
  key: string;
  /** The names of those on whose account it is sent, whose history it becomes. */
  spenders: readonly string[];
  /** The risk pool of first attempts that it uses; null if its payer has paid before, or does not use one. */
  risk: PayerKind | null;
  nonce: number;
  to: Address;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  /** The signed transaction, ready for broadcast, and its hashes so far, latest last. */
  raw: Hex;
  txHashes: readonly Hex[];
  /** The hashes of earlier transactions with this key: a reorg may bring back one that was lost or reverted. */
  formerHashes: readonly Hex[];
  /** Its share of the day's budget: the maximum cost until mined, then the actual cost. */
  reservedWei: bigint;
  day: string;
  /** Unix milliseconds. */
  signedAt: number;
  state: "sent" | Ending;
}

/** A transaction as the wallet signs it; the store knows the rest. */
export type SignedOutgoing = Omit<Outgoing, "risk" | "day" | "formerHashes">;

/** How a transaction ended: `lost` if another transaction was mined with its nonce, or its own gave the nonce up. */
export type Ending = "succeeded" | "reverted" | "lost";

/** A transaction with its ending and its cost. */
export interface Ended {
  readonly outgoing: Outgoing;
  readonly ending: Ending;
  readonly paidWei: bigint;
}

export type Enqueued =
  | { readonly outcome: "queued"; readonly outgoing: Outgoing }
  | { readonly outcome: "overBudget"; readonly leftWei: bigint }
  /** The gas that is for payers without a settled payment is used up, and refills within these seconds. */
  | { readonly outcome: "overRisk"; readonly retryAfter: number }
  /** As many of a spender's transactions are open as may be. */
  | { readonly outcome: "crowded" }
  /** Too many of a spender's transactions were reverted. */
  | { readonly outcome: "barred" }
  /** A spender has had as many transactions as it may have. */
  | { readonly outcome: "used"; readonly spender: string }
  /** Its own transaction was reverted; it is not sent again. */
  | { readonly outcome: "reverted" };

/**
 * A wallet's store: the single source of its nonces across all instances. Changes take no locks: each is
 * computed from what was read and written only if nothing changed since, so a crashed instance does not block others.
 * Throws `StoreUnavailable`.
 */
export interface WalletStore {
  /** The current or former transaction with this key. One read. */
  find(key: string): Promise<Outgoing | null>;
  /** The history of a spender. One read. */
  spender(name: string): Promise<PayerRecord>;
  /** Why an order would not be queued now; null if it would, or was. Changes nothing. One read of each document. */
  refusalOf(order: EnqueueOrder): Promise<Exclude<Enqueued, { outcome: "queued" }> | null>;
  /**
   * Assigns a nonce to the order and stores its signed transaction in one step, so that every nonce has one. A key with a
   * pending transaction keeps it.
   * @param sign signs the transaction for a nonce; may be called more than once
   */
  enqueue(order: EnqueueOrder, sign: (nonce: number) => SignedOutgoing): Promise<Enqueued>;
  /**
   * Replaces a transaction by a pending one with the same nonce; false if another instance was faster or the budget is
   * insufficient.
   */
  replace(old: Outgoing, next: Outgoing, budgetWei: bigint): Promise<boolean>;
  /** Records how transactions ended and releases the unspent budget. One commit. */
  finish(ended: readonly Ended[], nowMs: number): Promise<void>;
  /** Takes the revert of a transaction off its spenders' records, once; true if it did. */
  forgive(reverted: Outgoing): Promise<boolean>;
  /** All pending transactions, by nonce. */
  waiting(): Promise<readonly Outgoing[]>;
  /** The transactions from a nonce on, regardless of their ending, by nonce. */
  fromNonce(nonce: number): Promise<readonly Outgoing[]>;
  /** The next transaction's nonce, unless the chain's is higher. */
  nextNonce(): Promise<number>;
  spentWei(day: string): Promise<bigint>;
}

export interface EnqueueOrder {
  key: string;
  /** On whose account it is sent; none for a transaction that fills a nonce. */
  spenders: readonly Spender[];
  /** The lowest free nonce on the chain. */
  chainNonce: number;
  day: string;
  nowMs: number;
  reservedWei: bigint;
  budgetWei: bigint;
  /** What of the budget is kept for other orders; nothing by default. */
  keptWei?: bigint;
  /** Whether it is sent once more where its transaction was reverted. */
  mayRepeat?: boolean;
  /** The nonce to fill, if it only fills one. */
  fills?: number;
}
