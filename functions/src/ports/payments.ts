import type { Address } from "../domain/address";
import type { Hex } from "../domain/keccak";
import type { Admission, Demand, Mandate, MandateDay } from "../domain/mandate";
import type { FinalTransfer, Claim, Kept, Lease, NamedPurchase, Payment, Purchase } from "../domain/payment/purchase";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

/** A purchase as read, and the version that fences a write. */
export interface Versioned<T> {
  value: T;
  version: string;
}

export type ClaimResult =
  /** Claimed now by this caller, who holds the lease. */
  | { outcome: "claimed"; purchase: Versioned<Purchase> }
  /** Claimed before, for the same intent and transaction. */
  | { outcome: "resume"; purchase: Versioned<Purchase> }
  | { outcome: "otherTransaction" }
  | { outcome: "named"; intentKey: string }
  | { outcome: "used"; holders: readonly string[] }
  | { outcome: "kept"; reason: Kept; holders: readonly string[] };

/**
 * The store of payments and purchases. Every method is atomic; all throw `StoreUnavailable` when the database does not
 * answer.
 */
export interface Payments {
  /** One read. */
  find(intentKey: string): Promise<Versioned<Purchase> | null>;
  /**
   * What this wallet bought from an endpoint for a body with this digest: the newest answer, or else up to `limit`
   * purchases that are claimed or being settled, newest first. One read where there is an answer.
   */
  bought(payer: Address, endpoint: string, bodyDigest: Hex, limit: number): Promise<Versioned<Purchase>[]>;
  /**
   * What this wallet asked in the purchases that these transactions paid for, by transaction; without those that paid
   * for several, and those that are no longer kept. One query for each 30 transactions.
   */
  questions(payer: Address, txHashes: readonly Hex[]): Promise<ReadonlyMap<Hex, string>>;
  /** What a payer's name stands for. One read. */
  named(key: string): Promise<NamedPurchase | null>;
  /** One payment. One read. */
  payment(key: string): Promise<Payment | null>;
  /**
   * Purchases that are claimed or being settled, claimed within this time (unix milliseconds), oldest first, after a
   * given one.
   */
  unfinished(
    state: "claimed" | "settling",
    range: { readonly fromMs: number; readonly toMs: number },
    limit: number,
    after: Versioned<Purchase> | null,
  ): Promise<Versioned<Purchase>[]>;
  /**
   * Durable when it returns. One round trip if the payment is not contested. Recognises its own write after a lost
   * acknowledgement.
   */
  claim(claim: Claim): Promise<ClaimResult>;
  /** Undoes a claim of which nothing was sent, unless the purchase has changed. */
  unclaim(purchase: Versioned<Purchase>): Promise<void>;
  /** Takes over an expired lease; null if another caller was faster. */
  takeLease(purchase: Versioned<Purchase>, lease: Lease): Promise<Versioned<Purchase> | null>;
  /**
   * Records that the payment was seen on the chain and that its answer is computed under this lease; null if another
   * caller was faster. `given`: whether a request of the payer gets the answer.
   */
  markPaid(
    purchase: Versioned<Purchase>,
    mined: Pick<Payment, "key" | "txHash" | "blockNumber" | "blockHash">,
    lease: Lease,
    given: boolean,
  ): Promise<Versioned<Purchase> | null>;
  /** Records that the payer got the answer; false where the purchase has changed meanwhile. */
  give(purchase: Versioned<Purchase>): Promise<boolean>;
  /** Stores the result; false, without a change, if the lease was lost or the purchase superseded. */
  deliver(purchase: Versioned<Purchase>, result: string, nowMs: number): Promise<boolean>;
  /** Payments whose block was not final when last seen, oldest first, after a given one. */
  pendingFinality(limit: number, after?: Pick<Payment, "key" | "claimedAt"> | null): Promise<Payment[]>;
  /**
   * Payments without a known transaction that are due to be looked for (unix milliseconds), longest due first: up to
   * `limit` undone by a reorg, and as many never seen.
   */
  toLookFor(nowMs: number, limit: number): Promise<Payment[]>;
  /** Schedules the next look for such a payment. */
  lookAgain(key: string, atMs: number): Promise<void>;
  /** Deletes an unsettled payment and the purchase that waits for it; false, without a change, if either has moved on. */
  expire(payment: Pick<Payment, "key" | "intentKey">): Promise<boolean>;
  /** Every payment, with the log index of its transfer if final: for the commands that verify the ledger. */
  stored(): Promise<
    (Pick<Payment, "key" | "txHash" | "finality" | "blockNumber"> & { readonly logIndex: number | null })[]
  >;
  /** Marks a payment that is final on the chain for posting, and stores it where it is unknown. */
  restore(payment: Payment, transfer: FinalTransfer): Promise<void>;
  /**
   * Records the finality of a payment's block, and its transaction if another one contained it. The transfer is null
   * unless final; `lookAt` is when to look for an orphaned one.
   */
  noteFinality(
    key: string,
    found: Pick<Payment, "finality" | "blockNumber" | "blockHash"> &
      Partial<Pick<Payment, "txHash">> & { readonly transfer: FinalTransfer | null; readonly lookAt?: number | null },
  ): Promise<void>;
}

/** The mandates of agents' wallets, and what each was handed out in a day. All throw `StoreUnavailable`. */
export interface Mandates {
  /** One read. */
  find(agent: Address): Promise<Mandate | null>;
  /** An owner's agents for which it has granted a mandate, by address. One read more than the limit. */
  ofOwner(owner: Address, limit: number, cursor: string | null): Promise<Page<Mandate>>;
  /** One read. */
  day(agent: Address, day: string): Promise<MandateDay>;
  /**
   * Stores what `change` makes of the agent's mandate, provided that it has not changed meanwhile; `change` may refuse. One
   * read.
   */
  change(agent: Address, change: (known: Mandate | null) => Mandate, unit?: UnitOfWork): Promise<Mandate>;
  /**
   * Counts steps for the day if `admitStep` admits each of them, in one transaction with the mandate, so that no number of
   * concurrent calls exceeds it. Null if the mandate does not bind any more. Two reads.
   */
  spend(
    agent: Address,
    day: string,
    demands: readonly Demand[],
    admitStep: (mandate: Mandate, day: MandateDay, demand: Demand) => Admission,
  ): Promise<Admission | null>;
}
