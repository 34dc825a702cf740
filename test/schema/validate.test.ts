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
  VISIBLE,
} from "../../functions/src/schema/build";
import { forAll } from "../setup/runs";

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
/** Values that have checks of their own, and what only its sender and the operator read. */
const OWN = [
  ...["category", "country", "description", "displayName", "endpoint", "error", "industry", "intentId", "message"],
  ...["product", "receipt", "resubmissionSignature", "signature", "txHash", "url", "voucherSignature"],
];
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
    ["blank text", { a: "  " }, "/a", /a visible character/],
    ["invisible text", { a: "\u200b \u3164" }, "/a", /a visible character/],
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
    forAll([fc.anything({ withNullPrototype: true })], (value) => {
      expect(Array.isArray(violations(Shape, value))).toBe(true);
    });
    forAll([fc.jsonValue()], (value) => {
      const before = JSON.stringify(value);
      violations(Shape, value);
      expect(JSON.stringify(value)).toBe(before);
    });
  });
});

describe("I3: one rule for all texts", () => {
  interface Node {
    type?: string;
    properties?: Record<string, Node>;
    items?: Node;
    anyOf?: Node[];
    oneOf?: Node[];
    enum?: unknown;
    const?: unknown;
    pattern?: string;
    [VISIBLE]?: boolean;
  }
  /** Every string of a request that is neither a choice nor of a fixed form. */
  const strings = (node: Node, at: string): [string, Node][] => [
    ...(node.type === "string" && !node.enum && !node.const && (!node.pattern || node[VISIBLE])
      ? [[at, node] as [string, Node]]
      : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, one]) => strings(one, `${at}/${name}`)),
    ...[node.items ?? [], node.anyOf ?? [], node.oneOf ?? []].flat().flatMap((one) => strings(one, at)),
  ];
  const all = Object.values(ENDPOINTS)
    .flat()
    .flatMap(({ path, input }) => strings(input as Node, path));

  it("is on every text that somebody is to read: work, titles, comments, messages, evidence, questions", () => {
    const texts = all.filter(([, node]) => node[VISIBLE]);
    for (const [at, node] of texts)
      expect([at, violations(node as never, "\u200b\u200b")]).toEqual([
        at,
        [{ pointer: "", message: "must contain a visible character" }],
      ]);
    for (const field of [
      ...["/agentSubmitWork/text", "/agentDecide/comment", "/agentRule/reason", "/mkt/request-changes/reason"],
      ...["/agentCreateTaskSimple/title", "/agentCreateTaskSimple/privateDetails/text", "/mkt/resubmit/text"],
      ...["/mkt/interest/message", "/mkt/messages/text", "/mkt/dispute/answer/text", "/demand-insights/query"],
      ...["/demand-insights/messages/content", "/mkt/rating/comment", "/mkt/service/title", "/x402Feedback/message"],
    ])
      expect(texts.map(([at]) => at)).toContain(field);
  });

  it("leaves out only what is a value or a label of the sender's own", () => {
    const others = all.filter(([, node]) => !node[VISIBLE]).map(([at]) => at.split("/").at(-1));
    expect([...new Set(others)].sort()).toEqual(OWN);
  });
});
