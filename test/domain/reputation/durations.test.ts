import fc from "fast-check";
import { medianSeconds, stepOf } from "../../../functions/src/domain/reputation/records";
import { forAll } from "../../setup/runs";

const YEAR = 366 * 86_400;
/** As likely short as long. */
const seconds = fc.double({ min: 0, max: Math.log2(YEAR), noNaN: true }).map((power) => Math.floor(2 ** power) - 1);

function counted(lengths: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(stepOf(length), (counts.get(stepOf(length)) ?? 0) + 1);
  return counts;
}

function exactMedian(lengths: readonly number[]): number {
  const sorted = [...lengths].sort((a, b) => a - b);
  const at = (position: number) => sorted[position] ?? NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2;
}

describe("a counted median", () => {
  it("is off by less than 1/64 for any lengths", () => {
    forAll([fc.array(seconds, { minLength: 1, maxLength: 60 })], { seed: 7, numRuns: 300 }, (lengths) => {
      const exact = exactMedian(lengths);
      expect(Math.abs((medianSeconds(counted(lengths)) ?? NaN) - exact)).toBeLessThanOrEqual(exact / 64);
    });
  });

  it("is exact to the second below 64, and null for no values", () => {
    expect(medianSeconds(counted([1, 63, 17]))).toBe(17);
    expect(medianSeconds(counted([0, 1]))).toBe(0.5);
    expect(medianSeconds(new Map())).toBeNull();
  });

  it("covers a year in some hundred buckets, each starting at its own value", () => {
    const steps = new Set<number>();
    for (let length = 0; length < YEAR; length += 1 + Math.floor(length / 500)) steps.add(stepOf(length));
    expect(steps.size).toBeLessThan(750);
    for (const step of steps) expect(stepOf(step)).toBe(step);
  });
});
