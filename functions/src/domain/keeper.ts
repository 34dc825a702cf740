/** The divisor of the keeper's budget for a day that gives what one call may cost: a dear minute must not use up the day. */
export const KEEPER_CALL_PART = 10n;

/** The keeper runs every minute; for this long after its latest run it counts as active. */
const KEEPER_WORKS_MS = 5 * 60_000;

/** Whether the keeper is active and anchors signed resubmissions; `newestRunMs` is null if no run ever completed. */
export function keeperWorks(newestRunMs: number | null, nowMs: number): boolean {
  return newestRunMs !== null && nowMs - newestRunMs <= KEEPER_WORKS_MS;
}
