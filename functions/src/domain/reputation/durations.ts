/**
 * Durations, counted in a logarithmic histogram: one bucket per second below 64, then 32 buckets per doubling. A
 * histogram has at most a few hundred buckets, and values read from it are off by less than 1/64.
 */
const STEPS_BITS = 5;

/** The lower bound, in whole seconds, of the bucket of a duration. */
export function stepOf(seconds: number): number {
  const width = widthAt(seconds);
  return Math.floor(seconds / width) * width;
}

/** The median of a histogram in seconds; null if empty. Off by less than 1/64. */
export function medianSeconds(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].sort(([a], [b]) => a - b);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  // For an even count, the median lies between the two middle values.
  return (lengthAt(steps, Math.floor((total - 1) / 2)) + lengthAt(steps, Math.floor(total / 2))) / 2;
}

/** The length that this share of a histogram does not exceed, in seconds; null if empty. Off by less than 1/64. */
export function quantileSeconds(counts: ReadonlyMap<number, number>, share: number): number | null {
  if (share === 0.5) return medianSeconds(counts);
  const steps = [...counts].sort(([a], [b]) => a - b);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  return total === 0 ? null : lengthAt(steps, Math.max(0, Math.ceil(total * share) - 1));
}

function lengthAt(steps: readonly (readonly [number, number])[], position: number): number {
  let before = 0;
  for (const [step, count] of steps) {
    before += count;
    if (position < before) return step + (widthAt(step) - 1) / 2;
  }
  throw new Error("a position beyond the last");
}

function widthAt(seconds: number): number {
  return seconds < 2 ** STEPS_BITS ? 1 : 2 ** (Math.floor(Math.log2(seconds)) - STEPS_BITS);
}
