import { Timestamp, type Firestore } from "@google-cloud/firestore";
import { StoreUnavailable } from "../../ports/payments";
import type { FeedbackStore } from "../../ports/feedback";
import { isAlreadyThere, reaching } from "./faults";

/** Feedback in `feedback/{id}`; its mail in `mail/{id}`, where Firebase's Trigger Email extension looks. */
export function firestoreFeedback(db: Firestore): FeedbackStore {
  return {
    async add({ id, source, createdAt, fields }, mail) {
      const batch = db.batch();
      const record = { source, createdAt: Timestamp.fromDate(new Date(createdAt)), fields: storable(fields) };
      batch.create(db.collection("feedback").doc(id), record);
      if (mail) {
        const { to, subject, text } = mail;
        batch.create(db.collection("mail").doc(id), { to, message: { subject, text } });
      }
      try {
        await reaching(() => batch.commit());
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
