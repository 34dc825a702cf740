import path from "node:path";
import { SchemaThread } from "../../../functions/src/adapters/outputSchema/schemaThread";
import type { JsonObject } from "../../../functions/src/domain/outputSchema";
import { wire } from "../../../functions/src/entry/wire";
import { bundledThread } from "../../setup/bundledThread";
import { testSettings } from "../../setup/service";

const warnings: string[] = [];
/** Its time never ends in a test: only the count of steps ends what is too much. */
const shared = new SchemaThread({ log: { warn: (event) => void warnings.push(event) }, timeoutMs: 3_600_000 });
const CALLER = "192.0.2.1";
const thread = {
  mistakes: (schema: JsonObject) => shared.mistakes(schema, CALLER),
  failures: (schema: JsonObject, output: JsonObject | unknown[]) => shared.failures(schema, output, CALLER),
};
const nested = (levels: number, of: (inner: unknown) => unknown, inmost: unknown) =>
  Array.from({ length: levels }).reduce<unknown>(of, inmost);

beforeEach(() => void warnings.splice(0));

describe("schemas that can be used", () => {
  const invoice: JsonObject = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    required: ["total", "lines"],
    properties: {
      total: { type: "number", minimum: 0 },
      lines: { type: "array", minItems: 1, items: { $ref: "#/$defs/line" } },
    },
    additionalProperties: false,
    $defs: { line: { type: "object", properties: { sku: { pattern: "^[A-Z]{3}-\\d+$" } }, required: ["sku"] } },
  };

  it("have no mistakes, and outputs pass them", async () => {
    await expect(thread.mistakes(invoice)).resolves.toEqual([]);
    await expect(thread.failures(invoice, { total: 3, lines: [{ sku: "ABC-1" }] })).resolves.toEqual([]);
  });

  it("say where an output fails which keyword", async () => {
    const output = { total: -1, lines: [{ sku: "abc" }, {}], more: true };
    await expect(thread.failures(invoice, output)).resolves.toEqual([
      { pointer: "/total", schemaPointer: "/properties/total/minimum", message: "fails minimum: 0" },
      {
        pointer: "/lines/0/sku",
        schemaPointer: "/$defs/line/properties/sku/pattern",
        message: 'fails pattern: "^[A-Z]{3}-\\\\d+$"',
      },
      { pointer: "/lines/1", schemaPointer: "/$defs/line/required", message: 'fails required: ["sku"]' },
      { pointer: "/more", schemaPointer: "/additionalProperties", message: "fails additionalProperties: false" },
    ]);
  });

  it("list at most twenty failures", async () => {
    const output = Array.from({ length: 500 }, () => "x");
    expect(await thread.failures({ items: { type: "number" } }, output)).toHaveLength(20);
  });

  it("leave format an annotation", async () => {
    await expect(thread.failures({ items: { format: "email" } }, ["x"])).resolves.toEqual([]);
  });

  it("count pattern properties and names as evaluated", async () => {
    const schema = { patternProperties: { "^x-": true }, properties: { a: true }, unevaluatedProperties: false };
    await expect(thread.failures(schema, { "x-1": 1, a: 2 })).resolves.toEqual([]);
    await expect(thread.failures(schema, { b: 2 })).resolves.toMatchObject([{ pointer: "/b" }]);
    const closed = { patternProperties: { "^x-": true }, properties: { a: true }, additionalProperties: false };
    await expect(thread.failures(closed, { "x-1": 1, a: 2, c: 3 })).resolves.toMatchObject([{ pointer: "/c" }]);
  });
});

describe("schemas that cannot be used", () => {
  it.each<[string, JsonObject, string, RegExp]>([
    ["a type that is none", { type: "objekt" }, "/type", /\(anyOf\)|\(enum\)/],
    ["a property that is no schema", { properties: { a: 5 } }, "/properties/a", /\(type\)/],
    ["a negative length", { minLength: -1 }, "/minLength", /\(minimum\)/],
    ["look-around", { properties: { a: { pattern: "(?=a)" } } }, "/properties/a/pattern", /RE2/],
    ["a back-reference", { pattern: "(a)\\1" }, "/pattern", /RE2/],
    ["an unfinished expression", { patternProperties: { "[": {} } }, "/patternProperties/[", /RE2/],
    ["a huge expression", { pattern: "[a-z]{900}[a-z]{900}" }, "/pattern", /too large/],
  ])("%s", async (_, schema, pointer, message) => {
    const found = await thread.mistakes(schema);
    expect(found).toContainEqual({ pointer, message: expect.stringMatching(message) as string });
  });
});

describe("O1, O2, O5: what strangers may send costs no more than the limit", () => {
  const both = (name: string) => ({
    anyOf: [{ properties: { x: { $ref: name } } }, { properties: { x: { $ref: name } } }],
  });
  const chain = nested(24, (x) => ({ x }), {}) as JsonObject;
  const numbers = Array.from({ length: 4_000 }, (_, at) => at);

  it.each<[string, JsonObject, object]>([
    ["an exponential recursion of anyOf", { $ref: "#/$defs/a", $defs: { a: both("#/$defs/a") } }, chain],
    [
      "a tower of references that doubles",
      {
        $ref: "#/$defs/d0",
        $defs: Object.fromEntries(
          Array.from({ length: 30 }, (_, at) => [
            `d${at}`,
            at < 29 ? { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] } : {},
          ]),
        ),
      },
      {},
    ],
    [
      "the length of a long text, again and again",
      {
        items: { $ref: "#/$defs/d0" },
        $defs: Object.fromEntries(
          Array.from({ length: 17 }, (_, at) => [
            `d${at}`,
            at < 16
              ? { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] }
              : { maxLength: 99_999 },
          ]),
        ),
      },
      ["x".repeat(60_000)],
    ],
    ["a large enum for many items", { items: { enum: numbers.map((one) => one + 0.5).slice(0, 2_000) } }, numbers],
    [
      "many lists of required names",
      { items: { required: numbers.map(String).slice(0, 2_000) } },
      numbers.map(() => ({})),
    ],
    [
      "many comparisons of all items",
      { allOf: Array.from({ length: 250 }, () => ({ uniqueItems: true })) },
      numbers.map((one) => [one]),
    ],
    ["a slow linear expression", { items: { pattern: "[a-z]{1,499}[0-9]" } }, ["a".repeat(60_000)]],
    [
      "many expressions for many names",
      { patternProperties: Object.fromEntries(numbers.slice(0, 250).map((at) => [`[a-z]+x${at}`, true])) },
      Object.fromEntries(numbers.map((at) => [`abcdefgh${at}`, 1])),
    ],
  ])("%s", async (_, schema, output) => {
    await thread.mistakes(schema);
    await expect(thread.failures(schema, output as JsonObject)).resolves.toBe("limit");
    // The steps end it: no thread was lost.
    expect(warnings).toEqual([]);
  });

  it.each<[string, JsonObject, object, unknown]>([
    [
      "nested quantifiers, which take exponential time elsewhere",
      { items: { pattern: "^(a+)+$" } },
      ["a".repeat(5_000) + "b"],
      1,
    ],
    ["items that are all different", { uniqueItems: true }, numbers, 0],
    [
      "names of the prototype, in the output",
      { properties: { a: { type: "number" } } },
      { constructor: 1, toString: 2 },
      0,
    ],
    [
      "names of the prototype, in the schema",
      { properties: { constructor: { type: "string" } } },
      { constructor: 1 },
      1,
    ],
    [
      "a name that is code",
      { properties: { [`"];process.exit();//`]: { const: 1 } } },
      { [`"];process.exit();//`]: 2 },
      1,
    ],
    ["an annotation that is code", { $comment: "`${process.exit()}`", type: "array" }, [], 0],
    [
      "a constant that looks like a schema elsewhere",
      { items: { const: { $id: "http://a.example", $ref: "http://a.example/b" } } },
      [1],
      1,
    ],
  ])("%s", async (_, schema, output, count) => {
    await expect(thread.mistakes(schema)).resolves.toEqual([]);
    expect(await thread.failures(schema, output as JsonObject)).toHaveLength(count as number);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each<[string, (at: number) => string]>([
    ["tables of Unicode", () => `[${"\\p{L}\\P{L}".repeat(49)}]`],
    ["counted repetitions", (at) => `(\\p{L}{30}){29}${at}`],
    ["long programs", (at) => `([a-z]{1,9}x${at}){1,40}`],
  ])("O8: many expressions of %s are refused before they are compiled, however often", async (_, of) => {
    const allOf = Array.from({ length: 200 }, (_, at) => ({ pattern: of(at) }));
    expect(await thread.mistakes({ allOf })).toBe("limit");
    expect(warnings).toEqual([]);
    await expect(thread.failures({ pattern: of(1) }, ["x"])).resolves.toEqual([]);
  });

  it("names with signs that have a meaning in URIs are said as they are", async () => {
    const name = "50% a/b~c#d?é";
    const pointer = "/50% a~1b~0c#d?é";
    const schema = { properties: { [name]: { type: "string" } }, patternProperties: { "^x%": { type: "number" } } };
    expect(await thread.failures(schema, { [name]: 1, "x%41": "a" })).toMatchObject([
      { pointer, schemaPointer: `/properties${pointer}/type` },
      { pointer: "/x%41", schemaPointer: "/patternProperties/^x%/type" },
    ]);
    expect(await thread.mistakes({ properties: { [name]: { type: "objekt" } } })).toMatchObject([
      { pointer: `/properties${pointer}/type` },
    ]);
  });

  it("__proto__ is a name like others", async () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonObject;
    expect(await thread.failures(schema, JSON.parse('{"__proto__":{"polluted":1}}') as JsonObject)).toHaveLength(1);
    await expect(thread.failures({ type: "object" }, {})).resolves.toEqual([]);
  });

  it("deep values pass", async () => {
    const schema = { $defs: { a: { additionalProperties: { $ref: "#/$defs/a" } } }, $ref: "#/$defs/a" };
    await expect(thread.failures(schema, chain)).resolves.toEqual([]);
  });
});

describe("the thread", () => {
  const TRAPPED = bundledThread(path.join(__dirname, "trappedWorker.ts"));
  const trapped = () =>
    new SchemaThread({
      log: { warn: (event) => void warnings.push(event) },
      timeoutMs: 200,
      file: TRAPPED,
    });

  it("is ended when it hangs, and the next schema gets another", async () => {
    const hanging = trapped();
    await expect(hanging.mistakes({ title: "HANG" }, CALLER)).resolves.toBe("busy");
    expect(warnings).toEqual(["schema.thread_ended"]);
    await expect(hanging.mistakes({}, CALLER)).resolves.toEqual([]);
  });

  it("is ended when it exhausts its heap, which the process survives", async () => {
    const full = new SchemaThread({
      log: { warn: () => undefined },
      timeoutMs: 20_000,
      file: TRAPPED,
    });
    await expect(full.mistakes({ title: "FILL" }, CALLER)).resolves.toBe("limit");
    await expect(full.mistakes({}, CALLER)).resolves.toEqual([]);
  });

  it("takes one at a time, and refuses what would wait too long", async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, at) => shared.mistakes({ type: "object" }, `client ${at}`)),
    );
    expect(all.filter((one) => one === "busy")).toHaveLength(10);
    await expect(thread.mistakes({})).resolves.toEqual([]);
  });

  it("O7: one caller takes four of the waiting places, and gets them back", async () => {
    for (let round = 0; round < 2; round++) {
      const flood = Array.from({ length: 30 }, () => shared.mistakes({ type: "object" }, "flooding"));
      await expect(shared.failures({ type: "object" }, {}, "a worker")).resolves.toEqual([]);
      expect((await Promise.all(flood)).filter((one) => one === "busy")).toHaveLength(26);
    }
  });

  it("does not see the process's environment", async () => {
    const seen = await trapped().mistakes({ title: "ENVIRONMENT" }, CALLER);
    expect(seen).toEqual([]);
  });

  it("is what the service evaluates in", () => {
    expect(wire(testSettings()).services.outputChecker).toBeInstanceOf(SchemaThread);
  });
});
