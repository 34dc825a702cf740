import { FieldValue, type DocumentReference, type Firestore, type WriteBatch } from "@google-cloud/firestore";
import type { Increments, WalletCounts } from "../../../domain/contribution";
import type { Counters } from "../../../ports/projections";
import { Documents, plain } from "../documents";
import { reaching } from "../faults";
import { pathOf, SUMS_IN } from "../sumDocument";

/** A wallet's counters in `boards/{wallet}`; every write that changes what they count updates them, too. */
export const COUNTERS = new Documents<Partial<WalletCounts> & { readonly told?: number }>(
  SUMS_IN.counters,
  plain("posted", "started", "interested", "completed", "told"),
);

export function firestoreCounters(db: Firestore): Counters {
  return {
    of: (wallet) =>
      reaching(async () => {
        const { told: _told, ...counts } = (await COUNTERS.in(db).doc(wallet).get()).data() ?? {};
        return { posted: 0, started: 0, interested: 0, completed: 0, ...counts };
      }),
  };
}

/**
 * Adds to several wallets' counters. Counters come first in every batch, ordered by path: batches that lock the same
 * documents in different orders would block each other.
 */
export function addToCounters(db: Firestore, batch: WriteBatch, increments: Increments): void {
  for (const [name, fields] of [...increments].sort(([a], [b]) => (a < b ? -1 : 1)))
    addToCountersOf(batch, db.doc(pathOf(name)), fields);
}

/** Adds to one wallet's counters. */
export function addToCountersOf(
  batch: WriteBatch,
  ref: DocumentReference<unknown>,
  fields: Iterable<readonly [string, number]>,
): void {
  const increments = [...fields].map(([name, amount]) => [name, FieldValue.increment(amount)] as const);
  batch.set(ref.withConverter(null), Object.fromEntries(increments), { merge: true });
}
