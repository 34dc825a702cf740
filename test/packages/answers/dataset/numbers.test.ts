import { coarsened, isoDates, numberOf, numbersOf, rangeOf } from "../../../../packages/answers/src/dataset/numbers";

describe("numbers", () => {
  it.each([
    ["4", 4],
    ["4.5", 4.5],
    ["1,200", 1_200],
    ["$9.50", 9.5],
    ["-3", -3],
    ["2000", 2_000],
    ["40 %", 40],
    ["18-24", null],
    ["55+", null],
    ["2013-05-04", null],
    ["n/a", null],
  ])("reads %s", (value, number) => {
    expect(numberOf(value)).toBe(number);
  });

  it("takes a year for a number, too, as amounts may be: the column decides", () => {
    expect(rangeOf("2000")).toEqual({ low: 2_000, high: 2_000 });
    expect(rangeOf("2000-05")).toBeNull();
  });

  it("keeps extremes out, and says so where they change the average", () => {
    const ages = Array.from({ length: 200 }, (_, i) => 20 + (i % 40));
    const [plain, odd] = [numbersOf(ages)!, numbersOf([...ages, 9_999])!];
    expect([plain.isCut, odd.isCut]).toEqual([false, true]);
    expect(Math.max(...odd.values)).toBe(59);
    expect(plain.spread).toBeGreaterThanOrEqual(36);
  });

  it("P26: draws the noise with no less than what one record can add, in two digits", () => {
    const money = Array.from({ length: 400 }, (_, i) => (i < 385 ? 10 : 50_001));
    const { spread, values } = numbersOf(money)!;
    expect(spread * 3).toBeGreaterThanOrEqual(Math.max(...values) - Math.min(...values));
    expect(spread).toBe(Number(spread.toPrecision(2)));
  });

  it("has none where few records have a number", () => {
    expect(numbersOf([1, 2, undefined, 3])).toBeNull();
  });
});

describe("dates", () => {
  it.each([
    [["2013-05-04", "2014-06-07"], "2013-05-04"],
    [["2013-05-04T10:00:00Z", "2014-06-07"], "2013-05-04T10:00:00Z"],
    [["4 May 2013", "7 June 2014"], "2013-05-04"],
    [["May 4, 2013", "Jun 7, 2014"], "2013-05-04"],
    [["May 2013", "June 2014"], "2013-05"],
    [["25/12/2013", "04/05/2013"], "2013-12-25"],
    [["12/25/2013", "04/05/2013"], "2013-12-25"],
    [["04/05/2013", "05/06/2013"], "2013"],
  ])("reads %j", (values, first) => {
    expect(isoDates(values)!.get(values[0]!)).toBe(first);
  });

  it("reads no dates in other columns", () => {
    expect(isoDates(["TX", "CA", "2013"])).toBeNull();
    expect(isoDates(["18-24", "25-34"])).toBeNull();
  });

  it.each([
    ["2013-05-04T10:00:00Z", "day", "2013-05-04"],
    ["2013-05-04", "month", "2013-05"],
    ["2013-05-04", "year", "2013"],
    ["2013", "day", "2013"],
    ["1990s", "year", "1990s"],
  ] as const)("takes %s to the %s: %s", (value, level, coarse) => {
    expect(coarsened(value, level)).toBe(coarse);
  });
});
