import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Authorization, Objection } from "../domain/payment/authorization";
import type { SignedPayment } from "../domain/payment/x402";

/** A call that carries an authorization to the chain, simulated: the way to settle it now. Fees are in wei. */
export interface Passage {
  to: Address;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  /** What the chain below may ask for the transaction's data. */
  dataFeeWei: bigint;
  /** The sender's next nonce and its ether, as the chain knows them. */
  nonce: number;
  walletWei: bigint;
  /** What the payer has of the token, base units. */
  payerUnits: bigint;
}

export type Checked = { readonly ok: true; readonly passage: Passage } | { readonly ok: false; readonly objection: Objection };

/** What became of an attempt to settle. None of it is proof: what the chain shows is. */
export type Attempt =
  /** One of these transactions may carry it, the newest last. */
  | { readonly outcome: "sent"; readonly txHashes: readonly Hex[] }
  /** Nothing was sent, as far as anybody says. */
  | { readonly outcome: "refused"; readonly objection: Objection }
  /** Nothing was sent, because of the service itself; it may be tried again. */
  | { readonly outcome: "unable"; readonly detail: string }
  /** Nobody knows. */
  | { readonly outcome: "unknown" };

/** Carries signed payments to the chain: the service's own wallet, or a facilitator. */
export interface Settler {
  /** Whether the payment would settle now; nothing is stored or sent. One batch to a node where it would. Throws `ChainUnavailable`. */
  check(payment: SignedPayment): Promise<Checked>;
  /**
   * Puts the payment on its way, or again on its way; safe to repeat, because an authorization moves money once.
   * @param key names the payment
   * @param passage what `check` found just now; null where it is asked anew
   */
  send(key: string, payment: SignedPayment, passage: Passage | null): Promise<Attempt>;
  /** Pushes on what waits for its block. */
  advance(): Promise<void>;
}

/** What the chain itself says of authorizations. */
export interface Authorizations {
  /**
   * Whether the token counts it as used or cancelled, and the transaction that did it, null where none is found. The
   * newest half day is searched, and where `sinceSeconds` is given also the half day after that: unix seconds at which
   * it was neither. Throws `ChainUnavailable`.
   */
  use(authorization: Pick<Authorization, "token" | "from" | "nonce">, sinceSeconds: number | null): Promise<{ used: boolean; txHash: Hex | null }>;
}

/** Where the settling stands, for whoever looks after the service. */
export interface SettlementState {
  readonly address: Address;
  readonly wei: bigint;
  readonly pending: number;
  readonly budgetLeftWei: bigint;
}

/** Where the settling wallet stands. Throws `ChainUnavailable`, `StoreUnavailable`. */
export interface SettlementVitals {
  state(): Promise<SettlementState>;
}

/** One transaction of the settling wallet. */
export interface Outgoing {
  /** Names the payment; `fill-{nonce}` for one that only fills a nonce. */
  key: string;
  /** Whose authorization it carries; null for one that only fills a nonce. */
  payer: Address | null;
  nonce: number;
  to: Address;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  /** The signed transaction, ready to be broadcast, and its hashes so far, the newest last. */
  raw: Hex;
  txHashes: readonly Hex[];
  /** What of the day's budget it takes: the most it can cost until it is mined, then what it did cost. */
  reservedWei: bigint;
  day: string;
  /** Unix milliseconds. */
  signedAt: number;
  state: "sent" | "succeeded" | "reverted" | "lost";
}

export type Enqueued =
  | { readonly outcome: "queued"; readonly outgoing: Outgoing }
  | { readonly outcome: "overBudget"; readonly leftWei: bigint }
  /** As many of this payer's settlements are under way as may be. */
  | { readonly outcome: "crowded" }
  /** Too many of this payer's settlements were reverted today. */
  | { readonly outcome: "barred" };

/** The settling wallet's books: the one source of its nonces, across all instances. Throws `StoreUnavailable`. */
export interface SettlementBooks {
  /** What is under way for this payment, or was. One read. */
  find(key: string): Promise<Outgoing | null>;
  /**
   * Gives the payment a nonce and stores its signed transaction, in one step, so that no nonce is ever without one.
   * A payment that has a living transaction keeps it.
   * @param sign signs the transaction for a nonce
   */
  enqueue(order: EnqueueOrder, sign: (nonce: number) => Outgoing): Promise<Enqueued>;
  /** Replaces a transaction by one of the same nonce, which waits then; false where somebody else was faster or the budget does not reach. */
  replace(old: Outgoing, next: Outgoing, budgetWei: bigint): Promise<boolean>;
  /** Records what a transaction came to, and gives back what it did not cost. */
  finish(outgoing: Outgoing, state: Outgoing["state"], paidWei: bigint): Promise<void>;
  /** All that have not come to anything yet, in the order of their nonces. */
  waiting(): Promise<readonly Outgoing[]>;
  /** The transaction that was made for a nonce, whatever became of it. */
  atNonce(nonce: number): Promise<Outgoing | null>;
  /** The nonce that the next transaction gets, if the chain knows no higher one. */
  nextNonce(): Promise<number>;
  spentWei(day: string): Promise<bigint>;
}

export interface EnqueueOrder {
  key: string;
  payer: Address | null;
  /** The least nonce that is free on the chain. */
  chainNonce: number;
  day: string;
  reservedWei: bigint;
  budgetWei: bigint;
  /** How many of the payer's settlements may be under way, this one included. */
  mostOpen: number;
  /** For one that fills a nonce: that nonce. */
  fills?: number;
}
