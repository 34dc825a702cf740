import fc from "fast-check";
import { parseJson } from "../../functions/src/domain/json";
import { forAll, runs } from "../setup/runs";

const parse = (text: string) => parseJson(Buffer.from(text));
const refused = (text: string) => expect(() => parse(text)).toThrow(/^invalid_request/);
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("happy", () => {
  it("reads what JSON.parse reads, strings as they were sent", () => {
    forAll([fc.jsonValue({ maxDepth: 8, stringUnit: "grapheme" })], (value) => {
      fc.pre(!JSON.stringify(value).includes("__proto__"));
      expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    });
    expect(parse('"cafe\\u0301"')).toBe("cafe\u0301");
  });

  it("lets a name stand in many objects, and a string look like one", () => {
    expect(parse('[{"a":1},{"a":{"a":2}},"\\"a\\":{\\"a\\""]')).toEqual([{ a: 1 }, { a: { a: 2 } }, '"a":{"a"']);
  });

  it("takes 32 levels", () => {
    expect(() => parse(nested(32))).not.toThrow();
  });
});

describe("refusals", () => {
  it.each([
    "",
    " ",
    "{",
    "}",
    "[1,]",
    "{'a':1}",
    "nul",
    "\u0000",
    "{} {}",
    '"\n"',
    "\ufeff\ufeff{}",
    "01",
    "NaN",
    '{"a" 1}',
  ])("refuses %j", refused);

  it("says where the text stops being JSON, as far as the engine tells, and quotes nothing of it", () => {
    expect(() => parse('{"secret" 1}')).toThrow(
      /^invalid_request: The body is not JSON \(position 10\)\. Send one JSON object\.$/,
    );
    expect(() => parse('{"secret": tru}')).toThrow(/^invalid_request: The body is not JSON\. Send one JSON object\.$/);
  });
});

describe("security", () => {
  it.each([
    ["the same name twice", '{"a":1,"a":2}'],
    ["one name in two spellings", '{"a":1,"\\u0061":2}'],
    ["the same name twice deep inside", '{"x":[{"b":{"c":1,"c":1}}]}'],
    ["__proto__", '{"__proto__":{"polluted":true}}'],
    ["__proto__ in escapes", '{"\\u005f_proto__":1}'],
    ["__proto__ deep inside", '{"a":[{"__proto__":1}]}'],
    ["half a surrogate pair", '{"a":"\\ud800"}'],
    ["half a surrogate pair in a name", '{"\\udc00":1}'],
    ["a swapped surrogate pair", '"\\udc00\\ud800"'],
    ["a number that is infinite", "[1e999]"],
    ["a number that is minus infinity", '{"a":{"b":-1e400}}'],
    ["33 levels", nested(33)],
    ["100,000 levels that never close", "[".repeat(100_000)],
    ["100,000 levels of objects", '{"a":'.repeat(100_000)],
  ])("P21 P23: refuses %s", (_name, text) => refused(text));

  it("P23: pollutes no prototype", () => {
    refused('{"constructor":{"prototype":{"polluted":1}},"__proto__":{"polluted":1}}');
    expect(parse('{"constructor":{"prototype":{"polluted":1}}}')).toEqual({
      constructor: { prototype: { polluted: 1 } },
    });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([[[0xff, 0xfe]], [[0x22, 0xc3, 0x28, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xc0, 0x80, 0x22]]])(
    "P23: refuses bytes that are not UTF-8 (%j)",
    (bytes) => expect(() => parseJson(Uint8Array.from(bytes))).toThrow(/UTF-8/),
  );

  it.each([
    ["a string of escapes that never ends", `"${'\\"'.repeat(128_000)}`],
    ["a string that never ends", `"${"a".repeat(250_000)}`],
    ["quotes", '"'.repeat(250_000)],
    ["backslashes", `"${"\\".repeat(250_001)}`],
    ["names", `{${Array.from({ length: 30_000 }, (_, at) => `"${at}":1`).join()}}`],
    ["colons", ":".repeat(250_000)],
  ])("P21: reads or refuses 250 KB of %s", (_name, text) => {
    expect(() => parse(text)).toThrow("invalid_request");
  });

  it("throws nothing but refusals, whatever it is given", () => {
    const pieces = fc.constantFrom(
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      "1",
      "e9",
      "\\u",
      "d800",
      "a",
      " ",
      "\n",
      "null",
      "__proto__",
      "-",
    );
    forAll([fc.array(pieces, { maxLength: 30 })], { numRuns: runs(500, 10_000) }, (texts) => {
      try {
        parse(texts.join(""));
      } catch (error) {
        expect(String(error)).toContain("invalid_request");
      }
    });
  });
});
