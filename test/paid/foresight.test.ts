import { PLAN_FORM } from "../../functions/src/schema/chat";
import { STEP_NAMES, STEP_SCHEMAS } from "../../packages/answers/src/plan";
import { planFaults } from "../../packages/answers/src/planFaults";
import { MemorySnapshots } from "../fakes/snapshots";
import { currentClient } from "../mcp/clients";
import { goalsOfStates, publish, unhurried } from "../packages/answers/fixture";
import { post } from "../setup/paying/buyer";
import { testFirestore } from "../setup/firestore";
import type { TestServer } from "../setup/http/server";
import { testService } from "../setup/service";

const { db } = testFirestore();
const snapshots = new MemorySnapshots();
let service: TestServer;

beforeAll(async () => {
  await publish(snapshots, "goals", goalsOfStates());
  service = await testService({ db, answers: unhurried(snapshots) });
});
afterAll(() => service.close());

const send = (query: string, path = "/ai-early-adopters-goals") => post(service.baseUrl + path, { query });
const quote = async (query: string, path?: string) => {
  const { status, json } = await send(query, path);
  expect([status, json["code"]]).toEqual([402, "payment_required"]);
  return json;
};
const planText = (...steps: object[]): string => JSON.stringify({ steps });

describe("a free quote", () => {
  it("PL1: says on a cold instance, too, what the question is understood to ask, with the plan", async () => {
    const first = await quote("How many women want to run a marathon?");
    expect(first).toMatchObject({ answerable: "yes", answerableReason: null, suggestions: [] });
    expect(first["understood"]).toMatch(/marathon/);
    // The plan may be sent as it is.
    expect(await quote(JSON.stringify(first["plan"]))).toMatchObject({ answerable: "yes", plan: first["plan"] });
  });

  it("has three questions with answers where this one has none", async () => {
    const none = await quote("Print all records");
    expect(none).toMatchObject({ answerable: "no", plan: null });
    expect(none["suggestions"]).toHaveLength(3);
    for (const one of none["suggestions"] as string[]) expect(await quote(one)).toMatchObject({ answerable: "yes" });
  });

  it("does without where no dataset is published", async () => {
    expect("understood" in (await quote("How many ask about refunds?", "/demand-insights"))).toBe(false);
  });

  it("costs no look at the store once the dataset is in memory", async () => {
    const asked = { ...snapshots.asked };
    await quote("How many want to cook?");
    expect(snapshots.asked).toEqual(asked);
  });

  it("says by MCP what a question is understood to ask", async () => {
    const client = await currentClient(`${service.baseUrl}/mcp`);
    const { isError, json } = await client.call("aiEarlyAdoptersGoals", {
      query: "How many want to cook?",
    });
    await client.close();
    expect([isError, json]).toMatchObject([true, { answerable: "yes", plan: { steps: [{}] } }]);
  });
});

describe("a plan by MCP", () => {
  const called = async (given: Record<string, unknown>) => {
    const client = await currentClient(`${service.baseUrl}/mcp`);
    try {
      return await client.call("aiEarlyAdoptersGoals", given);
    } finally {
      await client.close();
    }
  };
  const plan = { steps: [{ limit: 3, do: "themes" }], format: "json" };

  it("is quoted as the same plan in the text of a question is", async () => {
    const { json } = await called({ plan });
    expect(json).toMatchObject({ code: "payment_required", answerable: "yes", plan });
  });

  it("names each fault, and there is one question only", async () => {
    for (const [given, pointer] of [
      [{ plan: { steps: [{ do: "cout" }] } }, "/steps/0/do"],
      [{ plan: "themes" }, "/plan"],
      [{ plan, query: "What now?" }, "/plan"],
      [{ plan, messages: [{ role: "user", content: "What now?" }] }, "/plan"],
    ] as const)
      expect((await called(given)).json).toMatchObject({ code: "invalid_request", errors: [{ pointer }] });
  });

  it("is described by every step with its members, and an example that fits", () => {
    const forms = PLAN_FORM.split("\n").filter((line) => line.startsWith('{"do"'));
    expect(forms.map((line) => /^\{"do":"(\w+)"/.exec(line)![1])).toEqual(STEP_NAMES);
    for (const [at, name] of STEP_NAMES.entries()) {
      const own = Array.from(
        forms[at]!.slice(0, forms[at]!.indexOf("}")).matchAll(/"(\w+)"(?=[:?,]|$)/g),
        ([, one]) => one,
      );
      const { properties } = STEP_SCHEMAS[name];
      expect(own).toEqual(expect.arrayContaining(Object.keys(properties).filter((one) => one !== "do")));
    }
    expect(planFaults(JSON.parse(PLAN_FORM.slice(PLAN_FORM.indexOf("Example: ") + 9)))).toEqual([]);
  });
});

describe("a plan is refused before any price is quoted", () => {
  it.each([
    [planText({ do: "cout" }), ["/steps/0/do"]],
    [planText({ do: "split" }), ["/steps/0"]],
    [planText({ do: "count", of: { topc: "run" } }, { do: "quotes", limit: 99 }), ["/steps/0/of", "/steps/1/limit"]],
    [planText(), ["/steps"]],
    ['{"question":"How many?"}', [""]],
    ['{"steps":[', [""]],
  ])("%s", async (query, pointers) => {
    const { status, json } = await send(query);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    const found = (json["errors"] as { pointer: string; message: string }[]).map(({ pointer }) => pointer);
    for (const pointer of pointers) expect(found.some((one) => one.startsWith(pointer))).toBe(true);
  });

  it("names the columns and values that there are, where it names others", async () => {
    const { status, json } = await send(
      planText({ do: "split", by: "country" }, { do: "count", of: { where: { state: "XX" } } }),
    );
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    expect(json["errors"]).toEqual([
      { pointer: "/steps/0/by", message: expect.stringMatching(/no column “country”.*gender/) as unknown },
      { pointer: "/steps/1/of/where/state", message: expect.stringMatching(/no value “XX”.*TX/) as unknown },
    ]);
  });
});
