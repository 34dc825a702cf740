import { changeOf, FEWEST, keyNow, noiseTable } from "../../../../packages/answers/src/disclosure/noise";

const SETTINGS = { most: 3, variance: 2 };
const table = noiseTable(SETTINGS);

/** How probable each change of a number is. */
const probabilities = (size: number): Map<number, number> => {
  const row = table[Math.min(size - FEWEST, SETTINGS.most)]!;
  return new Map(row.map(({ change, upTo }, i) => [change, upTo - (row[i - 1]?.upTo ?? 0)]));
};
const moment = (size: number, power: number): number =>
  [...probabilities(size)].reduce((sum, [change, part]) => sum + part * change ** power, 0);

describe("happy", () => {
  it("changes large numbers by at most three, with mean 0 and variance 2", () => {
    expect([...probabilities(100).keys()]).toEqual([-3, -2, -1, 0, 1, 2, 3]);
    expect(moment(100, 1)).toBeCloseTo(0, 6);
    expect(moment(100, 2)).toBeCloseTo(2, 6);
  });

  it.each([6, 7, 8])("keeps mean and variance of %i, and never tells fewer than five", (size) => {
    expect(Math.min(...probabilities(size).keys())).toBe(FEWEST - size);
    expect(moment(size, 1)).toBeCloseTo(0, 4);
    expect(moment(size, 2)).toBeCloseTo(2, 4);
  });

  it("is as random as it may be: the more a number changes, the less often", () => {
    const parts = [...probabilities(50).values()];
    expect(parts.slice(0, 4)).toEqual([...parts.slice(0, 4)].sort((a, b) => a - b));
    expect(Math.min(...parts)).toBeGreaterThan(0.01);
  });

  it("takes other settings", () => {
    const wide = noiseTable({ most: 5, variance: 6 });
    const square = wide[5]!.reduce(
      (sum, { change, upTo }, i, row) => sum + (upTo - (row[i - 1]?.upTo ?? 0)) * change ** 2,
      0,
    );
    expect(square).toBeCloseTo(6, 4);
  });
});

describe("security", () => {
  it("draws all changes over many keys, and others in another state of the data", () => {
    const drawn = (generation: number): number[] =>
      Array.from({ length: 3_000 }, (_, key) => changeOf(table, SETTINGS.most, 40, keyNow(key, generation)));
    const [one, other] = [drawn(1), drawn(2)];
    const variance = one.reduce((sum, change) => sum + change ** 2, 0) / one.length;
    expect(Math.abs(variance - 2)).toBeLessThan(0.2);
    expect(one.filter((change, i) => change !== other[i]).length).toBeGreaterThan(2_000);
  });
});
