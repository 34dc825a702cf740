/** A time is counted in ticks: an instance that is frozen between requests loses one of them, not all. */
const TICKS = 20;

/** Calls `end` once after `ms`. Returns how to stop it. */
export function countdown(ms: number, end: () => void): () => void {
  let ticks = 0;
  const clock = setInterval(() => {
    if ((ticks += 1) < TICKS) return;
    clearInterval(clock);
    end();
  }, ms / TICKS);
  return () => clearInterval(clock);
}
