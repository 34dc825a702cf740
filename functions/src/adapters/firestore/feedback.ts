import { Timestamp, type Firestore } from "@google-cloud/firestore";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import type { FeedbackStore } from "../../ports/feedback";
import { isAlreadyThere, reaching } from "./faults";
import { write, type Write } from "./unitOfWork";

/** Feedback in `feedback/{id}`; its mail in `mail/{id}`, where Firebase's Trigger Email extension looks. */
export function firestoreFeedback(db: Firestore): FeedbackStore {
  return {
    async add({ id, source, createdAt, fields }, mail, unit) {
      const ref = db.collection("feedback").doc(id);
      const record = { source, createdAt: Timestamp.fromDate(new Date(createdAt)), fields: storable(fields) };
      const writes: Write[] = [(batch) => batch.create(ref, record)];
      if (mail) {
        const { to, subject, text } = mail;
        writes.push((batch) => batch.create(db.collection("mail").doc(id), { to, message: { subject, text } }));
      }
      // Alone it is found out by trying; a unit would be refused as a whole.
      if (unit && (await reaching(() => ref.get())).exists) return;
      try {
        await write(db, unit, writes);
      } catch (error) {
        // A repeat: the first one stays as it is.
        if (error instanceof StoreUnavailable && isAlreadyThere(error.cause)) return;
        throw error;
      }
    },
  };
}

/** Objects as JSON text: Firestore refuses lists in lists, names such as `__x__` or an empty one, and deep maps. */
function storable(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
  );
}
