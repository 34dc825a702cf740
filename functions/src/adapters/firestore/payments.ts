import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from "@google-cloud/firestore";
import { FieldPath, Timestamp } from "@google-cloud/firestore";
import {
  decideClaim,
  TAKE_BACK_INTERVAL_MS,
  type Claim,
  type Payment,
  type Purchase,
} from "../../domain/payment/purchase";
import { nextLook, type FinalPayment, type Settlement } from "../../domain/payment/final";
import type { ClaimResult, Payments, Versioned } from "../../ports/payments";
import { reaching } from "./faults";
import { scheduleUnscheduled } from "./unscheduledLooks";

/** Stored results are promised for a year; the rest is a margin. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** For reading all payments at once. */
const ALL_MS = 120_000;
/** Tries of a write that certainly was not made. */
const ATTEMPTS = 3;

/**
 * Payments in two collections: `purchases/{intentKey}` is what an intent bought, `payments/{key}` is what a transfer
 * was used for. Payments are kept for ever, so that no transfer buys twice. One that has become final has `unbooked:
 * true` until it is posted. `takeBacks/{payer}` and `takeBacks/{day}` count what payers took back from copyists.
 */
export function firestorePayments(db: Firestore): Payments {
  const purchaseRef = (intentKey: string) => db.collection("purchases").doc(intentKey);
  const payments = db.collection("payments");
  const paymentRef = (key: string) => payments.doc(key);
  const paymentIdRef = (key: string) => db.collection("paymentIds").doc(key);
  const takeBackRef = (payerOrDay: string) => db.collection("takeBacks").doc(payerOrDay);

  return {
    find: (intentKey) => reaching(async () => readPurchase(await purchaseRef(intentKey).get())),

    async claim(claim) {
      const [first] = claim.candidates;
      if (!first) return { outcome: "used" };
      try {
        // The common case in one round trip: neither record exists.
        const batch = db.batch();
        batch.create(purchaseRef(claim.purchase.intentKey), purchaseData(bind(claim.purchase, first)));
        batch.create(paymentRef(first.key), paymentData(first));
        if (claim.paymentIdKey) batch.create(paymentIdRef(claim.paymentIdKey), paymentIdData(claim.purchase));
        // Asserts, without a read, that no earlier release stored the transfer under its former key.
        const [former] = claim.formerKeys ?? [];
        if (former) batch.delete(paymentRef(former), { exists: false });
        const [written] = await reaching(() => batch.commit());
        if (!written) throw new Error("a commit of writes acknowledged none");
        return { outcome: "claimed", purchase: versioned(bind(claim.purchase, first), written.writeTime) };
      } catch {
        // Contested, or the acknowledgement was lost: what is stored decides. A claim that this
        // very call wrote is known by its lease.
        return reaching(() => contest(claim));
      }
    },

    takeLease(purchase, lease) {
      return fenced(purchase, { lease }, { ...purchase.value, lease });
    },

    async settle(purchase, { key, txHash, blockNumber, blockHash }, lease) {
      // The payment first: a purchase that is settled has one, regardless of what happens in between.
      await reaching(() =>
        paymentRef(key).update({ finality: "pending", txHash, blockHash, blockNumber: blockNumber.toString() }),
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
        ).docs.map(readPayment);
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
        return [...orphaned.docs, ...unsettled.docs].map(readPayment);
      }),

    lookAgain: (key, atMs) =>
      reaching(async () => void (await paymentRef(key).update({ lookAt: Timestamp.fromMillis(atMs) }))),

    stored: () =>
      reaching(async () => {
        const { docs } = await payments.select("key", "txHash", "finality", "logIndex").get();
        return docs.map((doc) => {
          const { key, txHash, finality } = doc.data() as Payment;
          return { key, txHash, finality, logIndex: (doc.get("logIndex") as number | undefined) ?? null };
        });
      }, ALL_MS),

    restore: (payment, formerKey, settlement) =>
      reaching(() =>
        db.runTransaction(async (transaction) => {
          const refs = [paymentRef(payment.key), ...(formerKey === null ? [] : [paymentRef(formerKey)])];
          const known = (await transaction.getAll(...refs)).find(({ exists }) => exists);
          const { txHash, blockHash, blockNumber, finality } = payment;
          const block = { txHash, blockHash, blockNumber: blockNumber.toString(), finality };
          const posting = { ...settlement, amountUsdcUnits: settlement.amountUsdcUnits.toString(), unbooked: true };
          if (known) transaction.update(known.ref, { ...block, ...posting });
          else transaction.create(paymentRef(payment.key), { ...paymentData(payment), ...posting });
        }),
      ),

    settleFinality: (key, { finality, blockNumber, settlement, lookAt, ...block }) =>
      reaching(async () => {
        const posting = settlement && {
          ...settlement,
          amountUsdcUnits: settlement.amountUsdcUnits.toString(),
          unbooked: true,
        };
        const look = lookAt ? { lookAt: Timestamp.fromMillis(lookAt) } : {};
        await paymentRef(key).update({ finality, blockNumber: blockNumber.toString(), ...block, ...posting, ...look });
      }),
  };

  /** The claim as a transaction: reads everything it depends on, decides, writes. */
  async function contest(claim: Claim): Promise<ClaimResult> {
    const { intentKey, claimedAt } = claim.purchase;
    const signer = claim.candidates.find(({ binding }) => binding === "signed")?.payer;
    const dayRef = takeBackRef(new Date(claimedAt).toISOString().slice(0, 10));
    const outcome = await db.runTransaction(async (transaction) => {
      const docs = new Map<string, DocumentSnapshot>();
      const refs = [
        purchaseRef(intentKey),
        ...[...claim.candidates.map(({ key }) => key), ...(claim.formerKeys ?? [])].flatMap((key) =>
          key === null ? [] : paymentRef(key),
        ),
        ...(claim.paymentIdKey ? [paymentIdRef(claim.paymentIdKey)] : []),
        ...(signer ? [takeBackRef(signer), dayRef] : []),
      ];
      for (const doc of await transaction.getAll(...refs)) docs.set(doc.ref.path, doc);
      const at = (ref: DocumentReference) => docs.get(ref.path);
      const stored = (key: string | null | undefined): Payment | null => {
        const doc = key ? at(paymentRef(key)) : undefined;
        return doc?.exists ? readPayment(doc) : null;
      };
      const purchaseDoc = at(purchaseRef(intentKey));
      const purchase = purchaseDoc ? readPurchase(purchaseDoc) : null;
      const takeBacksToday = (at(dayRef)?.get("count") as number | undefined) ?? 0;
      const decision = decideClaim(claim, {
        purchase: purchase?.value ?? null,
        payments: claim.candidates.map(({ key }, place) => stored(key) ?? stored(claim.formerKeys?.[place])),
        namedIntentKey: claim.paymentIdKey
          ? ((at(paymentIdRef(claim.paymentIdKey))?.get("intentKey") as string | undefined) ?? null)
          : null,
        lastTakeBackAt: signer
          ? ((at(takeBackRef(signer))?.get("at") as Timestamp | undefined)?.toMillis() ?? null)
          : null,
        takeBacksToday,
      });
      if (decision.outcome === "take") write(transaction, claim, decision.payment);
      if (decision.outcome === "takeBack") {
        write(transaction, claim, decision.payment);
        transaction.update(purchaseRef(decision.supersede), { state: "superseded", result: null });
        const expireAt = Timestamp.fromMillis(claimedAt + TAKE_BACK_INTERVAL_MS);
        transaction.set(takeBackRef(decision.payment.payer), {
          at: Timestamp.fromMillis(claimedAt),
          txHash: decision.payment.txHash,
          expireAt,
        });
        transaction.set(dayRef, { count: takeBacksToday + 1, expireAt });
      }
      return { decision, purchase };
    });
    const { decision } = outcome;
    if (decision.outcome !== "take" && decision.outcome !== "takeBack" && decision.outcome !== "resume")
      return decision;
    const stored = decision.outcome === "resume" ? outcome.purchase : await readAgain(purchaseRef(intentKey));
    if (!stored) throw new Error("a purchase that was just written is gone");
    const mine = stored.value.lease.owner === claim.purchase.lease.owner;
    return { outcome: mine ? "claimed" : "resume", purchase: stored };
  }

  function write(transaction: Transaction, claim: Claim, payment: Payment): void {
    transaction.set(purchaseRef(claim.purchase.intentKey), purchaseData(bind(claim.purchase, payment)));
    // Regardless of what it buys now, its final position on the chain is known.
    transaction.set(paymentRef(payment.key), paymentData(payment), { merge: true });
    if (claim.paymentIdKey) transaction.set(paymentIdRef(claim.paymentIdKey), paymentIdData(claim.purchase));
  }

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
        const stored = await reaching(() => readAgain(ref));
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

async function readAgain(ref: DocumentReference): Promise<Versioned<Purchase> | null> {
  return readPurchase(await ref.get());
}

function bind(purchase: Purchase, payment: Payment): Purchase {
  return { ...purchase, paymentKey: payment.key };
}

function versioned<T>(value: T, time: Timestamp): Versioned<T> {
  return { value, version: `${time.seconds}.${time.nanoseconds}` };
}

function parseVersion(version: string): Timestamp {
  const [seconds = "0", nanoseconds = "0"] = version.split(".");
  return new Timestamp(Number(seconds), Number(nanoseconds));
}

function purchaseData(purchase: Purchase): Record<string, unknown> {
  return {
    ...purchase,
    claimedAt: Timestamp.fromMillis(purchase.claimedAt),
    expireAt: Timestamp.fromMillis(purchase.claimedAt + KEPT_MS),
  };
}

function readPurchase(doc: DocumentSnapshot): Versioned<Purchase> | null {
  const data = doc.data();
  if (!data || !doc.updateTime) return null;
  const { expireAt, deliveredAt, claimedAt, ...rest } = data;
  const value = { ...rest, claimedAt: (claimedAt as Timestamp).toMillis() } as Purchase;
  return versioned(value, doc.updateTime);
}

function paymentIdData({ intentKey, claimedAt }: Purchase): Record<string, unknown> {
  return { intentKey, expireAt: Timestamp.fromMillis(claimedAt + KEPT_MS) };
}

function paymentData(payment: Payment): Record<string, unknown> {
  return {
    ...payment,
    amountUsdcUnits: payment.amountUsdcUnits.toString(),
    blockNumber: payment.blockNumber.toString(),
    claimedAt: Timestamp.fromMillis(payment.claimedAt),
    ...(payment.finality === "unsettled" && { lookAt: Timestamp.fromMillis(nextLook(payment, payment.claimedAt)) }),
  };
}

/** The payment in a document, or null if it is not final. */
export function readFinalPayment(doc: DocumentSnapshot): FinalPayment | null {
  const settlement = doc.data() as Settlement | undefined;
  if (settlement?.minedAt === undefined) return null;
  const { payer, amountUsdcUnits, txHash, blockNumber } = readPayment(doc);
  const { recipient, logIndex, minedAt } = settlement;
  return { payer, amountUsdcUnits, txHash, blockNumber, recipient, logIndex, minedAt };
}

function readPayment(doc: DocumentSnapshot): Payment {
  const data = doc.data() as Omit<Payment, "amountUsdcUnits" | "blockNumber" | "claimedAt"> & {
    amountUsdcUnits: string;
    blockNumber: string;
    claimedAt: Timestamp;
  };
  return {
    ...data,
    amountUsdcUnits: BigInt(data.amountUsdcUnits),
    blockNumber: BigInt(data.blockNumber),
    claimedAt: data.claimedAt.toMillis(),
  };
}
