import {
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type WriteBatch,
} from "@google-cloud/firestore";
import { dayOf } from "../../domain/days";
import { paymentChange } from "../../domain/events/paymentEvents";
import {
  decideClaim,
  TAKE_BACK_INTERVAL_MS,
  type Claim,
  type Payment,
  type Purchase,
} from "../../domain/payment/purchase";
import type { ClaimResult, Versioned } from "../../ports/payments";
import type { FirestoreEventLog } from "./eventLog";
import { reaching } from "./faults";
import { PAYMENTS, PURCHASE_NAMES, PURCHASES, TAKE_BACK_DAYS, TAKE_BACKS } from "./paymentDocuments";

/** Claims a payment for a purchase: see `Payments.claim`. */
export async function claimPayment(db: Firestore, log: FirestoreEventLog, claim: Claim): Promise<ClaimResult> {
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
export function purchaseIn(doc: DocumentSnapshot<Purchase>): Versioned<Purchase> | null {
  const value = doc.data();
  return value && doc.updateTime ? versioned(value, doc.updateTime) : null;
}

export function versioned<T>(value: T, written: Timestamp): Versioned<T> {
  return { value, version: `${written.seconds}.${written.nanoseconds}` };
}

/** When a version was written. */
export function parseVersion(version: string): Timestamp {
  const [seconds = "0", nanoseconds = "0"] = version.split(".");
  return new Timestamp(Number(seconds), Number(nanoseconds));
}

function bind(purchase: Claim["purchase"], payment: Payment): Purchase {
  return { ...purchase, paymentKey: payment.key, payer: payment.payer };
}
