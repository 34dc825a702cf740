/** Long enough for a healthy dependency. */
const PATIENCE_MS = 1_500;
/** The patience is counted in ticks; while the process is busy, at most one passes. */
const TICK_MS = 100;

/**
 * The result of a check, or undefined if it fails or takes too long.
 *
 * Time in which this process is busy does not count: an instance loads its modules on its first request, which on a slow
 * machine takes longer than the checks themselves.
 */
export async function inTime<T>(check: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    let waitedMs = 0;
    timer = setInterval(() => {
      waitedMs += TICK_MS;
      if (waitedMs >= PATIENCE_MS) resolve(undefined);
    }, TICK_MS);
  });
  try {
    return await Promise.race([check().catch(() => undefined), late]);
  } finally {
    clearInterval(timer);
  }
}
