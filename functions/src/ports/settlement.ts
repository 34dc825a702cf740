import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Authorization, Objection } from "../domain/payment/authorization";
import type { PayerKind } from "../domain/payment/gasRisk";
import type { SignedPayment } from "../domain/payment/x402";

/** A simulated call that submits an authorization to the chain: the way to settle it now. Fees are in wei. */
export interface PreparedSettlement {
  to: Address;
  data: Hex;
  gas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  /** The maximum L1 data fee. */
  dataFeeWei: bigint;
  /** The sender's next nonce and ether balance on the chain. */
  nonce: number;
  walletWei: bigint;
  /** The payer's token balance in base units, and whether the payer is an account with code. */
  payerUnits: bigint;
  payerKind: PayerKind;
}

export type Checked =
  { readonly ok: true; readonly prepared: PreparedSettlement } | { readonly ok: false; readonly objection: Objection };

/** The result of an attempt to settle. It proves nothing: only the chain does. */
export type Attempt =
  /** One of these transactions may contain it, latest last. */
  | { readonly outcome: "sent"; readonly txHashes: readonly Hex[] }
  /** Nothing was sent, as far as known. */
  | { readonly outcome: "refused"; readonly objection: Objection }
  /** Nothing was sent, because of the service itself; it may be tried again after so many seconds. */
  | { readonly outcome: "unable"; readonly detail: string; readonly retryAfter: number }
  /** Unknown. */
  | { readonly outcome: "unknown" };

/** Submits signed payments to the chain: the service's own wallet, or a facilitator. */
export interface Settler {
  /**
   * Whether the payment would settle now; nothing is stored or sent. One batch to a node if it would. Throws
   * `ChainUnavailable`.
   */
  check(payment: SignedPayment): Promise<Checked>;
  /**
   * Submits the payment, or resubmits it; safe to repeat, because an authorization moves money only once.
   * @param key identifies the payment
   * @param prepared the result of a recent `check`; null to check again
   */
  send(key: string, payment: SignedPayment, prepared: PreparedSettlement | null): Promise<Attempt>;
  /** Advances pending settlements. */
  advance(): Promise<void>;
}

/** The state of authorizations on the chain. */
export interface Authorizations {
  /**
   * Whether the token considers it used or cancelled, and the transaction that did so, or null if none is found.
   * Searches the last half day and, if given, the half day after `sinceSeconds`: unix seconds at which it was neither.
   * Throws `ChainUnavailable`, also if `signal` is aborted before the token has answered; an aborted search finds
   * nothing.
   */
  use(
    authorization: Pick<Authorization, "token" | "from" | "nonce">,
    sinceSeconds: number | null,
    signal?: AbortSignal,
  ): Promise<{ used: boolean; txHash: Hex | null }>;
}

/** The state of settlement, for operators. */
export interface SettlementState {
  readonly address: Address;
  readonly wei: bigint;
  readonly pending: number;
  /** What today's payments may still use. */
  readonly budgetLeftWei: bigint;
}

/** The state of the settling wallet. Throws `ChainUnavailable`, `StoreUnavailable`. */
export interface SettlementVitals {
  state(): Promise<SettlementState>;
}

/** One transaction of the settling wallet. */
export interface Outgoing {
  /** Identifies the payment; `fill-{nonce}` for a transaction that only fills a nonce. */
  key: string;
  /** The payer of its authorization; null if it only fills a nonce. */
  payer: Address | null;
  /** The risk pool of first attempts that it uses; null if the payer has paid before. */
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
  /** Its share of the day's budget: the maximum cost until mined, then the actual cost. */
  reservedWei: bigint;
  day: string;
  /** Unix milliseconds. */
  signedAt: number;
  state: "sent" | Ending;
}

/** How a transaction ended: `lost` if another transaction has its nonce. */
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
  /** As many of this payer's settlements are open as may be. */
  | { readonly outcome: "crowded" }
  /** Too many of this payer's settlements were reverted. */
  | { readonly outcome: "barred" }
  /** This payment's own transaction was reverted; it is not sent again. */
  | { readonly outcome: "reverted" };

/**
 * The settling wallet's store: the single source of its nonces across all instances. Changes take no locks: each is
 * computed from what was read and written only if nothing changed since, so a crashed instance does not block others.
 * Throws `StoreUnavailable`.
 */
export interface SettlementStore {
  /** The current or former transaction of this payment. One read. */
  find(key: string): Promise<Outgoing | null>;
  /**
   * Assigns a nonce to the payment and stores its signed transaction in one step, so that every nonce has one. A payment
   * with a pending transaction keeps it.
   * @param sign signs the transaction for a nonce; may be called more than once
   */
  enqueue(order: EnqueueOrder, sign: (nonce: number) => Omit<Outgoing, "risk" | "day">): Promise<Enqueued>;
  /**
   * Replaces a transaction by a pending one with the same nonce; false if another instance was faster or the budget is
   * insufficient.
   */
  replace(old: Outgoing, next: Outgoing, budgetWei: bigint): Promise<boolean>;
  /** Records how transactions ended and releases the unspent budget. One commit. */
  finish(ended: readonly Ended[], nowMs: number): Promise<void>;
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
  /** The payer and the risk; null for a transaction that fills a nonce. */
  payer: { readonly address: Address; readonly kind: PayerKind; readonly affordable: number } | null;
  /** The lowest free nonce on the chain. */
  chainNonce: number;
  day: string;
  nowMs: number;
  reservedWei: bigint;
  budgetWei: bigint;
  /** The nonce to fill, if it only fills one. */
  fills?: number;
}
