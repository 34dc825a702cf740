import fc from "fast-check";
import { safeCell } from "../../../functions/src/domain/statement/statement";
import { forAll } from "../../setup/runs";

const SIGNS = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];
const BREAKS = ["\r\n", "\n", "\r", "\t", "\v", "\f", "\u0085", "\u2028", "\u2029"];

describe("happy", () => {
  it.each(["Translate a page", "5 = 3 + 2", "well-known", "a@b.example", "C++, then Rust", '"quoted"', "", "日本語"])(
    "leaves %p as it is",
    (text) => expect(safeCell(text)).toBe(text),
  );
});

describe("security", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1+1", "' =1+1"],
    ["\r=1+1", "' =1+1"],
    ["\n=1+1", "' =1+1"],
    ["  =1+1", "'  =1+1"],
    ['"=1+1"', '\'"=1+1"'],
    ["two\n=1+1", "two =1+1"],
    ["a;=cmd|'/C calc'!A0", "a;'=cmd|'/C calc'!A0"],
    ['a,"=1+1', "a,'\"=1+1"],
    ["\0=1+1", "'=1+1"],
  ])("M12: %p cannot begin a formula", (text, cell) => expect(safeCell(text)).toBe(cell));

  it("M12: whatever is written, no physical line of a cell and nothing behind a separator begins with a sign", () => {
    const piece = fc.oneof(
      fc.constantFrom(...SIGNS, ...BREAKS, ",", ";", "|", '"', "'", " ", "\0"),
      fc.string({ maxLength: 3 }),
    );
    forAll([fc.array(piece, { maxLength: 12 })], (pieces) => {
      const cell = safeCell(pieces.join(""));
      expect(cell).not.toMatch(/[\t\r\n\v\f\u0085\u2028\u2029]/);
      for (const cut of cell.split(/[,;|]/)) expect(cut).not.toMatch(/^"*[=+\-@＝＋－＠]/);
      expect(cell.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
      // Guarding twice changes nothing more.
      expect(safeCell(cell)).toBe(cell);
    });
  });
});
