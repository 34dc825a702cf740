/**
 * Lengths of time, counted in steps that grow with them: every second below 64, then 32 steps to each doubling. So a
 * count of any size is at most some hundred numbers, and what is read from it is wrong by less than 1 part in 64.
 */
const STEPS_BITS = 5;

/** The shortest length, in whole seconds, of the step that counts this one. */
export function stepOf(seconds: number): number {
  const width = widthAt(seconds);
  return Math.floor(seconds / width) * width;
}

/** The median of lengths that are counted by their steps, in seconds; null of none. Off by less than a 64th of itself. */
export function medianSeconds(counts: ReadonlyMap<number, number>): number | null {
  const steps = [...counts].sort(([a], [b]) => a - b);
  const total = steps.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  // Where the number of them is even, the median is between the two in the middle.
  return (lengthAt(steps, Math.floor((total - 1) / 2)) + lengthAt(steps, Math.floor(total / 2))) / 2;
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
