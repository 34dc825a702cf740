import type { JobName } from "../domain/jobs";

/** What waits for the jobs that work through something. */
export type Waiting = Readonly<Record<"ledger" | "events" | "paymentFinality", number>>;

/** When the scheduled jobs last succeeded, and how much waits for them. Throws `StoreUnavailable`. */
export interface JobRuns {
  /** Records that a run has succeeded (unix milliseconds). One write. */
  noteSuccess(job: JobName, atMs: number): Promise<void>;
  /** When each job last succeeded, unix milliseconds; without those that never did. One read. */
  newest(): Promise<Partial<Record<JobName, number>>>;
  /**
   * Final tasks and payments to post, events to publish, and payments that are not final or are due to be looked for; each
   * is counted up to `limit`. Six counts.
   */
  waiting(nowMs: number, limit: number): Promise<Waiting>;
}
