import {
  FieldPath,
  Timestamp,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type DocumentReference,
  type WriteBatch,
} from "@google-cloud/firestore";
import { dayOf } from "../../../domain/time";
import { deliveredEvents, paymentChange, settledEvents } from "../../../domain/events/paymentEvents";
import {
  decideClaim,
  TAKE_BACK_INTERVAL_MS,
  nextLook,
  KEPT_MS,
  type Payment,
  type Purchase,
  type Claim,
  type FinalPayment,
  type FinalTransfer,
  type NamedPurchase,
} from "../../../domain/payment/purchase";
import { questionIn } from "../../../domain/payment/question";
import type { Hex } from "../../../domain/keccak";
import type { Payments, Versioned, ClaimResult } from "../../../ports/payments";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { decimal, Documents, plain, time } from "../documents";
import { firestoreEventLog, type FirestoreEventLog } from "../events/eventLog";
import { reaching, unlessConflict } from "../faults";
import { batchOf, deleteUnchanged, putUnchanged, type Write } from "../unitOfWork";

type PaymentDoc = DocumentSnapshot<StoredPayment>;

/** For reading all payments at once. */
const ALL_MS = 120_000;
/** Values of one `in`, as Firestore takes them. */
const MAX_IN = 30;
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

    questions: (payer, txHashes) =>
      reaching(async () => {
        const parts = Array.from({ length: Math.ceil(txHashes.length / MAX_IN) }, (_, at) =>
          txHashes.slice(at * MAX_IN, (at + 1) * MAX_IN),
        );
        const asked = (part: readonly Hex[]) => {
          const all = PURCHASES.in(db).where("payer", "==", payer).where("txHash", "in", part);
          return (all.select("txHash", "body") as Query<Purchase>).get();
        };
        const found = await Promise.all(parts.map(asked));
        const bodies = new Map<Hex, string[]>();
        for (const { docs } of found)
          for (const doc of docs) {
            const { txHash, body } = doc.data();
            bodies.set(txHash, [...(bodies.get(txHash) ?? []), body]);
          }
        return new Map(
          [...bodies].flatMap(([txHash, [body, ...others]]) =>
            body === undefined || others.length > 0
              ? []
              : [[txHash, questionIn(JSON.parse(body) as Record<string, unknown>)] as const],
          ),
        );
      }),

    named: (key) => PURCHASE_NAMES.find(db, key),

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

    async markPaid(purchase, { key, ...mined }, lease, given) {
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

    restore: (payment, transfer) =>
      changed(async () => {
        const doc = await read(payment.key);
        const { txHash, blockHash, blockNumber, finality } = payment;
        const found = { txHash, blockHash, blockNumber, finality };
        const whole = doc.exists
          ? PAYMENTS.some({ ...found, ...transfer })
          : PAYMENTS.toFirestore({ ...payment, ...transfer });
        return paymentWrites(doc, doc.exists ? found : payment, { ...whole, unbooked: true });
      }),

    noteFinality: (key, { transfer, lookAt, ...found }) =>
      changed(async () => {
        const look = lookAt ? { lookAt: Timestamp.fromMillis(lookAt) } : {};
        const fields = PAYMENTS.some({ ...found, ...transfer });
        const doc = await read(key);
        if (!doc.exists) throw new Error("a payment is missing");
        return paymentWrites(doc, found, { ...fields, ...(transfer && { unbooked: true }), ...look });
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

/** Claims a payment for a purchase: see `Payments.claim`. */
async function claimPayment(db: Firestore, log: FirestoreEventLog, claim: Claim): Promise<ClaimResult> {
  const { candidates, names = [] } = claim;
  const purchaseRef = PURCHASES.in(db).doc(claim.purchase.intentKey);
  const paymentRef = (key: string) => PAYMENTS.in(db).doc(key);
  const nameRef = (key: string) => PURCHASE_NAMES.in(db).doc(key);
  const nameOf = (until: number) => ({ intentKey: claim.purchase.intentKey, until });
  const [first] = candidates;
  if (!first) return { outcome: "used", holders: [] };
  try {
    // The common case in one round trip: neither record exists.
    const batch = db.batch();
    batch.create(purchaseRef, bind(claim.purchase, first));
    batch.create(paymentRef(first.key), first);
    for (const { key, until } of names) batch.create(nameRef(key), nameOf(until));
    for (const add of log.writesForChange(paymentChange(null, first))) add(batch);
    const [written] = await reaching(() => batch.commit());
    if (!written) throw new Error("a commit of writes acknowledged none");
    return { outcome: "claimed", purchase: versioned(bind(claim.purchase, first), written.writeTime) };
  } catch {
    // Contested, or the acknowledgement was lost: what is stored decides. A claim that this
    // very call wrote is known by its lease.
    return reaching(contest);
  }

  /** The claim as a transaction: reads everything it depends on, decides, writes. */
  async function contest(): Promise<ClaimResult> {
    const { claimedAt } = claim.purchase;
    const payer = candidates.find(({ binding }) => binding === "signed")?.payer;
    const takeBackRef = payer === undefined ? null : TAKE_BACKS.in(db).doc(payer);
    const dayRef = TAKE_BACK_DAYS.in(db).doc(dayOf(claimedAt / 1000));
    const paymentRefs = candidates.map(({ key }) => paymentRef(key));
    const outcome = await db.runTransaction(async (transaction) => {
      const refs: unknown[] = [purchaseRef, ...paymentRefs, ...(takeBackRef ? [takeBackRef, dayRef] : [])];
      refs.push(...names.map(({ key }) => nameRef(key)));
      const docs = new Map<string, DocumentSnapshot<unknown>>();
      for (const doc of await transaction.getAll(...(refs as DocumentReference[]))) docs.set(doc.ref.path, doc);
      const at = <T>(ref: DocumentReference<T> | null) =>
        (ref ? docs.get(ref.path) : undefined) as DocumentSnapshot<T> | undefined;
      const stored = (key: string) => at(paymentRef(key))?.data() ?? null;
      const purchaseDoc = at(purchaseRef);
      const purchase = purchaseDoc ? purchaseIn(purchaseDoc) : null;
      const takeBacksToday = at(dayRef)?.data()?.count ?? 0;
      const decision = decideClaim(claim, {
        purchase: purchase?.value ?? null,
        payments: candidates.map(({ key }) => stored(key)),
        named: names.map(({ key }) => at(nameRef(key))?.data() ?? null),
        lastTakeBackAt: at(takeBackRef)?.data()?.at ?? null,
        takeBacksToday,
      });
      if (decision.outcome === "take" || decision.outcome === "takeBack") {
        const { payment } = decision;
        const told = await log.checkedWritesFor(paymentChange(stored(payment.key), payment));
        // A transaction has the methods of a batch.
        for (const add of told) add(transaction as unknown as WriteBatch);
        transaction.set(purchaseRef, bind(claim.purchase, payment));
        // Regardless of what it buys now, its final position on the chain is known.
        transaction.set(paymentRef(payment.key), payment, { merge: true });
        for (const { key, until } of names) transaction.set(nameRef(key), nameOf(until));
      }
      if (decision.outcome === "takeBack") {
        const { payer: owner, txHash } = decision.payment;
        const expireAt = claimedAt + TAKE_BACK_INTERVAL_MS;
        transaction.update(PURCHASES.in(db).doc(decision.supersede), { state: "superseded", result: null });
        transaction.set(TAKE_BACKS.in(db).doc(owner), { at: claimedAt, txHash, expireAt });
        transaction.set(dayRef, { count: takeBacksToday + 1, expireAt });
      }
      return { decision, purchase };
    });
    const { decision } = outcome;
    if (decision.outcome !== "take" && decision.outcome !== "takeBack" && decision.outcome !== "resume")
      return decision;
    const stored = decision.outcome === "resume" ? outcome.purchase : purchaseIn(await purchaseRef.get());
    if (!stored) throw new Error("a purchase that was just written is missing");
    const mine = stored.value.lease.owner === claim.purchase.lease.owner;
    return { outcome: mine ? "claimed" : "resume", purchase: stored };
  }
}

/** A purchase as read, or null where there is none. */
function purchaseIn(doc: DocumentSnapshot<Purchase>): Versioned<Purchase> | null {
  const value = doc.data();
  return value && doc.updateTime ? versioned(value, doc.updateTime) : null;
}

function versioned<T>(value: T, written: Timestamp): Versioned<T> {
  return { value, version: `${written.seconds}.${written.nanoseconds}` };
}

/** When a version was written. */
function parseVersion(version: string): Timestamp {
  const [seconds = "0", nanoseconds = "0"] = version.split(".");
  return new Timestamp(Number(seconds), Number(nanoseconds));
}

function bind(purchase: Claim["purchase"], payment: Payment): Purchase {
  return { ...purchase, paymentKey: payment.key, payer: payment.payer };
}

/** What an intent bought, in `purchases/{intentKey}`. */
const PURCHASES = new Documents<Purchase>(
  "purchases",
  {
    ...plain("intentKey", "endpoint", "body", "bodyDigest", "txHash", "paymentKey", "payer", "payloadDigest"),
    ...plain("state", "lease", "result", "given"),
    claimedAt: time,
  },
  { expireAt: ({ claimedAt }) => Timestamp.fromMillis(claimedAt + KEPT_MS) },
);

/** A payment with its transfer, once that is final. */
type StoredPayment = Payment & Partial<FinalTransfer>;

/**
 * What a transfer was used for, in `payments/{key}`. Payments that moved money are kept, so that none buys twice. One that
 * has become final has `unbooked: true` until it is posted; one without a known transaction is looked for at `lookAt`.
 */
export const PAYMENTS = new Documents<StoredPayment>(
  "payments",
  {
    ...plain("key", "intentKey", "binding", "payer", "recipient", "token", "txHash", "blockHash", "finality"),
    ...plain("logIndex", "minedAt", "validBefore"),
    amountUsdcUnits: decimal,
    blockNumber: decimal,
    claimedAt: time,
  },
  {
    lookAt: (payment) =>
      payment.finality === "unsettled" ? Timestamp.fromMillis(nextLook(payment, payment.claimedAt)) : undefined,
  },
);

/** What a payer's name for a purchase stands for, in `purchaseNames/{key}`. */
const PURCHASE_NAMES = new Documents<NamedPurchase>(
  "purchaseNames",
  { ...plain("intentKey"), until: time },
  { expireAt: ({ until }) => Timestamp.fromMillis(until) },
);

/** The latest payment that a payer took back from a copyist, in `takeBacks/{payer}`. */
const TAKE_BACKS = new Documents<{ at: number; txHash: string; expireAt: number }>("takeBacks", {
  ...plain("txHash"),
  at: time,
  expireAt: time,
});

/** How many payments were taken back in a day, in `takeBacks/{day}`. */
const TAKE_BACK_DAYS = new Documents<{ count: number; expireAt: number }>("takeBacks", {
  ...plain("count"),
  expireAt: time,
});

/** The payment of a document that is final, or null. */
export function finalPaymentIn(stored: StoredPayment | undefined): FinalPayment | null {
  if (stored?.minedAt === undefined) return null;
  const { payer, amountUsdcUnits, txHash, blockNumber, recipient, logIndex, minedAt } = stored as Payment &
    FinalTransfer;
  return { payer, amountUsdcUnits, txHash, blockNumber, recipient, logIndex, minedAt };
}
