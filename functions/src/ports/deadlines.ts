export interface NoticesGiven {
  readonly given: number;
  /** Tasks that were written concurrently; the next run retries them. */
  readonly contended: number;
}

/** Notices before and after deadlines. Throws `StoreUnavailable` when the database does not answer. */
export interface Deadlines {
  /**
   * Adds the `deadline.near` events that are due, each once, at most `limit`. One read for each task that is due and no
   * others; two writes for each.
   */
  giveNotice(nowMs: number, limit: number): Promise<NoticesGiven>;
}
