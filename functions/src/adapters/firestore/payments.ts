import {
  FieldPath,
  Timestamp,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Query,
} from "@google-cloud/firestore";
import { deliveredEvents, paymentChange, settledEvents } from "../../domain/events/paymentEvents";
import type { Payment, Purchase } from "../../domain/payment/purchase";
import type { Payments, Versioned } from "../../ports/payments";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { claimPayment, parseVersion, purchaseIn, versioned } from "./claims";
import { firestoreEventLog } from "./eventLog";
import { reaching, unlessConflict } from "./faults";
import { PAYMENTS, PURCHASE_NAMES, PURCHASES, type StoredPayment } from "./paymentDocuments";
import { batchOf, deleteUnchanged, putUnchanged, type Write } from "./unitOfWork";

type PaymentDoc = DocumentSnapshot<StoredPayment>;

/** For reading all payments at once. */
const ALL_MS = 120_000;
/** Tries of a write that certainly was not made. */
const ATTEMPTS = 3;

/**
 * Payments and what they bought, and the events that tell their payers. An answer that is paid for does not wait until its
 * events are published.
 */
export function firestorePayments(db: Firestore, log = firestoreEventLog(db)): Payments {
  const purchaseRef = (intentKey: string) => PURCHASES.in(db).doc(intentKey);
  const payments = PAYMENTS.in(db);
  const paymentRef = (key: string) => payments.doc(key);
  const namesOf = async (intentKey: string) =>
    (await PURCHASE_NAMES.in(db).where("intentKey", "==", intentKey).get()).docs;

  return {
    find: (intentKey) => reaching(async () => purchaseIn(await purchaseRef(intentKey).get())),

    bought: (payer, endpoint, bodyDigest, limit) =>
      reaching(async () => {
        const newest = async (states: readonly Purchase["state"][], most: number) => {
          const { docs } = await PURCHASES.in(db)
            .where("payer", "==", payer)
            .where("endpoint", "==", endpoint)
            .where("bodyDigest", "==", bodyDigest)
            .where("state", "in", states)
            .orderBy("claimedAt", "desc")
            .limit(most)
            .get();
          return docs.flatMap((doc) => purchaseIn(doc) ?? []);
        };
        const delivered = await newest(["delivered"], 1);
        return delivered.length > 0 ? delivered : newest(["claimed", "settling"], limit);
      }),

    named: (key) => reaching(async () => (await PURCHASE_NAMES.in(db).doc(key).get()).data() ?? null),

    payment: async (key) => (await read(key)).data() ?? null,

    unfinished: (state, { fromMs, toMs }, limit, after) =>
      reaching(async () => {
        const all = PURCHASES.in(db)
          .where("state", "==", state)
          .where("claimedAt", ">=", Timestamp.fromMillis(fromMs))
          .where("claimedAt", "<=", Timestamp.fromMillis(toMs))
          .orderBy("claimedAt")
          .orderBy(FieldPath.documentId())
          .limit(limit);
        const { docs } = await (
          after ? all.startAfter(Timestamp.fromMillis(after.value.claimedAt), after.value.intentKey) : all
        ).get();
        return docs.flatMap((doc) => purchaseIn(doc) ?? []);
      }),

    async claim(claim) {
      const result = await claimPayment(db, log, claim);
      if (result.outcome === "claimed") void log.publishQuietly();
      return result;
    },

    async unclaim({ value: { intentKey, paymentKey }, version }) {
      await unlessConflict(async () => {
        const names = await namesOf(intentKey);
        const batch = db.batch();
        batch.delete(purchaseRef(intentKey), { lastUpdateTime: parseVersion(version) });
        batch.delete(paymentRef(paymentKey));
        for (const { ref } of names) batch.delete(ref);
        await batch.commit();
      });
    },

    takeLease(purchase, lease) {
      return fenced(purchase, { lease }, { ...purchase.value, lease });
    },

    async settle(purchase, { key, ...mined }, lease, given) {
      const change = { state: "claimed" as const, txHash: mined.txHash, lease, given };
      return fenced(purchase, change, { ...purchase.value, ...change }, async () => {
        const found = { finality: "pending" as const, ...mined };
        return paymentWrites(await read(key), found, PAYMENTS.some(found));
      });
    },

    // Not fenced like the others: nothing in the record distinguishes this request's write from another one's.
    give: ({ value: { intentKey }, version }) =>
      unlessConflict(() => purchaseRef(intentKey).update({ given: true }, { lastUpdateTime: parseVersion(version) })),

    async deliver(purchase, result, nowMs) {
      const told = { added: deliveredEvents(purchase.value, nowMs), removed: [] };
      const stored = await fenced(
        purchase,
        { state: "delivered", result, deliveredAt: Timestamp.fromMillis(nowMs) },
        { ...purchase.value, state: "delivered", result },
        async (isFirst) => (isFirst ? log.writesForChange(told) : log.checkedWritesFor(told)),
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
        const due = (finality: Payment["finality"]) =>
          payments
            .where("finality", "==", finality)
            .where("lookAt", "<=", Timestamp.fromMillis(nowMs))
            .orderBy("lookAt")
            .limit(limit)
            .get();
        const [orphaned, unsettled] = await Promise.all([due("orphaned"), due("unsettled")]);
        return [...orphaned.docs, ...unsettled.docs].map((doc) => doc.data());
      }),

    lookAgain: (key, atMs) =>
      reaching(async () => void (await paymentRef(key).update({ lookAt: Timestamp.fromMillis(atMs) }))),

    async expire({ key, intentKey }) {
      const [payment, purchase, names] = await reaching(() =>
        Promise.all([paymentRef(key).get(), purchaseRef(intentKey).get(), namesOf(intentKey)]),
      );
      if (payment.data()?.finality !== "unsettled") return false;
      if (purchase.exists && purchase.data()?.state !== "settling") return false;
      const docs: DocumentSnapshot<unknown>[] = [payment, purchase, ...names].filter(({ exists }) => exists);
      return unlessConflict(() => batchOf(db, docs.map(deleteUnchanged)).commit());
    },

    stored: () =>
      reaching(async () => {
        const all = payments.select("key", "txHash", "finality", "blockNumber", "logIndex") as Query<StoredPayment>;
        const { docs } = await all.get();
        return docs.map((doc) => {
          const { key, txHash, finality, blockNumber, logIndex = null } = doc.data();
          return { key, txHash, finality, blockNumber, logIndex };
        });
      }, ALL_MS),

    restore: (payment, settlement) =>
      changed(async () => {
        const doc = await read(payment.key);
        const { txHash, blockHash, blockNumber, finality } = payment;
        const found = { txHash, blockHash, blockNumber, finality };
        const whole = doc.exists
          ? PAYMENTS.some({ ...found, ...settlement })
          : PAYMENTS.toFirestore({ ...payment, ...settlement });
        return paymentWrites(doc, doc.exists ? found : payment, { ...whole, unbooked: true });
      }),

    settleFinality: (key, { settlement, lookAt, ...found }) =>
      changed(async () => {
        const look = lookAt ? { lookAt: Timestamp.fromMillis(lookAt) } : {};
        const fields = PAYMENTS.some({ ...found, ...settlement });
        const doc = await read(key);
        if (!doc.exists) throw new Error("a payment is missing");
        return paymentWrites(doc, found, { ...fields, ...(settlement && { unbooked: true }), ...look });
      }),
  };

  function read(key: string): Promise<PaymentDoc> {
    return reaching(() => paymentRef(key).get());
  }

  /** The writes of these fields of a payment, and of the events of the change. */
  async function paymentWrites(doc: PaymentDoc, change: Partial<Payment>, fields: DocumentData): Promise<Write[]> {
    const before = doc.data() ?? null;
    const after = { ...before, ...change } as Payment;
    const [event] = settledEvents(after);
    const isFinal = event && after.finality === "final" && before?.finality !== "final";
    return [
      putUnchanged(doc, fields),
      ...(await log.checkedWritesFor(paymentChange(before, after))),
      ...(isFinal ? await log.finalWritesFor(event) : []),
    ];
  }

  /** Commits writes that depend on what was read, again if that changed meanwhile. */
  async function changed(writes: () => Promise<readonly Write[]>): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const all = await writes();
      if (!(await unlessConflict(() => batchOf(db, all).commit()))) continue;
      if (all.length > 1) await log.publishQuietly();
      return;
    }
    throw new StoreUnavailable(new Error("a payment changes too often"));
  }

  /** An update that happens only if the purchase is unchanged since it was read; null otherwise. */
  async function fenced(
    { value, version }: Versioned<Purchase>,
    change: Record<string, unknown>,
    next: Purchase,
    more?: (isFirst: boolean) => Promise<readonly Write[]>,
  ): Promise<Versioned<Purchase> | null> {
    const ref = purchaseRef(value.intentKey);
    for (let attempt = 1; ; attempt++) {
      try {
        const unchanged: Write = (batch) => batch.update(ref, change, { lastUpdateTime: parseVersion(version) });
        const writes = [unchanged, ...((await more?.(attempt === 1)) ?? [])];
        const [written] = await reaching(() => batchOf(db, writes).commit());
        if (!written) throw new Error("a commit of writes acknowledged none");
        if (writes.length > 1) void log.publishQuietly();
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
