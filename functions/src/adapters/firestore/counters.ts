import { FieldValue, type DocumentReference, type Firestore, type WriteBatch } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import type { Increments } from "../../domain/contribution/increments";
import type { Counters } from "../../ports/counters";
import { reaching } from "./faults";

/** Counters in `boards/{wallet}`; every write that changes what they count updates them, too. */
export function firestoreCounters(db: Firestore): Counters {
  return {
    of: (wallet) =>
      reaching(async () => {
        const doc = await countersRef(db, wallet).get();
        const count = (name: string) => Number(doc.get(name) ?? 0);
        return {
          posted: count("posted"),
          started: count("started"),
          interested: count("interested"),
          completed: count("completed"),
        };
      }),
  };
}

export function countersRef(db: Firestore, wallet: Address): DocumentReference {
  return db.collection("boards").doc(wallet);
}

/**
 * Adds to several wallets' counters. Counters come first in every batch, ordered by path: batches that lock the same
 * documents in different orders would block each other.
 */
export function addToCounters(db: Firestore, batch: WriteBatch, increments: Increments): void {
  for (const [path, fields] of [...increments].sort(([a], [b]) => (a < b ? -1 : 1)))
    addToCountersOf(batch, db.doc(path), fields);
}

/** Adds to one wallet's counters. */
export function addToCountersOf(
  batch: WriteBatch,
  ref: DocumentReference,
  fields: Iterable<readonly [string, number]>,
): void {
  batch.set(ref, Object.fromEntries([...fields].map(([name, amount]) => [name, FieldValue.increment(amount)])), {
    merge: true,
  });
}
