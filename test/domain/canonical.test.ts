import { createHash } from "node:crypto";
import { keccak256 as peer, toUtf8Bytes } from "ethers";
import fc from "fast-check";
import { canonicalJson, canonicalKeccak256, canonicalSha256 } from "../../functions/src/domain/canonical";
import { forAll } from "../setup/runs";

describe("happy", () => {
  it("orders keys by UTF-16 unit and spells numbers and escapes as RFC 8785 does", () => {
    const value: unknown = JSON.parse(
      '{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u20ac":3,"\\r":4,"1":5,"\\u0080":6,"\\u00f6":7,"numbers":[333333333.33333329,1e30,4.50,2e-3,1e-27,-0],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"/"}',
    );
    expect(canonicalJson(value)).toBe(
      '{"\\r":4,"1":5,"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","\u0080":6,"ö":7,"€":3,"😀":2,"\ufb33":1}',
    );
  });

  it("keeps the value, ignores the order of its keys, and is its own canonical form", () => {
    forAll([fc.jsonValue({ stringUnit: "grapheme" })], (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(canonicalJson(backwards(value))).toBe(text);
    });
  });

  it("hashes the canonical UTF-8", () => {
    const text = '{"a":"é","b":[1]}';
    expect(canonicalKeccak256({ b: [1], a: "é" })).toBe(peer(toUtf8Bytes(text)));
    expect(canonicalSha256({ b: [1], a: "é" })).toBe(`0x${createHash("sha256").update(text).digest("hex")}`);
  });

  it("tells composed from decomposed text apart: nothing is normalised", () => {
    expect(canonicalJson("\u00e9")).not.toBe(canonicalJson("e\u0301"));
  });

  it("carries a key named __proto__ as any other", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}');
  });
});

describe("refusals", () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const refused: [string, unknown, string][] = [
    ["undefined", undefined, ""],
    ["an undefined member", { a: undefined }, "/a"],
    ["an undefined element", [1, undefined], "/1"],
    ["a hole", new Array(2), "/0"],
    ["NaN", { a: [NaN] }, "/a/0"],
    ["infinity", -Infinity, ""],
    ["a bigint", { "a/b~": 1n }, "/a~1b~0"],
    ["a function", { a: () => 1 }, "/a"],
    ["a symbol", [Symbol("a")], "/0"],
    ["a class instance", { at: new Date(0) }, "/at"],
    ["a boxed string", Object("a"), ""],
    ["a lone high surrogate", { a: "\ud83d" }, "/a"],
    ["a lone low surrogate", { a: "\ude00\ud83d" }, "/a"],
    ["a lone surrogate in a key", { a: { "\ud83dx": 1 } }, "/a"],
    ["a cycle", cyclic, "/self".repeat(64)],
    ["65 levels", JSON.parse("[".repeat(65) + "]".repeat(65)), "/0".repeat(64)],
  ];
  it.each(refused)("refuses %s and says where it stands", (_name, value, pointer) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ pointer }) as Error);
  });

  it("takes 64 levels", () => {
    const text = "[".repeat(64) + "]".repeat(64);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });
});

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, backwards(member)]),
  );
}
