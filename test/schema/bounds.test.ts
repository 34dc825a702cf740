import { Refusal } from "../../functions/src/domain/errors";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { excesses, requireValid, validInput } from "../../functions/src/schema/validate";
import { parseJson } from "../../functions/src/domain/json";
import type { Schema } from "../../functions/src/schema/build";
import { ChatQuestion } from "../../functions/src/schema/chat";
import { refusalOf } from "../setup/tasks/refusals";

const MARKS = "a" + "\u0315".repeat(65_000) + "\u0316".repeat(65_000);

interface Keywords {
  type?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  maxItems?: number;
  maxLength?: number;
  maxProperties?: number;
}

/** The lengths of the texts that are normalised meanwhile, whatever is thrown. */
function normalised(act: () => unknown): number[] {
  const spy = jest.spyOn(String.prototype, "normalize");
  try {
    act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const lengths = spy.mock.contexts.map((text) => String(text).length);
  spy.mockRestore();
  return lengths;
}

describe("happy", () => {
  it("normalises an input's strings, at any depth, and leaves the input itself alone", () => {
    const sent = { messages: [{ role: "user", content: "cafe\u0301" }] };
    expect(validInput(ChatQuestion, sent)).toEqual({ messages: [{ role: "user", content: "caf\u00e9" }] });
    expect(sent.messages[0]?.content).toBe("cafe\u0301");
  });

  it("D1: takes 30 combining marks in a row", () => {
    const query = `x${"\u0315".repeat(30)}y${"\u0316".repeat(30)}`;
    expect(validInput(ChatQuestion, { query })).toEqual({ query: query.normalize("NFC") });
  });

  it("finds nothing too large in any endpoint's own example", () => {
    for (const { input, example } of Object.values(ENDPOINTS).flat()) expect(excesses(input, example)).toEqual([]);
  });
});

describe("refusals", () => {
  it("D1: refuses 31 combining marks in a row, also where one character becomes two of them", () => {
    for (const marks of ["\u0315".repeat(31), "\u0344".repeat(16)]) {
      const refusal = refusalOf(() => validInput(ChatQuestion, { messages: [{ role: "user", content: `x${marks}` }] }));
      expect(refusal.detail).toBe(
        "The text at /messages/0/content must not have more than 30 combining marks in a row.",
      );
    }
  });

  it("counts code points against a limit", () => {
    expect(excesses(ChatQuestion, { query: "\u{1f600}".repeat(4_000) })).toEqual([]);
    expect(excesses(ChatQuestion, { query: "\u{1f600}".repeat(4_001) })).toEqual([
      { pointer: "/query", message: "must NOT have more than 4000 characters" },
    ]);
  });

  it("leaves values of another type to the validation", () => {
    const wrong = { query: ["a"], messages: "b" };
    expect(excesses(ChatQuestion, wrong)).toEqual([]);
    expect(refusalOf(() => requireValid(ChatQuestion, wrong)).options.errors).toHaveLength(3);
  });
});

describe("security", () => {
  it("D1: refuses a text by its length before it is normalised", () => {
    const sent = parseJson(Buffer.from(JSON.stringify({ query: MARKS })));
    expect(normalised(() => validInput(ChatQuestion, sent))).toEqual([]);
  });

  it("D1: normalises no long run of marks where a field has no limit of its own, and every text once", () => {
    const { input } = Object.values(ENDPOINTS)
      .flat()
      .find(({ path }) => path === "/x402Feedback")!;
    const tall = `e${"\u0301\u0323".repeat(15)}`.repeat(4_000);
    const lengths = normalised(() => validInput(input, { message: "x", context: { deep: [tall, MARKS] } }));
    expect(lengths).toEqual([1, tall.length]);
  });

  it("D3: counts a body's values before it makes any", () => {
    const parsed = jest.spyOn(JSON, "parse");
    for (const text of [
      `[${"{},".repeat(87_000)}{}]`,
      `{${Array.from({ length: 30_000 }, (_, n) => `"${n}":1`).join()}}`,
      `[${"0,".repeat(5_000)}0]`,
    ]) {
      expect(refusalOf(() => parseJson(Buffer.from(text))).detail).toBe(
        "The body contains too many values. Send at most 5000.",
      );
      expect(parsed).not.toHaveBeenCalled();
    }
    parsed.mockRestore();
    expect(() => parseJson(Buffer.from(`[${"0,".repeat(5_000 - 2)}0]`))).not.toThrow();
  });

  it("D3: refuses too many items by their number, without looking at them", () => {
    const refusal = refusalOf(() => validInput(ChatQuestion, { messages: Array.from({ length: 1_000 }, () => ({})) }));
    expect(refusal.options.errors).toEqual([{ pointer: "/messages", message: "must NOT have more than 50 items" }]);
  });

  it("D3: lists at most 20 errors", () => {
    for (const sent of [
      { messages: Array.from({ length: 50 }, () => ({})) },
      Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`x${n}`, 1])),
      { messages: Array.from({ length: 50 }, () => ({ role: "user", content: "x".repeat(5_000) })) },
    ]) {
      const errors = refusalOf(() => validInput(ChatQuestion, sent)).options.errors ?? [];
      expect(errors.length).toBeGreaterThan(10);
      expect(errors.length).toBeLessThanOrEqual(20);
    }
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`x${n}`, 1]));
    expect(refusalOf(() => validInput(ChatQuestion, many)).options.errors).toEqual([
      { pointer: "", message: "must NOT have more than 22 properties" },
    ]);
  });

  it("D3: every list and every text of every endpoint's input has a limit", () => {
    const unlimited: string[] = [];
    const visit = (schema: Schema, where: string): void => {
      const {
        type,
        maxItems,
        maxLength,
        maxProperties,
        additionalProperties,
        pattern,
        items,
        properties,
        const: only,
        enum: values = only === undefined ? undefined : [only],
      } = schema as Keywords;
      if (type === "array" && maxItems === undefined) unlimited.push(where);
      // A pattern limits a text where it is anchored and repeats nothing without end.
      if (type === "string" && maxLength === undefined && !values && !/^\^(?:[^+*]|\[[^\]]*\])*\$$/.test(pattern ?? ""))
        unlimited.push(where);
      if (type === "object" && maxProperties === undefined && additionalProperties !== false) unlimited.push(where);
      if (items) visit(items, `${where}[]`);
      for (const [name, member] of Object.entries(properties ?? {})) visit(member, `${where}/${name}`);
    };
    for (const { path, input } of Object.values(ENDPOINTS).flat()) visit(input, path);
    expect(unlimited).toEqual([]);
  });
});
