import type { Answers } from "../../../packages/answers/src/answers";
import type { DatasetRecord } from "../../../packages/answers/src/dataset/record";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Dataset } from "../../../packages/answers/src/engine/dataset";
import { Evidences } from "../../../packages/answers/src/engine/evidence";
import { columnCells } from "../../../packages/answers/src/engine/selection";
import type { Predicate } from "../../../packages/answers/src/plan/plan";
import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { cpuMs } from "../../setup/cpu";
import { ask, NOW, publish, quiet } from "./fixture";

const STATES = {
  NY: ["Northeast", 38],
  MA: ["Northeast", 20],
  VT: ["Northeast", 3],
  TX: ["South", 44],
  FL: ["South", 28],
  AL: ["South", 4],
  GA: ["South", 3],
} as const;
const WISHES = ["save money", "learn Spanish", "run a marathon"];

/** Three come from Vermont, which its region's count less those of its other states would tell. */
const goals: DatasetRecord[] = Object.entries(STATES).flatMap(([state, [region, count]]) =>
  Array.from({ length: count }, (_, i) => ({
    text: `I want to ${WISHES[i % WISHES.length]} with friend ${i}`,
    fields: { region, state, gender: i % 2 === 0 ? "female" : "male" },
  })),
);

let answers: Answers;
beforeAll(async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goals);
  answers = localAnswers({ snapshots, now: () => NOW, log: quiet });
});

describe("PL10: a column whose values lie within those of another", () => {
  it("tells the larger groups", async () => {
    expect(await ask(answers, "goals", "How do the goals split by region?")).toMatch(/Northeast \| 61 .*\n?/);
    expect(await ask(answers, "goals", "How many are from Texas?")).toContain("**44 of 140");
  });

  it.each([
    "How do the goals split by state?",
    "How many are from Massachusetts?",
    "How many people in Massachusetts are there?",
    "How many are from Massachusetts or Texas?",
    "How many are not from Massachusetts?",
    "How many are from Massachusetts or Vermont?",
    "How many want to save money in Massachusetts or Texas?",
    "Compare New York and Massachusetts",
    "What share of the goals come from Massachusetts?",
  ])("does not tell what would give a small group away: %s", async (question) => {
    const reply = await ask(answers, "goals", question);
    // 20 from Massachusetts, 3 from Vermont, and what sums and differences with these would be.
    expect(reply).not.toMatch(/\b(?:20|3|23|64|120|117|41) (?:of|goals|\()|\| (?:20|3|23|64|120) \|/);
  });
});

it.each([50, 500])("PL10: a table of what thirty values join is cheap, with columns of %i values", async (many) => {
  const [size, joined] = [100_000, 30];
  const random = seededRandom(1);
  const values = Array.from({ length: many }, (_, v) => `v${v}`);
  const column = (name: string) => {
    // All pairs of the thirty with any other value are of five and more.
    const codes = Uint16Array.from({ length: size }, () => 1 + Math.floor(random() * (random() < 0.9 ? joined : many)));
    return { name, values, codes };
  };
  const columns = [column("state"), column("topic")];
  const dataset = { size, columns, around: new Map(), aliases: [] } as unknown as Dataset;
  const value = (label: string): Predicate => ({
    ...{ is: "value", column: "state", value: label, label },
    ...{ isOfPeople: false, words: label },
  });
  const { ms } = await cpuMs(() => {
    const { conditions } = new Evidences(dataset, []).of({ is: "or", of: values.slice(0, joined).map(value) });
    return columnCells(dataset, { conditions }, "topic");
  });
  expect(ms).toBeLessThan(2_500);
});
