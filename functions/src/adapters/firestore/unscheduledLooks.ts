import { FieldPath, Timestamp, type Firestore } from "@google-cloud/firestore";
import type { Payment } from "../../domain/payment/purchase";

/**
 * Earlier releases stored payments that nothing carries without the time at which they are looked for, and no query finds
 * a field that is missing. So each run goes on through such payments from where the last one stopped, the oldest first, and
 * has those without a time looked for at once; at the end it begins again. `sweeps/{finality}` holds the place.
 */
export async function scheduleUnscheduled(
  db: Firestore,
  finality: Payment["finality"],
  nowMs: number,
  limit: number,
): Promise<void> {
  const sweep = db.collection("sweeps").doc(`payments-${finality}`);
  const place = await sweep.get();
  const all = db
    .collection("payments")
    .where("finality", "==", finality)
    .orderBy("claimedAt")
    .orderBy(FieldPath.documentId())
    .limit(limit);
  const { docs } = await (place.exists ? all.startAfter(place.get("claimedAt"), place.get("key")) : all).get();
  const last = docs.at(-1);
  if (!last && !place.exists) return;
  const batch = db.batch();
  for (const doc of docs) {
    if (doc.get("lookAt") === undefined) batch.update(doc.ref, { lookAt: Timestamp.fromMillis(nowMs) });
  }
  if (last && docs.length === limit) batch.set(sweep, { claimedAt: last.get("claimedAt") as Timestamp, key: last.id });
  else batch.delete(sweep);
  await batch.commit();
}
