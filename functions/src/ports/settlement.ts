import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Authorization, Objection } from "../domain/payment/authorization";
import type { PayerKind } from "../domain/payment/gasRisk";
import type { SignedPayment } from "../domain/payment/x402";

/** A call that carries an authorization to the chain, simulated: the way to settle it now. Fees are in wei. */
export interface PreparedTransaction {
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
  /** What the payer has of the token, base units, and whether it is an account with code. */
  payerUnits: bigint;
  payerKind: PayerKind;
}

export type Checked =
  { readonly ok: true; readonly prepared: PreparedTransaction } | { readonly ok: false; readonly objection: Objection };

/** What became of an attempt to settle. None of it is proof: what the chain shows is. */
export type Attempt =
  /** One of these transactions may carry it, the newest last. */
  | { readonly outcome: "sent"; readonly txHashes: readonly Hex[] }
  /** Nothing was sent, as far as anybody says. */
  | { readonly outcome: "refused"; readonly objection: Objection }
  /** Nothing was sent, because of the service itself; it may be tried again after so many seconds. */
  | { readonly outcome: "unable"; readonly detail: string; readonly retryAfter: number }
  /** Nobody knows. */
  | { readonly outcome: "unknown" };

/** Carries signed payments to the chain: the service's own wallet, or a facilitator. */
export interface Settler {
  /** Whether the payment would settle now; nothing is stored or sent. One batch to a node where it would. Throws `ChainUnavailable`. */
  check(payment: SignedPayment): Promise<Checked>;
  /**
   * Puts the payment on its way, or again on its way; safe to repeat, because an authorization moves money once.
   * @param key names the payment
   * @param prepared what `check` found just now; null where it is asked anew
   */
  send(key: string, payment: SignedPayment, prepared: PreparedTransaction | null): Promise<Attempt>;
  /** Pushes on what waits for its block. */
  advance(): Promise<void>;
}

/** What the chain itself says of authorizations. */
export interface Authorizations {
  /**
   * Whether the token counts it as used or cancelled, and the transaction that did it, null where none is found. The
   * newest half day is searched, and where `sinceSeconds` is given also the half day after that: unix seconds at which
   * it was neither. Throws `ChainUnavailable`, also where `signal` is aborted before the token has answered; a search
   * that is aborted finds nothing.
   */
  use(
    authorization: Pick<Authorization, "token" | "from" | "nonce">,
    sinceSeconds: number | null,
    signal?: AbortSignal,
  ): Promise<{ used: boolean; txHash: Hex | null }>;
}

/** Where the settling stands, for whoever looks after the service. */
export interface SettlementState {
  readonly address: Address;
  readonly wei: bigint;
  readonly pending: number;
  /** What today's payments may still use. */
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
  /** The pool of first attempts that it is paid from; null where the payer has paid before. */
  risk: PayerKind | null;
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
  state: "sent" | Ending;
}

/** How a transaction ended: `lost` where another one has its nonce. */
export type Ending = "succeeded" | "reverted" | "lost";

/** A transaction, how it ended, and what it cost. */
export interface Ended {
  readonly outgoing: Outgoing;
  readonly ending: Ending;
  readonly paidWei: bigint;
}

export type Enqueued =
  | { readonly outcome: "queued"; readonly outgoing: Outgoing }
  | { readonly outcome: "overBudget"; readonly leftWei: bigint }
  /** The part of the day's budget that is for payers without a settled payment is used up. */
  | { readonly outcome: "overRisk" }
  /** As many of this payer's settlements are open as may be. */
  | { readonly outcome: "crowded" }
  /** Too many of this payer's settlements were reverted. */
  | { readonly outcome: "barred" }
  /** This payment's own transaction was reverted; it is not sent again. */
  | { readonly outcome: "reverted" };

/**
 * The settling wallet's books: the one source of its nonces, across all instances. No change holds a lock: each is
 * computed from what was read and written only if nothing changed since, so an instance that dies stops no other one.
 * Throws `StoreUnavailable`.
 */
export interface SettlementStore {
  /** What is under way for this payment, or was. One read. */
  find(key: string): Promise<Outgoing | null>;
  /**
   * Gives the payment a nonce and stores its signed transaction, in one step, so that no nonce is ever without one.
   * A payment that has a living transaction keeps it.
   * @param sign signs the transaction for a nonce; may be called more than once
   */
  enqueue(order: EnqueueOrder, sign: (nonce: number) => Omit<Outgoing, "risk" | "day">): Promise<Enqueued>;
  /** Replaces a transaction by one of the same nonce, which waits then; false where somebody else was faster or the budget does not reach. */
  replace(old: Outgoing, next: Outgoing, budgetWei: bigint): Promise<boolean>;
  /** Records how transactions ended, and gives back what they did not cost. One commit. */
  finish(ended: readonly Ended[], nowMs: number): Promise<void>;
  /** All that have not ended yet, in the order of their nonces. */
  waiting(): Promise<readonly Outgoing[]>;
  /** The transactions that were made for a nonce and those after it, whatever became of them, in the order of their nonces. */
  fromNonce(nonce: number): Promise<readonly Outgoing[]>;
  /** The nonce that the next transaction gets, if the chain knows no higher one. */
  nextNonce(): Promise<number>;
  spentWei(day: string): Promise<bigint>;
}

export interface EnqueueOrder {
  key: string;
  /** Whose authorization it is, and what that risks; null for one that fills a nonce. */
  payer: { readonly address: Address; readonly kind: PayerKind; readonly affordable: number } | null;
  /** The least nonce that is free on the chain. */
  chainNonce: number;
  day: string;
  nowMs: number;
  reservedWei: bigint;
  budgetWei: bigint;
  /** For one that fills a nonce: that nonce. */
  fills?: number;
}
