import { DatasetMissing } from "../../../packages/answers/src/answers";
import type { LocalAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, publish, sampleAnswers, unhurried } from "./fixture";

let known: LocalAnswers;
let sample: Awaited<ReturnType<typeof sampleAnswers>>;

beforeAll(async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goalsOfStates());
  known = unhurried(snapshots);
  sample = await sampleAnswers();
});

const BROKEN = /undefined|NaN|\[object|null/;

describe("happy", () => {
  it.each([
    ["chats", "What do people ask about most?"],
    ["chats", "How many ask about invoices?"],
    ["chats", "What do people say about the voice agent?"],
    ["chats", "What is different between visitors from the US and GB?"],
    ["goals", "What do people in Texas want?"],
    ["goals", "Which regions want to learn about AI?"],
  ] as const)("answers from the shipped %s: %s", async (kind, question) => {
    const reply = await ask(sample, kind, question);
    expect(reply).toMatch(/\d/);
    expect(reply).not.toMatch(BROKEN);
  });

  it("gives the same reply each time", async () => {
    const question = "Compare men and women";
    expect(await ask(known, "goals", question)).toBe(await ask(known, "goals", question));
  });

  it("gives a plan's results as JSON where it asks for that, each set with its definition and what the noise leaves", async () => {
    const plan = {
      steps: [{ do: "count", of: { topic: "cook" }, among: { where: { gender: "female" } } }],
      format: "json",
    };
    const { results } = JSON.parse(await ask(known, "goals", JSON.stringify(plan))) as { results: unknown[] };
    expect(results).toEqual([
      expect.objectContaining({
        do: "count",
        of: expect.objectContaining({
          definition: expect.stringContaining("mention “cook”") as unknown,
          count: {
            told: expect.any(Number) as unknown,
            low: expect.any(Number) as unknown,
            high: expect.any(Number) as unknown,
          },
        }) as unknown,
        share: expect.objectContaining({ percent: expect.any(Number) as unknown }) as unknown,
      }),
    ]);
  });
});

describe("refusals", () => {
  it("has no answer before a snapshot is published", async () => {
    await expect(ask(known, "chats", "What do people ask?")).rejects.toThrow(DatasetMissing);
  });

  it("says what is wrong with a plan that names what the data does not have", async () => {
    expect(await ask(known, "goals", '{"steps":[{"do":"split","by":"country"}]}')).toContain("/steps/0/by: ");
  });
});

describe("faults", () => {
  it.each([
    "",
    " ",
    "?",
    "a",
    "🤷",
    "and?",
    "between and",
    "compare",
    "difference between men and",
    "how many",
    "x".repeat(4000),
    "(((((",
    "{",
    "*_`|<b>",
    "top 5",
    "\u0000",
  ])("answers whatever is asked: %j", async (question) => {
    const reply = await ask(known, "goals", question);
    expect(reply.length).toBeGreaterThan(20);
    expect(reply).not.toMatch(BROKEN);
  });

  it("answers a conversation of fifty long messages", async () => {
    const messages = Array.from(
      { length: 50 },
      (_, i) => `and what about ${i % 2 ? "women" : "cooking"} ${"please ".repeat(500)}`,
    );
    expect(await ask(known, "goals", ...messages)).toMatch(/\d/);
  });
});
