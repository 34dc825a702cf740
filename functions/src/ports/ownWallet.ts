import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { PayerKind, PayerRecord, Spender } from "../domain/payment/gasRisk";
import type { PreparedTransaction, EscrowCall, RevertName } from "../domain/task/call";
import type { DepositStep, FundingCall, GaslessStep, VerdictStep } from "../domain/task/gasless";
import type { ContractName } from "../domain/workflow/variants";

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

/** Wei for each gas that a transaction offers. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** What a transaction of one of the service's wallets does, and what it offers for it. Fees are in wei. */
export interface Way extends Fees {
  to: Address;
  data: Hex;
  gas: bigint;
  /** The maximum L1 data fee. */
  dataFeeWei: bigint;
}

/** One transaction of the wallet. */
export interface Outgoing extends Omit<Way, "dataFeeWei"> {
  /** Identifies what it is sent for; `fill-{nonce}` for a transaction that only fills a nonce. */
  key: string;
  /** The names of those on whose account it is sent, whose history it becomes. */
  spenders: readonly string[];
  /** The risk pool of first attempts that it uses; null if its payer has paid before, or does not use one. */
  risk: PayerKind | null;
  nonce: number;
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

/** Where a wallet's requests to a deployment go, and the nonce of the next one. */
export interface Forwarding {
  readonly forwarder: Address;
  readonly nonce: bigint;
}

/** A simulated transaction of the relay's wallet. */
export interface PreparedRelay extends Readonly<Way> {
  readonly chainNonce: number;
  readonly walletWei: bigint;
}

/** `stale`: the request's nonce was used, or its deadline has passed. `early`: the one before it is not in a block yet. */
export type Unready = "stale" | "early";

export type RelayCheck =
  | { readonly ok: true; readonly prepared: PreparedRelay }
  /** `gas`: it takes more than the relay pays for. */
  | { readonly ok: false; readonly reason: RevertName | Unready | "gas" };

/** A relayed step; `state` is null until it is mined. */
export interface Relayed {
  readonly txHash: Hex;
  readonly state: Ending | null;
}

export type RelaySent = { readonly outcome: "sent"; readonly relayed: Relayed } | RelayUnsent;

export type RelayUnsent =
  /** Another request of this wallet is pending. */
  | { readonly outcome: "crowded" }
  /** The relay cannot pay now. */
  | { readonly outcome: "unable"; readonly detail: string }
  /** The relay does not pay for this wallet, this task or this request. */
  | { readonly outcome: "refused"; readonly detail: string };

/**
 * Sends the steps that wallets signed, from the service's own wallet. Methods throw `ChainUnavailable` when too few nodes
 * answer or agree, and `StoreUnavailable`.
 */
export interface Relay extends WalletVitals {
  /** Null for a wallet whose code verifies its signatures, and for a deployment that trusts no forwarder. One batch. */
  forwarding(contract: ContractName, wallet: Address): Promise<Forwarding | null>;
  /** Where requests to a deployment go; null if it trusts no forwarder. Asks the chain once. */
  forwarderOf(contract: ContractName): Promise<Address | null>;
  /** Whether an account has code, which then verifies its signatures. */
  hasCode(account: Address): Promise<boolean>;
  /** The EIP-3009 nonce that binds these terms. */
  authorizationNonce(call: FundingCall, salt: Hex): Hex;
  /** The call that calldata makes; null for anything but one of the escrow's steps in its canonical encoding. */
  decode(contract: ContractName, data: Hex): EscrowCall | null;
  /**
   * Whether the signed step would succeed now; nothing is stored or sent.
   * @param since the block of what is known already: no older one refuses the step
   */
  check(step: GaslessStep | DepositStep | VerdictStep, signature: Hex, since?: bigint): Promise<RelayCheck>;
  /** What became of the step with this key, which is sent again if it is pending; null if there is none alive. */
  find(key: string): Promise<Relayed | null>;
  /** The history of a spender, with what is mined by now. */
  spender(name: string): Promise<PayerRecord>;
  /**
   * Why a creation from a deposit would not be sent now; null if it would. Stores and sends nothing.
   */
  refusalOf(key: string, spenders: readonly Spender[]): Promise<RelayUnsent | null>;
  /**
   * Claims the key, sends the transaction and waits a moment for it. The same key is the same transaction.
   * @param mayRepeat whether it is sent once more where its transaction was reverted
   * @param isUnderWay whether it is a step of a task that was started, for which a part of the budget is kept
   */
  send(
    key: string,
    prepared: PreparedRelay,
    own: { spenders: readonly Spender[]; isUnderWay: boolean; mayRepeat?: boolean },
  ): Promise<RelaySent>;
  /** When the step with this key was signed for the chain, if it reverted and this counts against its wallet. Unix milliseconds; one read. */
  revertedSince(key: string): Promise<number | null>;
  /** Takes the revert of the step with this key off its wallet's record, once. */
  forgive(key: string): Promise<boolean>;
  /** Records what is mined, and sends again what is not. */
  advance(): Promise<void>;
}
