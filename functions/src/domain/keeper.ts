/** The keeper runs every minute; so long after its newest run it counts as at work. */
const KEEPER_WORKS_MS = 5 * 60_000;

/** Whether signed answers can be left to the keeper; `newestRunMs` is null where it never ran to its end. */
export function keeperWorks(newestRunMs: number | null, nowMs: number): boolean {
  return newestRunMs !== null && nowMs - newestRunMs <= KEEPER_WORKS_MS;
}
