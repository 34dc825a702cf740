import fc from "fast-check";
import { toNfc } from "../../../../functions/src/domain/text";
import { withoutPiles } from "../../../../packages/answers/src/dataset/piles";

const piled = (marks: number) => "x" + "\u0315".repeat(marks) + "y";

it("D1: takes piled marks out of an imported text, in linear time", () => {
  expect(withoutPiles(piled(31))).toBe(piled(30));
  expect(withoutPiles(piled(200_000) + piled(3))).toBe(piled(30) + piled(3));
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(withoutPiles(text)).toBe(toNfc(text) === null ? withoutPiles(text) : text);
    }),
  );
});
