import type { Average } from "../engine/results";

/** The standard deviation of the noise, as a part of the largest. */
const DEVIATION = Math.SQRT2 / 3;

/** The standard deviation of an average's noise. */
export const noiseOf = ({ low, high }: Average): number => ((high - low) / 2) * DEVIATION;

/** The last digit of an average that the noise leaves; three digits say enough. */
export function stepOf(average: Average): number {
  const { mean } = average;
  const noise = Math.max(noiseOf(average) * 2, Number.MIN_VALUE);
  const digits = Math.abs(mean) < 1e-9 ? -2 : Math.floor(Math.log10(Math.abs(mean))) - 2;
  return 10 ** Math.max(-9, digits, Math.floor(Math.log10(noise)));
}

/** To the step, without what binary fractions add. */
export const roundedTo = (value: number, step: number): number =>
  Number((Math.round(value / step) * step).toFixed(Math.max(0, -Math.round(Math.log10(step)))));

/** An average of so many, rounded, with what the noise leaves. */
export function averageWith(mean: number, error: number): Average {
  const exact = { mean, low: mean - error, high: mean + error };
  const step = stepOf(exact);
  const out = (value: number, round: (value: number) => number): number => {
    const fine = step / 10;
    return roundedTo(round(value / fine) * fine, fine);
  };
  return { mean: roundedTo(mean, step), low: out(exact.low, Math.floor), high: out(exact.high, Math.ceil) };
}
