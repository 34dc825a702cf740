import type { DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";

/**
 * Reads as of the moment that a document was read at; nothing is locked.
 *
 * The moment is given because a read-only transaction without one leaves a rejection unhandled where its first read
 * fails, and that ends the process.
 */
export function atMoment<T>(
  db: Firestore,
  { readTime }: DocumentSnapshot,
  read: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return db.runTransaction(read, { readOnly: true, readTime });
}
