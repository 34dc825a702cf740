import type { Figure, Share, Verdict } from "../engine/results";

/** The variance that the noise adds to a figure. */
const NOISE_VARIANCE = 2;
const NONE: Share = Object.freeze({ percent: null, low: 0, high: 100 });
const bounded = (percent: number): number => Math.min(100, Math.max(0, percent));

/** One figure as a part of another, in percent. */
export function shareOf(part: Figure, base: Figure): Share {
  if (base.told === null) return NONE;
  if (part.told === null) return { percent: null, low: 0, high: bounded((100 * part.high) / base.low) };
  return {
    percent: bounded((100 * part.told) / base.told),
    low: bounded((100 * part.low) / base.high),
    high: bounded((100 * part.high) / base.low),
  };
}

/** How many standard errors two shares are apart: by chance, and by the noise. */
function errorsBetween(a: readonly [Figure, Figure], b: readonly [Figure, Figure]): number | null {
  const [[partA, baseA], [partB, baseB]] = [a, b];
  if (baseA.told === null || baseB.told === null) return null;
  const [inA, inB] = [partA.told ?? 2, partB.told ?? 2];
  const [p, q] = [Math.min(1, inA / baseA.told), Math.min(1, inB / baseB.told)];
  const pooled = Math.min(1, (inA + inB) / (baseA.told + baseB.told));
  const chance = pooled * (1 - pooled) * (1 / baseA.told + 1 / baseB.told);
  const noise = NOISE_VARIANCE * ((1 + p * p) / baseA.told ** 2 + (1 + q * q) / baseB.told ** 2);
  const error = Math.sqrt(chance + noise);
  return error === 0 ? 0 : (p - q) / error;
}

/** How many standard errors are more than chance for the largest of `tried` differences (Bonferroni). */
export function clearness(tried: number): number {
  const square = 2 * Math.log(20 * Math.max(1, tried));
  return Math.max(1.96, Math.sqrt(square - Math.log(square)));
}

/** The first share beside the second. */
export function shareVerdict(a: readonly [Figure, Figure], b: readonly [Figure, Figure], tried = 1): Verdict {
  const apart = errorsBetween(a, b);
  if (apart === null || (a[0].told === null && b[0].told === null)) return "unknown";
  return Math.abs(apart) < clearness(tried) ? "same" : apart > 0 ? "more" : "less";
}

/** The first number beside the second. */
export function sizeVerdict(a: Figure, b: Figure): Verdict {
  if (a.told === null && b.told === null) return "unknown";
  const [x, y] = [a.told ?? 2, b.told ?? 2];
  const apart = (x - y) / Math.sqrt(x + y + 2 * NOISE_VARIANCE);
  return Math.abs(apart) < 1.96 ? "same" : apart > 0 ? "more" : "less";
}
