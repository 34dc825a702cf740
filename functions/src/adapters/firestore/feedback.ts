import { Timestamp, type Firestore } from "@google-cloud/firestore";
import type { FeedbackStore } from "../../ports/feedback";
import { reaching } from "./faults";

/** Feedback in `feedback/{id}`; its mail in `mail/{id}`, where Firebase's Trigger Email extension looks. */
export function firestoreFeedback(db: Firestore): FeedbackStore {
  return {
    add: ({ id, source, createdAt, fields }, mail) =>
      reaching(async () => {
        const batch = db.batch();
        const record = { source, createdAt: Timestamp.fromDate(new Date(createdAt)), fields };
        batch.set(db.collection("feedback").doc(id), record);
        if (mail) {
          const { to, subject, text } = mail;
          // Merged, so that a repeated request does not make the extension send it again.
          batch.set(db.collection("mail").doc(id), { to, message: { subject, text } }, { merge: true });
        }
        await batch.commit();
      }),
  };
}
