import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import type { AnswerPlan, Known } from "../../../packages/answers/src/plan/plan";
import { PLAN_SCHEMA } from "../../../packages/answers/src/plan/planSchema";
import { planOf } from "../../../packages/answers/src/plan/planner";

type Questions = Record<Known["kind"], [question: string | string[], plan: string][]>;

const file = path.join(__dirname, "../../../dev/bench/questions/planning.json");
const questions = JSON.parse(readFileSync(file, "utf8")) as Questions;
const isPlan = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(PLAN_SCHEMA);

const column = (name: string, ...values: string[]) => ({ name, values, codes: new Uint16Array() });
const columns = [
  column("category", "Finance", "Humor", "Career", "Health & Fitness"),
  column("gender", "female", "male"),
  column("state", "CA", "FL", "NY", "TX"),
  column("region", "Midwest", "Northeast", "South", "West"),
];

/** The plan where the data holds every word that is asked about, or none of them. */
const plan = (kind: Known["kind"], question: string | string[], holds: boolean): AnswerPlan => {
  const own = kind === "goals" ? columns : [];
  return planOf(
    [question].flat().map((content) => ({ role: "user", content })),
    { kind, size: 1_000, columns: own, countOf: () => (holds ? 20 : undefined) },
    aliasesOf(own),
  );
};

const cases = (["goals", "chats"] as const).flatMap((kind) =>
  questions[kind].map(([question]) => ({ kind, question })),
);

it.each([true, false])("describes the plan of every question, where its words are in the data: %s", (holds) => {
  const plans = cases.map(({ kind, question }) => plan(kind, question, holds));
  expect(plans.length).toBeGreaterThanOrEqual(150);
  expect(plans.flatMap((one) => (isPlan(one) ? [] : [{ one, errors: isPlan.errors }]))).toEqual([]);
  const does = new Set(plans.flatMap(({ steps }) => steps.map((step) => step.do)));
  if (holds)
    expect([...does].sort()).toEqual("breakdown compare count describe quotes rank share top trend".split(" "));
});

it("refuses what is no plan", () => {
  const good = plan("goals", "Why do men in Texas want to save money but not travel?", true);
  expect(isPlan(good)).toBe(true);
  for (const bad of [
    {},
    { ...good, version: "answer-plan/v2" },
    { ...good, more: 1 },
    { ...good, steps: [{ do: "delete", of: null }] },
    { ...good, steps: [{ do: "count", of: null }] },
    { ...good, steps: [{ do: "top", of: null, limit: 1_000 }] },
    { ...good, steps: [{ do: "trend", of: { is: "topic", text: "a" } }] },
    { ...good, refusals: [{ kind: "unknown", words: "", detail: [] }] },
  ])
    expect(isPlan(bad)).toBe(false);
});

it("describes the plan of what is counted by words that the data has", () => {
  const planned = planOf(
    [{ role: "user", content: "How many ask how old they must be?" }],
    { kind: "goals", size: 1_000, columns, countOf: () => 20 },
    aliasesOf(columns),
  );
  expect(planned.steps).toEqual([
    expect.objectContaining({ of: expect.objectContaining({ insteadOf: "how old" }) as object }),
  ]);
  expect([isPlan(planned), isPlan.errors]).toEqual([true, null]);
});
