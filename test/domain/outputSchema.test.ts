import { schemaHash, verdictOn, type Verdict } from "../../functions/src/domain/acceptance";
import { brokenSchemaRules, type JsonObject } from "../../functions/src/domain/outputSchema";
import { metadataHash, tidyMetadata, type TaskMetadata } from "../../functions/src/domain/task/metadata";

const wrong = (schema: JsonObject) =>
  brokenSchemaRules(schema, "/s").map(({ pointer, message }) => `${pointer} ${message}`);
const nested = (levels: number, name: string) =>
  Array.from({ length: levels }).reduce<JsonObject>((inner) => ({ [name]: inner }), {});

describe("O2: the rules of strangers' schemas", () => {
  it.each<[string, JsonObject]>([
    ["nothing", {}],
    ["the dialect", { $schema: "https://json-schema.org/draft/2020-12/schema" }],
    ["recursion that goes down", { $defs: { a: { properties: { b: { $ref: "#/$defs/a" } } } }, $ref: "#/$defs/a" }],
    ["names that are written with escapes", { properties: { "a/b~c": {} }, not: { $ref: "#/properties/a~1b~0c" } }],
    ["names that are percent-encoded", { $defs: { "ä b": {} }, items: { $ref: "#/$defs/%C3%A4%20b" } }],
    ["boolean schemas", { items: false, additionalProperties: true }],
    ["data that looks like a schema", { const: { $id: 1, $ref: "x", unknown: 2 }, default: { $anchor: "a" } }],
    ["properties named like keywords", { properties: { $ref: { type: "string" }, $id: {} } }],
  ])("allow %s", (_, schema) => expect(wrong(schema)).toEqual([]));

  it.each<[string, JsonObject, string]>([
    ["a keyword of another draft", { definitions: {} }, "/s/definitions is called $defs in JSON Schema 2020-12"],
    ["an unknown keyword deep down", { items: { typ: "x" } }, "/s/items/typ is not a keyword of JSON Schema 2020-12"],
    ["a name of the prototype", { constructor: {} }, "/s/constructor is not a keyword of JSON Schema 2020-12"],
    ["a dynamic reference", { $dynamicRef: "#a" }, "/s/$dynamicRef is not supported: use $ref"],
    ["an anchor", { $ref: "#a" }, "/s/$ref must be # or a JSON Pointer within this schema, as #/$defs/NAME"],
    [
      "a broken reference",
      { $ref: "#/%E0%A4%A" },
      "/s/$ref must be # or a JSON Pointer within this schema, as #/$defs/NAME",
    ],
    [
      "a reference to what is no schema",
      { enum: [{}], not: { $ref: "#/enum/0" } },
      "/s/not/$ref refers to no schema within this one",
    ],
    [
      "a circle",
      { $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      "/s/$defs/b/allOf/0 refers to itself without end",
    ],
    [
      "a circle by dependentSchemas",
      { dependentSchemas: { a: { $ref: "#" } } },
      "/s/dependentSchemas/a refers to itself without end",
    ],
    [
      "a dialect within",
      { items: { $schema: "https://json-schema.org/draft/2020-12/schema" } },
      "/s/items/$schema must be https://json-schema.org/draft/2020-12/schema, at the top of the schema only",
    ],
    ["depth", nested(25, "not"), "/s must not be nested more than 24 levels deep"],
    ["bytes", { description: "ä".repeat(8_200) }, "/s must have at most 16384 bytes as JSON"],
    ["schemas", { allOf: Array.from({ length: 300 }, () => ({})) }, "/s must have at most 300 schemas within it"],
    [
      "a long expression",
      { patternProperties: { ["a".repeat(501)]: {} } },
      `/s/patternProperties/${"a".repeat(501)} must have at most 500 characters`,
    ],
  ])("refuse %s", (_, schema, message) => expect(wrong(schema)).toEqual([message]));

  it("follow each reference of the largest schemas once", () => {
    const ring = Object.fromEntries(
      Array.from({ length: 298 }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${(at + 1) % 298}` }]),
    );
    const followed = jest.spyOn(Map.prototype, "get");
    expect(wrong({ $defs: ring })).toHaveLength(1);
    expect(followed).toHaveBeenCalledTimes(298);
    followed.mockRestore();
  });
});

describe("acceptance in the metadata", () => {
  const old: TaskMetadata = { title: "a", description: "b", category: "c" };

  it("leaves the hash of metadata without it as it was", () => {
    expect(metadataHash(tidyMetadata(old))).toBe("0x79b2948fdaaa1f29f2dbf3e019f38b075cece497559d4c27662ba444916f2989");
  });

  it("has criteria in one spelling, and the schema as it was given", () => {
    const outputSchema = { enum: ["a\r\nb", 1.0, { b: 1, a: 2 }] };
    const { acceptance } = tidyMetadata({ ...old, acceptance: { criteria: ["one\r\ntwo"], outputSchema } });
    expect(acceptance).toEqual({ criteria: ["one\ntwo"], outputSchema });
  });
});

describe("O4: a verdict", () => {
  const outputSchema = { type: "array" };
  const stored: Verdict = {
    result: "passed",
    schemaHash: schemaHash(outputSchema),
    checkedAt: "2026-11-22T00:00:00.000Z",
    failures: [],
  };

  it("is shown with the schema that it was made with, and with no other", () => {
    expect(verdictOn({ outputSchema }, stored)).toEqual(stored);
    expect(verdictOn({ outputSchema: {} }, stored)).toMatchObject({ result: "unchecked", checkedAt: null });
    expect(verdictOn({ outputSchema }, undefined)).toMatchObject({ result: "unchecked", checkedAt: null });
    expect(verdictOn({ criteria: ["x"] }, stored)).toBeNull();
    expect(verdictOn(undefined, undefined)).toBeNull();
  });
});
