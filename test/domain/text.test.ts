import fc from "fast-check";
import { brokenPrivateRule, brokenPublicRule, isVisible, tidy, toNfc } from "../../functions/src/domain/text";
import { forAll } from "../setup/runs";

const MAX = 1_000;

describe("happy", () => {
  it.each([
    ["plain words", "Translate a page"],
    ["every script", "Übersetzung · 翻訳 · перевод · ترجمة · תרגום · अनुवाद"],
    ["emoji with joiners and selectors", "👩‍💻 ❤️ 🇵🇹"],
    ["a joiner inside a word", "می‌خواهم"],
  ])("takes %s as a line", (_name, text) => {
    expect(brokenPublicRule(text, "line", MAX)).toBeNull();
  });

  it("takes tabs and line feeds where a text has lines", () => {
    expect(brokenPublicRule("one\n\ttwo…\n", "lines", MAX)).toBeNull();
  });

  it("brings a line to the form in which it is taken", () => {
    expect(tidy("  Ｔｒａｎｓｌａｔｅ\n a \t page ", "line")).toBe("Translate a page");
    expect(tidy("one\r\ntwo\rthree", "lines")).toBe("one\ntwo\nthree");
  });

  it("changes nothing that is tidy already", () => {
    forAll([fc.string({ unit: "grapheme" }), fc.constantFrom("line", "lines")], (text, layout) => {
      const once = tidy(text, layout);
      expect(tidy(once, layout)).toBe(once);
    });
  });
});

describe("security", () => {
  const HIDDEN: readonly (readonly [string, string])[] = [
    ["a zero-width space", "\u200b"],
    ["a byte order mark", "\ufeff"],
    ["a soft hyphen", "\u00ad"],
    ["a word joiner", "\u2060"],
    ["a right-to-left mark", "\u200f"],
    ["an override of the direction", "\u202e"],
    ["an isolate of the direction", "\u2066"],
    ["letters of the invisible tag block", "\u{e0041}\u{e0042}"],
    ["a character of private use", "\ue000"],
    ["a null", "\0"],
    ["an escape", "\x1b[31m"],
    ["a carriage return", "\r"],
    ["a control of the second table", "\x85"],
    ["a line separator", "\u2028"],
  ];

  it.each(HIDDEN)("M14: refuses %s in any public text", (_name, hidden) => {
    for (const layout of ["line", "lines"] as const)
      expect(brokenPublicRule(`pay${hidden}me`, layout, MAX)).toMatch(/^must/);
  });

  it.each([
    ["full-width letters", "Ｐａｙ"],
    ["mathematical letters", "𝐏𝐚𝐲"],
    ["a ligature", "ﬁle"],
    ["two lines", "one\ntwo"],
    ["space around it", " pay "],
    ["two spaces in a row", "pay  me"],
  ])("M14: refuses a line with %s, which tidying would have changed", (_name, text) => {
    expect(brokenPublicRule(text, "line", MAX)).toMatch(/NFKC/);
    expect(brokenPublicRule(tidy(text, "line"), "line", MAX)).toBeNull();
  });

  it("M14: refuses controls between two parties too, and nothing else", () => {
    expect(brokenPrivateRule("\x1b]0;title\x07")).toMatch(/control/);
    expect(brokenPrivateRule("a\0b")).toMatch(/control/);
    expect(brokenPrivateRule("if (a) {\r\n\treturn \u2066b\u2069;\n}")).toBeNull();
  });
});

describe("combining marks", () => {
  const piled = (marks: number) => "x" + "\u0315".repeat(marks) + "y";

  it("D1: normalises text with 30 marks in a row, and no other", () => {
    expect(toNfc(piled(30))).toBe(piled(30));
    expect(toNfc(piled(31))).toBeNull();
    expect(toNfc("e\u0301")).toBe("\u00e9");
  });

  it("D1: counts a public text as it is in NFKC", () => {
    expect(brokenPublicRule(tidy("\ufdfa", "line"), "line", 17)).toBe("must have at most 17 characters in NFKC");
    expect(brokenPublicRule(tidy("\ufdfa", "line"), "line", 18)).toBeNull();
  });
});

describe("refusals", () => {
  it.each([
    ...["", "   ", "\n\t", "\u200b\u200b", "\u00ad", "\u2060\ufeff", "\u115f\u1160", "\u3164 \uffa0", "\u2800"],
    ...["\u{e0041}\u{e007f}", "\ufe0f", "\u200d \u200c", "\u034f", "\u0301", "\u061c", "\u{1d173}", "\ue000"],
  ])("I3: refuses %j, which shows nothing", (text) => {
    expect(brokenPublicRule(text, "lines", MAX)).toBe("must contain a visible character");
    expect(brokenPrivateRule(text)).toBe("must contain a visible character");
  });

  it.each(["a", ".", "7", "€", "😀", "漢", "\u200bx\u200b", "한", "क्षि", "…", "👩‍👩‍👧"])("I3: sees %j", (text) => {
    expect(isVisible(text)).toBe(true);
  });
});
