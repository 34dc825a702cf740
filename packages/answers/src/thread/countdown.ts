/** A time is counted in ticks: an instance that is frozen between requests loses one of them, not all. */
const TICKS = 20;

/** Calls `end` once after so many milliseconds. Returns how to stop it. */
export type Countdown = (ms: number, end: () => void) => () => void;

/** By the clock. */
export const countdown: Countdown = (ms, end) => {
  let ticks = 0;
  const clock = setInterval(() => {
    if ((ticks += 1) < TICKS) return;
    clearInterval(clock);
    end();
  }, ms / TICKS);
  return () => clearInterval(clock);
};
