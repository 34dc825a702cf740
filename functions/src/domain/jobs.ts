/** The scheduled jobs, and how many minutes there are between two runs of each. */
export const JOB_MINUTES = {
  ledger: 1,
  indexer: 1,
  events: 1,
  keeper: 1,
  settlements: 1,
  paymentFinality: 10,
  rollups: 60,
} as const;

export type JobName = keyof typeof JOB_MINUTES;

/** How many runs may fail in a row before a job counts as stopped. */
const MAX_MISSED = 5;

/** True if a job succeeded lately. One that has never run, as after the first deployment, is not late while nothing waits. */
export function jobWorks(job: JobName, lastSuccessMs: number | null, waiting: number | null, nowMs: number): boolean {
  if (lastSuccessMs === null) return waiting === null || waiting === 0;
  return nowMs - lastSuccessMs <= MAX_MISSED * JOB_MINUTES[job] * 60_000;
}

/** The divisor of the keeper's budget for a day that gives what one call may cost: a dear minute must not use up the day. */
export const KEEPER_CALL_PART = 10n;

/** The keeper runs every minute; for this long after its latest run it counts as active. */
const KEEPER_WORKS_MS = 5 * 60_000;

/** Whether the keeper is active and anchors signed resubmissions; `newestRunMs` is null if no run ever completed. */
export function keeperWorks(newestRunMs: number | null, nowMs: number): boolean {
  return newestRunMs !== null && nowMs - newestRunMs <= KEEPER_WORKS_MS;
}
