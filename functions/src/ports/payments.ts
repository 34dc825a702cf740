import type { Settlement } from "../domain/payment/final";
import type { Claim, Kept, Lease, Payment, Purchase } from "../domain/payment/purchase";

/** A purchase as it was read, and the version that a write can be fenced by. */
export interface Versioned<T> {
  value: T;
  version: string;
}

export type ClaimResult =
  /** Claimed now, by this caller, who holds the lease. */
  | { outcome: "claimed"; purchase: Versioned<Purchase> }
  /** Claimed before, for the same intent and transaction. */
  | { outcome: "resume"; purchase: Versioned<Purchase> }
  | { outcome: "otherTransaction" }
  | { outcome: "otherPayment" }
  | { outcome: "used" }
  | { outcome: "kept"; reason: Kept };

/** Where payments and what they bought are kept. Every method is atomic; all throw `StoreUnavailable` when the database does not answer. */
export interface Payments {
  /** One read. */
  find(intentKey: string): Promise<Versioned<Purchase> | null>;
  /** Durable when it returns. One round trip where nobody contests the payment. Recognises its own write after a lost acknowledgement. */
  claim(claim: Claim): Promise<ClaimResult>;
  /** Takes over a lapsed lease; null when somebody else was faster. */
  takeLease(purchase: Versioned<Purchase>, lease: Lease): Promise<Versioned<Purchase> | null>;
  /** The payment is seen on the chain and its answer can be computed, under this lease; null when somebody else was faster. */
  settle(
    purchase: Versioned<Purchase>,
    mined: Pick<Payment, "key" | "txHash" | "blockNumber" | "blockHash">,
    lease: Lease,
  ): Promise<Versioned<Purchase> | null>;
  /** Stores the result; false when the lease was lost or the purchase superseded, and then nothing is stored. */
  deliver(purchase: Versioned<Purchase>, result: string, nowMs: number): Promise<boolean>;
  /** Payments whose block was not final when last seen, the oldest first; those after a given one. */
  pendingFinality(limit: number, after?: Pick<Payment, "key" | "claimedAt"> | null): Promise<Payment[]>;
  /** Payments that nothing is known to carry, and that are to be looked for by now (unix milliseconds): up to `limit` that a reorg undid, and as many that never were seen. */
  toLookFor(nowMs: number, limit: number): Promise<Payment[]>;
  /** Has such a payment looked for at that time. */
  lookAgain(key: string, atMs: number): Promise<void>;
  /** Every payment, with the position of its transfer in its block where it is final: for the commands that check the books. */
  stored(): Promise<(Pick<Payment, "key" | "txHash" | "finality"> & { readonly logIndex: number | null })[]>;
  /** A payment that is final on the chain waits to be booked, under the key that it is stored under; `formerKey` is an earlier release's. */
  restore(payment: Payment, formerKey: string | null, settlement: Settlement): Promise<void>;
  /**
   * Records what became of a payment's block, and its transaction where another one carried it. The settlement is null
   * unless it is final; `lookAt` says when one that is orphaned is looked for.
   */
  settleFinality(
    key: string,
    found: Pick<Payment, "finality" | "blockNumber" | "blockHash"> &
      Partial<Pick<Payment, "txHash">> & { readonly settlement: Settlement | null; readonly lookAt?: number | null },
  ): Promise<void>;
}
