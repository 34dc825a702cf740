import fc from "fast-check";
import { difference, pathName, sum, type Increments, type SumName } from "../../functions/src/domain/contribution";
import { forAll } from "../setup/runs";

const of = (entries: Record<string, Record<string, number>>): Increments =>
  new Map(Object.entries(entries).map(([name, fields]) => [name as SumName, new Map(Object.entries(fields))]));
const increments = fc
  .dictionary(
    fc.constantFrom("totals/1", "totals/2", "reputation/1"),
    fc.dictionary(fc.constantFrom("x", "y.z", "y.w"), fc.integer({ min: -3, max: 3 })),
  )
  .map((entries) => sum([of(entries)]));
const plain = (all: Increments) =>
  Object.fromEntries([...all].map(([document, fields]) => [document, Object.fromEntries(fields)]));

describe("happy", () => {
  it("leaves out what comes to nothing, fields and documents alike", () => {
    expect(
      plain(
        sum([
          of({ "totals/1": { x: 1, "y.z": 2 }, "reputation/1": { x: 3 } }),
          of({ "totals/1": { x: -1 }, "reputation/1": { x: -3 } }),
        ]),
      ),
    ).toEqual({ "totals/1": { "y.z": 2 } });
    expect(difference(of({ "totals/1": { x: 1 } }), of({ "totals/1": { x: 1 } })).size).toBe(0);
  });

  it.each([
    ["data entry", "data%20entry"],
    ["a.b/c", "a%2Eb%2Fc"],
    ["__proto__", "__proto__"],
    ["", ""],
    ["100%", "100%25"],
    ["~*[`", "%7E%2A%5B%60"],
  ])("names %j as %j in a path", (text, name) => expect(pathName(text)).toBe(name));
});

describe("invariants", () => {
  it("what was added before and the difference are together what is to be added now", () => {
    forAll([increments, increments], (before, now) => {
      const sorted = (all: Increments) => [...all].map(([document, fields]) => [document, [...fields].sort()]).sort();
      expect(sorted(sum([before, difference(before, now)]))).toEqual(sorted(now));
    });
  });

  it("texts that differ have names that differ, and no name holds what separates", () => {
    forAll([fc.string(), fc.string()], (a, b) => {
      expect(pathName(a) === pathName(b)).toBe(a === b);
      expect(pathName(a)).toMatch(/^[^./~*[\]`]*$/);
    });
  });
});
