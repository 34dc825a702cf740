import { FieldValue, type DocumentReference, type Firestore, type WriteBatch } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import type { Increments } from "../../domain/contribution/increments";
import type { Counters } from "../../ports/counters";
import { reaching } from "./faults";

/** Counts in `boards/{wallet}`; whoever changes what is counted adds to them in the same write. */
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
 * Adds to the boards, each in one write. Boards come first in every batch, and in the order of their paths: batches that
 * lock the same documents in different orders wait for each other.
 */
export function addToCounters(db: Firestore, batch: WriteBatch, increments: Increments): void {
  for (const [path, fields] of [...increments].sort(([a], [b]) => (a < b ? -1 : 1)))
    addToCountersOf(batch, db.doc(path), fields);
}

/** Adds to one board. */
export function addToCountersOf(
  batch: WriteBatch,
  ref: DocumentReference,
  fields: Iterable<readonly [string, number]>,
): void {
  batch.set(ref, Object.fromEntries([...fields].map(([name, amount]) => [name, FieldValue.increment(amount)])), {
    merge: true,
  });
}
