import { notUsedIn } from "../../../packages/answers/src/notUsed";
import type { Answers, DatasetKind } from "../../../functions/src/ports/answers";
import type { Guide } from "../../../packages/answers/src/guide";
import type { Plan } from "../../../packages/answers/src/plan";
import { FIRST_QUESTIONS } from "../../../dev/tools/exampleQuestions";
import { PRODUCTS } from "../../../packages/app/src/lib/ask";
import { sampleAnswers } from "./fixture";

let answers: Answers;
beforeAll(async () => {
  answers = await sampleAnswers();
});

const foreseen = (kind: DatasetKind, ...turns: string[]) =>
  answers.foresee(
    kind,
    turns.map((content) => ({ role: "user" as const, content })),
  );

it.each<[DatasetKind, string]>([
  ["goals", "How many women want to lose weight?"],
  ["goals", "What are the most common goals?"],
  ["chats", "How many ask about refunds?"],
  ["chats", "What do people ask about most?"],
])("of %s: names no word of “%s”, which is understood whole", async (kind, question) => {
  expect((await foreseen(kind, question))?.notUsed).toEqual([]);
});

it.each<[DatasetKind, string, string[]]>([
  ["chats", "How many ask for their money back?", ["money", "back"]],
  ["chats", "How many complain about delivery delays?", ["complain", "delivery", "delays"]],
  ["goals", "How many want to save money for a house?", ["save", "money", "house"]],
])(
  "PL1: of %s: each word of “%s” is in what is understood, changes the plan, or is named",
  async (kind, question, words) => {
    const { understood = "", notUsed = [], plan } = (await foreseen(kind, question)) ?? {};
    for (const word of words) {
      const without = await foreseen(kind, question.replace(word, ""));
      const counts = JSON.stringify(without?.plan) !== JSON.stringify(plan);
      expect([word, notUsed.includes(word)]).toEqual([word, !counts && !understood.includes(word.slice(0, 4))]);
    }
  },
);

it("reads a question that follows in the light of those before it", async () => {
  expect((await foreseen("goals", "What are the most common goals?", "And among women?"))?.notUsed).toEqual([]);
});

it("has nothing to name in a plan, and the words that the data does not have where there is none", async () => {
  expect((await foreseen("goals", '{"steps":[{"do":"themes"}]}'))?.notUsed).toEqual([]);
  expect(await foreseen("chats", "How many mention xylophones?")).toMatchObject({
    answerable: "no",
    notUsed: ["xylophones"],
  });
});

it("D2: reads no question more than eight times, and a long one once", () => {
  let reads = 0;
  const plan = { steps: [{ do: "themes" as const }] };
  const of = (question: string) => {
    reads = 0;
    const found = notUsedIn(question, { understood: "", plan }, { columns: [] }, () => (reads++, plan));
    return [found.length, reads];
  };
  expect(of("a1 b2 c3 d4 e5 f6 g7 h8")).toEqual([8, 8]);
  expect([of("a1 b2 c3 d4 e5 f6 g7 h8 i9"), of("word ".repeat(60))]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

it("names a column's value that the plan leaves out, whatever the question without it would be", () => {
  const columns = [
    { name: "gender", values: [{ value: "female", alsoCalled: ["women"] }] },
  ] as unknown as Guide["columns"];
  const found = (plan: Plan) => notUsedIn("What do women want?", { understood: "", plan }, { columns }, () => null);
  expect(found({ steps: [{ do: "themes" }] })).toEqual(["women"]);
  expect(found({ steps: [{ do: "themes", of: { where: { gender: "female" } } }] })).toEqual([]);
});

it("the app's suggestions are understood whole, and are of another kind than the free sample before them", async () => {
  for (const { kind, examples } of PRODUCTS) {
    if (kind === null) continue;
    const free = (await foreseen(kind, FIRST_QUESTIONS[kind]))?.plan?.steps.map((step) => JSON.stringify(step)) ?? [];
    expect(free.length).toBeGreaterThan(0);
    for (const question of examples) {
      const found = await foreseen(kind, question);
      expect([question, found]).toEqual([question, expect.objectContaining({ answerable: "yes", notUsed: [] })]);
      // The free sample lists how many name each theme: a plain count would sell one of its figures.
      const steps = found?.plan?.steps ?? [];
      const isPlain = steps[0]?.do === "count" && steps[0].among === undefined;
      expect([question, isPlain]).toEqual([question, false]);
      expect(steps.filter((step) => free.includes(JSON.stringify(step)))).toEqual([]);
    }
  }
});
