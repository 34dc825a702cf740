import { bandsOf } from "../../../../packages/answers/src/dataset/bands";

const times = (numbers: readonly number[], count: number): string[] =>
  Array.from({ length: count }, () => numbers.map(String)).flat();
const upTo = (most: number, least = 0): number[] => Array.from({ length: most - least }, (_, i) => least + i);

describe("a column of many numbers is told in bands", () => {
  it("of round numbers, the largest by themselves", () => {
    const bandOf = bandsOf("fare", times(upTo(101), 10))!;
    expect([0, 30, 55, 100].map((fare) => bandOf(String(fare)))).toEqual(["under 20", "20-49", "50-99", "100 or more"]);
    expect(bandOf("unknown")).toBeNull();
  });

  it("of ages as surveys have them", () => {
    const bandOf = bandsOf("Customer_Age", times(upTo(80, 18), 5))!;
    expect([18, 24, 25, 64, 70].map((age) => bandOf(String(age)))).toEqual([
      "under 25",
      "under 25",
      "25-34",
      "55-64",
      "65 or more",
    ]);
  });

  it("of years as decades, where they are far apart", () => {
    expect(bandsOf("year", times(upTo(2010, 1950), 5))!("1987")).toBe("1980s");
    expect(bandsOf("year", times(upTo(2024, 2008), 5))).toBeNull();
  });

  it("and any other is left as it is", () => {
    expect(bandsOf("rating", times([1, 2, 3, 4, 5], 50))).toBeNull();
    expect(bandsOf("country", ["DE", "FR", ...times(upTo(20), 1)])).toBeNull();
    expect(bandsOf("order", times(upTo(500), 1))).toBeNull();
  });
});
