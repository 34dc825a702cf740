/** How many standard errors two shares are apart (two-proportion z). */
export function standardErrors(inA: number, a: number, inB: number, b: number): number {
  const pooled = (inA + inB) / (a + b);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / a + 1 / b));
  return error === 0 ? 0 : Math.abs(inA / a - inB / b) / error;
}

/**
 * How many standard errors are more than chance where the largest of `tried` differences is reported: at most one such
 * report in twenty is wrong (Bonferroni, with the usual bound of the normal's tail).
 */
export function clearness(tried: number): number {
  const square = 2 * Math.log(20 * Math.max(1, tried));
  return Math.max(1.96, Math.sqrt(square - Math.log(square)));
}

const WIDTH = 1.96;

/** The difference of two shares in points, with the interval that holds it in 19 of 20 samples. */
export function differenceOf(
  inA: number,
  a: number,
  inB: number,
  b: number,
): { points: number; low: number; high: number } {
  const [p, q] = [inA / a, inB / b];
  const pooled = (inA + inB) / (a + b);
  // The larger of the two usual errors: the interval then holds 0 wherever the test finds no difference.
  const error = Math.sqrt(Math.max((p * (1 - p)) / a + (q * (1 - q)) / b, pooled * (1 - pooled) * (1 / a + 1 / b)));
  const points = (p - q) * 100;
  return { points, low: points - WIDTH * error * 100, high: points + WIDTH * error * 100 };
}
