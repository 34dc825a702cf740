import Ajv from "ajv";
import fc from "fast-check";
import { Refusal } from "../../functions/src/domain/errors";
import { requireValid, violations } from "../../functions/src/schema/validate";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import {
  anyObject,
  array,
  exactlyOne,
  literal,
  object,
  oneOf,
  optional,
  string,
  text,
} from "../../functions/src/schema/build";

const Shape = exactlyOne(
  object({
    a: optional(text(3)),
    b: optional(array(object({ c: string() }), { maxItems: 2 })),
    kind: optional(oneOf("x", "y")),
    one: optional(literal("1")),
    any: optional(anyObject()),
  }),
  "a",
  "b",
);
const pointers = (value: unknown) => violations(Shape, value).map(({ pointer }) => pointer);

describe("happy", () => {
  it("finds nothing wrong with what fits", () => {
    expect(violations(Shape, { a: "abc", kind: "x", any: { deep: [{ er: 1 }] } })).toEqual([]);
    expect(violations(Shape, { b: [] })).toEqual([]);
  });

  it("counts characters, not their halves", () => {
    expect(violations(Shape, { a: "\u{1f600}\u{1f600}\u{1f600}" })).toEqual([]);
    expect(pointers({ a: "\u{1f600}\u{1f600}\u{1f600}\u{1f600}" })).toEqual(["/a"]);
  });

  it("is given well-formed schemas by every endpoint, which it does not check itself", () => {
    const ajv = new Ajv({ strict: true });
    for (const { path, input, output } of Object.values(ENDPOINTS).flat()) {
      expect([path, ajv.validateSchema(input), ajv.validateSchema(output)]).toEqual([path, true, true]);
    }
    expect(ajv.validateSchema({ type: "no type" })).toBe(false);
  });

  it("fits every endpoint's own example", () => {
    for (const { input, example } of Object.values(ENDPOINTS).flat()) expect(violations(input, example)).toEqual([]);
  });
});

describe("refusals", () => {
  it.each<[string, unknown, string, RegExp]>([
    ["a missing field", { b: [{}] }, "/b/0/c", /is required/],
    ["a field that is not known", { a: "x", "z/~": 1 }, "/z~1~0", /not a field/],
    ["a word that is not in the list", { a: "x", kind: "z" }, "/kind", /x, y/],
    ["another constant", { a: "x", one: "2" }, "/one", /must be "1"/],
    ["neither form", {}, "", /exactly one of a, b/],
    ["both forms", { a: "x", b: [] }, "", /exactly one of a, b/],
    ["blank text", { a: "  " }, "/a", /pattern/],
    ["too many items", { b: [{ c: "" }, { c: "" }, { c: "" }] }, "/b", /2 items/],
    ["another type", { a: 5 }, "/a", /string/],
  ])("points at %s", (_name, value, pointer, message) => {
    expect(violations(Shape, value)).toEqual([{ pointer, message: expect.stringMatching(message) }]);
  });

  it("throws one refusal with all places, 20 at most", () => {
    const value = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`x${at}`, 1]));
    let thrown: unknown;
    try {
      requireValid(Shape, {
        a: 1,
        b: [
          { y: 1, z: 1 },
          { y: 1, z: 1 },
        ],
        kind: "z",
        one: "2",
        any: 0,
        ...value,
      });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Refusal);
    expect((thrown as Refusal).code).toBe("invalid_request");
    expect((thrown as Refusal).options.errors).toHaveLength(20);
  });
});

describe("security", () => {
  it("judges any value without throwing and without changing it", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(Array.isArray(violations(Shape, value))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = JSON.stringify(value);
        violations(Shape, value);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});
