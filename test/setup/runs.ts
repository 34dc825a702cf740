/** Whether this is `npm run test:deep`, which has time for what a normal run only samples. */
export const isDeep = process.env["MKT_DEEP"] === "1";

/** How many cases a property draws: few in a normal run, many in the deep one; `MKT_SEEDS` sets another number. */
export function runs(normal: number, deep: number): number {
  return Number(process.env["MKT_SEEDS"] ?? (isDeep ? deep : normal));
}

const until = Number(process.env["MKT_DEEP_UNTIL"] ?? Infinity);

/**
 * Whether the deep run's time is over; a property then skips the cases that it has not begun. What
 * fast-check has for this goes on to the next test while a case is still running.
 */
export const isOver = () => Date.now() > until;
