import type { Firestore } from "@google-cloud/firestore";
import type { FeedbackRecord, Mail } from "../../../domain/feedback";
import type { FeedbackStore } from "../../../ports/profiles";
import { StoreUnavailable } from "../../../ports/storeUnavailable";
import { Documents, plain, time } from "../documents";
import { isAlreadyThere } from "../faults";
import { write, type Write } from "../unitOfWork";

/** Feedback in `feedback/{id}`. */
const FEEDBACK = new Documents<Pick<FeedbackRecord, "source" | "fields"> & { readonly createdAt: number }>("feedback", {
  ...plain("source", "fields"),
  createdAt: time,
});

/** Mail in `mail/{id}`, where Firebase's Trigger Email extension looks. */
const MAIL = new Documents<Pick<Mail, "to"> & { readonly message: Omit<Mail, "to"> }>("mail", plain("to", "message"));

export function firestoreFeedback(db: Firestore): FeedbackStore {
  return {
    async add({ id, source, createdAt, fields }, mail, unit) {
      const record = { source, createdAt: Date.parse(createdAt), fields: storable(fields) };
      const writes: Write[] = [(batch) => batch.create(FEEDBACK.in(db).doc(id), record)];
      if (mail) {
        const { to, ...message } = mail;
        writes.push((batch) => batch.create(MAIL.in(db).doc(id), { to, message }));
      }
      // Alone it is found out by trying; a unit would be refused as a whole.
      if (unit && (await FEEDBACK.find(db, id))) return;
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
