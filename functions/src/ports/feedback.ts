import type { FeedbackRecord, Mail } from "../domain/feedback";
import type { UnitOfWork } from "../domain/unitOfWork";

export interface FeedbackStore {
  /**
   * Stores the record and, when there is one, the mail (in the form that Firebase's Trigger Email extension sends from
   * the `mail` collection), atomically; storing the same id again changes nothing. Within a unit of work, one read.
   */
  add(record: FeedbackRecord, mail: Mail | null, unit?: UnitOfWork): Promise<void>;
}
