import { createVertex } from "@ai-sdk/google-vertex";
import { generateText, jsonSchema, tool } from "ai";
import { CALL_DESCRIPTION, callSchema, readCall, toldFaults } from "../../../packages/answers/src/model/calls";

const COLUMNS = {
  texts: Array.from({ length: 30 }, (_, i) => `customer_column_${i}`),
  numbers: ["percentage.funded", "rating"],
};

describe("the tool's schema", () => {
  // Four characters of such JSON are about a token: this is 1,500 of them, a fortieth of what a tool for each step took.
  it("is short, however many columns there are", () => {
    expect(JSON.stringify(callSchema(COLUMNS)).length + CALL_DESCRIPTION.length).toBeLessThan(6_000);
  });

  it("reaches Gemini with its columns, their values and bounds", async () => {
    let sent = "";
    const model = createVertex({
      location: "global",
      project: "p",
      apiKey: "k",
      fetch: (_, init) => {
        sent = init!.body as string;
        return Promise.resolve(new Response("{}", { status: 400 }));
      },
    })("any-model");
    const inputSchema = jsonSchema<unknown>(callSchema(COLUMNS) as Parameters<typeof jsonSchema>[0]);
    const tools = { look_up: tool({ inputSchema, execute: () => Promise.resolve("") }) };
    await expect(generateText({ model, prompt: "?", tools, maxRetries: 0 })).rejects.toThrow();
    const [{ functionDeclarations }] = (JSON.parse(sent) as { tools: [{ functionDeclarations: unknown[] }] }).tools;
    const [{ parameters }] = functionDeclarations as [{ parameters: ReturnType<typeof callSchema> }];
    const { where } = parameters.properties.sets.items.properties;
    expect(where!.properties).toMatchObject({
      "percentage.funded": { properties: { from: { type: "number" }, to: { type: "number" } } },
      customer_column_0: { type: "array", items: { type: "string" } },
    });
    expect(parameters.properties.steps.items.properties.do.enum).toContain("average");
    // No member is lost on the way.
    expect(JSON.stringify(parameters).match(/"(?:type|description|enum)":/g)!.length).toBe(
      JSON.stringify(callSchema(COLUMNS)).match(/"(?:type|description|enum)":/g)!.length,
    );
  });
});

describe("a call", () => {
  const read = (call: unknown) => readCall(call, new Map(), new Set(["card not working"]));

  it("holds sets by their names, and topics by any other", () => {
    const { steps, faults } = read({
      sets: [
        { name: "Late", any: ["delay", "late delivery"] },
        { name: "rest", none: ["late"], where: { year: 2013, price: { from: 10, to: null } } },
      ],
      steps: [{ do: "count", of: "rest", among: "books" }],
    });
    const late = { any: [{ topic: "delay" }, { topic: "late delivery" }] };
    expect(faults).toEqual([]);
    expect(steps.map(({ step }) => step)).toEqual([
      { do: "count", of: { none: [late], where: { year: "2013", price: { from: 10 } } }, among: { topic: "books" } },
    ]);
  });

  it("takes a set of an earlier call by #name only, so that no topic turns into one", () => {
    const price = { any: [{ topic: "price" }, { topic: "rent" }] };
    const later = (call: unknown) => readCall(call, new Map([["price", price]]), new Set());
    const call = { sets: [{ name: "cost", any: ["price", "#Price"] }], steps: [{ do: "count", of: "price" }] };
    const { named, steps, notes } = later(call);
    expect(named.get("cost")).toEqual({ any: [{ topic: "price" }, price] });
    expect(steps[0]!.step).toEqual({ do: "count", of: { topic: "price" } });
    expect(notes).toEqual(["“price” is the topic here; the set of an earlier call is “#price”."]);
    expect(later({ steps: [{ do: "count", of: "#rent" }] }).faults).toEqual([
      { pointer: "/steps/0/of", detail: "There is no set “#rent”. Use #price, or a topic without #." },
    ]);
    const own = later({ sets: [{ name: "#late", topic: "delay" }], steps: [{ do: "rank", items: ["late", "#Late"] }] });
    expect([own.steps[0]!.step["items"], own.notes]).toEqual([[{ topic: "delay" }, { topic: "delay" }], []]);
  });

  it("takes a set with a name only as that topic", () => {
    const { steps, faults } = read({
      sets: [{ name: "price", topic: "", all: [] }],
      steps: [{ do: "count", of: "price" }],
    });
    expect([steps[0]!.step, faults]).toEqual([{ do: "count", of: { topic: "price" } }, []]);
    expect(steps[0]!.placeOf("/steps/0/of/topic")).toBe("/sets/0/name");
    expect(read({ sets: [{ name: "not clean" }], steps: [{ do: "count" }] }).faults[0]!.pointer).toBe("/sets/0/name");
  });

  it("gives the place of a fault as the call has it, and what may be used once", () => {
    const { steps } = read({
      sets: [
        { name: "old", where: { year: ["1", "2"] } },
        { name: "rest", none: ["old"] },
      ],
      steps: [{ do: "compare", sides: ["rest", "x"], on: ["a", "b"] }],
    });
    expect(steps).toHaveLength(2);
    const at = steps.map(({ placeOf }) => placeOf("/steps/0/sides/0/none/0/where/year/1"));
    expect(at).toEqual(["/sets/0/where/year/1", "/sets/0/where/year/1"]);
    expect(steps[1]!.placeOf("/steps/0/on/topic")).toBe("/steps/0/on/1/topic");
    expect(steps[1]!.placeOf("/steps/0/limit")).toBe("/steps/0/limit");
    const fault = (place: string, value: string) => ({
      pointer: place,
      detail: `No value “${value}”. Use one of 3, 4.`,
    });
    expect(toldFaults([fault("/a", "1"), fault("/a", "1"), fault("/b", "2")])).toBe(
      "/a: No value “1”. Use one of 3, 4.\n/b: No value “2”.",
    );
  });

  it.each(["no showers", "not clean", "food wasn't fresh", "can’t log in"])(
    "refuses to drop the denial of “%s”",
    (topic) => {
      expect(read({ steps: [{ do: "count", of: topic }] }).faults).toHaveLength(1);
      expect(read({ sets: [{ name: "a", topic }], steps: [{ do: "count" }] }).faults).toHaveLength(1);
    },
  );

  it("takes a theme's name as it is, and a call without a step as a fault", () => {
    expect(read({ steps: [{ do: "count", of: "card not working" }] }).faults).toEqual([]);
    expect(read({ steps: [] }).faults).toHaveLength(1);
    expect(read("?").faults).toHaveLength(1);
  });
});
