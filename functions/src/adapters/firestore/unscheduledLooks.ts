import { FieldPath, type Firestore } from "@google-cloud/firestore";
import type { Payment } from "../../domain/payment/purchase";
import { Documents, plain, time } from "./documents";
import { PAYMENTS } from "./paymentDocuments";

/** The payment that the last run ended with, in `sweeps/payments-{finality}`. */
const SWEEPS = new Documents<Pick<Payment, "claimedAt" | "key">>("sweeps", { claimedAt: time, ...plain("key") });

/**
 * Earlier releases stored unsettled payments without the time of their next look, and no query finds a missing field. So
 * each run continues where the last one stopped, oldest payment first, and schedules those without a time for now; at the
 * end it starts over.
 */
export async function scheduleUnscheduled(
  db: Firestore,
  finality: Payment["finality"],
  nowMs: number,
  limit: number,
): Promise<void> {
  const sweep = SWEEPS.in(db).doc(`payments-${finality}`);
  const place = (await sweep.get()).data();
  const all = PAYMENTS.in(db)
    .where("finality", "==", finality)
    .orderBy("claimedAt")
    .orderBy(FieldPath.documentId())
    .limit(limit);
  const { docs } = await (place ? all.startAfter(time.encode(place.claimedAt), place.key) : all).get();
  const last = docs.at(-1)?.data();
  if (!last && !place) return;
  const batch = db.batch();
  for (const doc of docs) {
    if (doc.get("lookAt") === undefined) batch.update(doc.ref, { lookAt: time.encode(nowMs) });
  }
  if (last && docs.length === limit) batch.set(sweep, { claimedAt: last.claimedAt, key: last.key });
  else batch.delete(sweep);
  await batch.commit();
}
