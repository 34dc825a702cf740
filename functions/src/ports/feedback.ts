/** One report by an agent, as it is stored. */
export interface FeedbackRecord {
  id: string;
  /** The endpoint that took it, e.g. `/x402Feedback`. */
  source: string;
  /** ISO 8601. */
  createdAt: string;
  fields: Record<string, unknown>;
}

/** An e-mail in the form that Firebase's Trigger Email extension sends from the `mail` collection. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface FeedbackStore {
  /** Stores the record and, when there is one, the mail, both or neither; storing the same id again changes nothing. */
  add(record: FeedbackRecord, mail: Mail | null): Promise<void>;
}
