import type { Answers, DatasetKind } from "../../../functions/src/ports/answers";
import { FIRST_QUESTIONS } from "../../../dev/tools/exampleQuestions";
import { suggestedFor } from "../../../packages/app/src/lib/ask";
import { ask, sampleAnswers } from "./fixture";

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
  ["chats", "How many customers mention delivery delays at Christmas?", ["delivery", "delays", "Christmas"]],
  ["goals", "How many women want to lose weight on trains?", ["weight", "trains"]],
  ["goals", "How many want to save money for a house?", ["save", "money", "house"]],
  ["chats", "What do people like most about photos of cats?", ["photos", "cats"]],
  ["chats", "How many custumers complain?", ["custumers"]],
])("PL1: of %s: each word of “%s” is in what is understood, or is named as left out", async (kind, question, words) => {
  const { understood = "", answerableReason, notUsed = [] } = (await foreseen(kind, question)) ?? {};
  const said = [understood, answerableReason ?? "", ...notUsed].join(" ").toLowerCase();
  expect(words.filter((word) => !said.includes(word.toLowerCase().slice(0, 5)))).toEqual([]);
});

it("says where a list that was asked for is told by the nearest", async () => {
  expect(await foreseen("chats", "Why do people cancel?")).toMatchObject({
    answerable: "partly",
    answerableReason: "Few of them give a reason in so many words: the answer lists what they speak of.",
  });
});

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

it.each<[DatasetKind, string, string]>([
  ["chats", "country", "US"],
  ["chats", "device", "desktop"],
  ["goals", "gender", "female"],
  ["goals", "age", "25-34"],
])(
  "the app's suggestion for %s by %s is understood whole, lists things, and no free sample tells it",
  async (kind, name, value) => {
    const [question = ""] = suggestedFor({ columns: [{ name, values: [{ value, count: 100 }], notListed: 0 }] });
    const free = (await foreseen(kind, FIRST_QUESTIONS[kind]))?.plan?.steps.map((step) => JSON.stringify(step)) ?? [];
    expect(free.length).toBeGreaterThan(0);
    const found = await foreseen(kind, question);
    expect(found).toMatchObject({ answerable: "yes", notUsed: [] });
    expect(found?.plan?.steps.filter((step) => free.includes(JSON.stringify(step)))).toEqual([]);
    expect(await ask(answers, kind, question)).toMatch(/^3\. /m);
  },
);

it("D2: what fewer than five records tell is said for free, and not sold", async () => {
  const asked = ["How many ask about refunds?", "How many of them are from Germany?"];
  expect(await foreseen("chats", ...asked)).toMatchObject({
    answerable: "no",
    answerableReason: "Fewer than 5 chats tell anything of this.",
    suggestions: expect.arrayContaining([expect.any(String)]) as unknown,
  });
});
