import { FieldPath, Timestamp, type Firestore, type Query } from "@google-cloud/firestore";
import type { Payment, Purchase } from "../../domain/payment/purchase";
import type { Payments, Versioned } from "../../ports/payments";
import { claimPayment, purchaseIn, versioned } from "./claims";
import { reaching } from "./faults";
import { PAYMENTS, PURCHASES, type StoredPayment } from "./paymentDocuments";
import { scheduleUnscheduled } from "./unscheduledLooks";

/** For reading all payments at once. */
const ALL_MS = 120_000;
/** Tries of a write that certainly was not made. */
const ATTEMPTS = 3;

/** Payments and what they bought. */
export function firestorePayments(db: Firestore): Payments {
  const purchaseRef = (intentKey: string) => PURCHASES.in(db).doc(intentKey);
  const payments = PAYMENTS.in(db);
  const paymentRef = (key: string) => payments.doc(key);

  return {
    find: (intentKey) => reaching(async () => purchaseIn(await purchaseRef(intentKey).get())),

    claim: (claim) => claimPayment(db, claim),

    takeLease(purchase, lease) {
      return fenced(purchase, { lease }, { ...purchase.value, lease });
    },

    async settle(purchase, { key, txHash, blockNumber, blockHash }, lease) {
      // The payment first: a purchase that is settled has one, regardless of what happens in between.
      await reaching(() =>
        paymentRef(key).update(PAYMENTS.some({ finality: "pending", txHash, blockHash, blockNumber })),
      );
      const change = { state: "claimed" as const, txHash, lease };
      return fenced(purchase, change, { ...purchase.value, ...change });
    },

    async deliver(purchase, result, nowMs) {
      const stored = await fenced(
        purchase,
        { state: "delivered", result, deliveredAt: Timestamp.fromMillis(nowMs) },
        { ...purchase.value, state: "delivered", result },
      );
      return stored !== null;
    },

    pendingFinality: (limit, after) =>
      reaching(async () => {
        const pending = payments
          .where("finality", "==", "pending")
          .orderBy("claimedAt")
          .orderBy(FieldPath.documentId())
          .limit(limit);
        return (
          await (after ? pending.startAfter(Timestamp.fromMillis(after.claimedAt), after.key) : pending).get()
        ).docs.map((doc) => doc.data());
      }),

    toLookFor: (nowMs, limit) =>
      reaching(async () => {
        const due = async (finality: Payment["finality"]) => {
          await scheduleUnscheduled(db, finality, nowMs, limit);
          return payments
            .where("finality", "==", finality)
            .where("lookAt", "<=", Timestamp.fromMillis(nowMs))
            .orderBy("lookAt")
            .limit(limit)
            .get();
        };
        const [orphaned, unsettled] = await Promise.all([due("orphaned"), due("unsettled")]);
        return [...orphaned.docs, ...unsettled.docs].map((doc) => doc.data());
      }),

    lookAgain: (key, atMs) =>
      reaching(async () => void (await paymentRef(key).update({ lookAt: Timestamp.fromMillis(atMs) }))),

    stored: () =>
      reaching(async () => {
        const all = payments.select("key", "txHash", "finality", "logIndex") as Query<StoredPayment>;
        const { docs } = await all.get();
        return docs.map((doc) => {
          const { key, txHash, finality, logIndex = null } = doc.data();
          return { key, txHash, finality, logIndex };
        });
      }, ALL_MS),

    restore: (payment, formerKey, settlement) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const refs = [paymentRef(payment.key), ...(formerKey === null ? [] : [paymentRef(formerKey)])];
          const known = (await transaction.getAll(...refs)).find(({ exists }) => exists);
          const { txHash, blockHash, blockNumber, finality } = payment;
          const found = PAYMENTS.some({ txHash, blockHash, blockNumber, finality, ...settlement });
          const whole = { ...PAYMENTS.toFirestore({ ...payment, ...settlement }), unbooked: true };
          if (known) transaction.update(known.ref, { ...found, unbooked: true });
          else transaction.create(paymentRef(payment.key).withConverter(null), whole);
        }),
      ),

    settleFinality: (key, { settlement, lookAt, ...found }) =>
      reaching(async () => {
        const look = lookAt ? { lookAt: Timestamp.fromMillis(lookAt) } : {};
        const fields = PAYMENTS.some({ ...found, ...settlement });
        await paymentRef(key).update({ ...fields, ...(settlement && { unbooked: true }), ...look });
      }),
  };

  /** An update that happens only if the purchase is unchanged since it was read; null otherwise. */
  async function fenced(
    { value, version }: Versioned<Purchase>,
    change: Record<string, unknown>,
    next: Purchase,
  ): Promise<Versioned<Purchase> | null> {
    const ref = purchaseRef(value.intentKey);
    for (let attempt = 1; ; attempt++) {
      try {
        const written = await reaching(() => ref.update(change, { lastUpdateTime: parseVersion(version) }));
        return versioned(next, written.writeTime);
      } catch (error) {
        // Perhaps it was written all the same: the acknowledgement was lost, or the library sent it twice.
        const stored = purchaseIn(await reaching(() => ref.get()));
        if (stored?.version !== version) return stored && isSame(stored.value, next) ? stored : null;
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }
}

/** True where a stored purchase is what a write would have made of it. */
function isSame({ lease, state }: Purchase, next: Purchase): boolean {
  return lease.owner === next.lease.owner && lease.until === next.lease.until && state === next.state;
}

function parseVersion(version: string): Timestamp {
  const [seconds = "0", nanoseconds = "0"] = version.split(".");
  return new Timestamp(Number(seconds), Number(nanoseconds));
}
