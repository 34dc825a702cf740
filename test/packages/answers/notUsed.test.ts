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

it("has nothing to name in a plan, nor what the reason names as not in the data", async () => {
  expect((await foreseen("goals", '{"steps":[{"do":"themes"}]}'))?.notUsed).toEqual([]);
  expect(await foreseen("chats", "How many mention xylophones?")).toMatchObject({
    answerable: "no",
    answerableReason: "Fewer than 5 chats mention “xylophones”.",
    notUsed: [],
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

it("sells the reading that uses more of the words alone, and lists none of them as not used", async () => {
  const found = await foreseen("chats", "How many people ask about log-ins?");
  expect(found).toMatchObject({
    understood: "Counts the chats that mention “log-ins”.",
    notUsed: [],
    answerable: "yes",
  });
  expect(found?.plan?.steps).toHaveLength(1);
});

it.each<[DatasetKind, string, string]>([
  ["chats", "How many complain about refunds?", "complain"],
  ["goals", "How many are angry about work?", "angry"],
  ["chats", "How many ask for cheaper plans?", "cheaper"],
])("of %s: answers “%s” partly, as nothing comes of “%s”", async (kind, question, word) => {
  expect(await foreseen(kind, question)).toMatchObject({
    answerable: "partly",
    answerableReason: `The answer takes no account of “${word}”.`,
    notUsed: [word],
  });
});

it("takes a feeling for used where what is asked comes of it", async () => {
  expect((await foreseen("chats", "What do people complain about?"))?.notUsed).toEqual([]);
});

it("says where a follow-up is computed as the question before was", async () => {
  const refunds = "How many ask about refunds?";
  for (const again of ["How many of those are angry?", refunds])
    expect(await foreseen("chats", refunds, again)).toMatchObject({
      answerable: "partly",
      answerableReason: expect.stringContaining("The question before asked the same") as unknown,
    });
  expect(await foreseen("chats", refunds, "How many ask about invoices?")).toMatchObject({ answerable: "yes" });
});

it.each<[DatasetKind, string]>([
  ["chats", "How many people ask about the price?"],
  ["goals", "How many want to exercise?"],
  ["goals", "What share want to make money?"],
])("of %s: tells before “%s” is paid which other words count, as the answer does", async (kind, question) => {
  const { understood = "" } = (await foreseen(kind, question)) ?? {};
  const [also] = /“[^”]+” \(or .+\)/.exec(understood) ?? [];
  expect(await ask(answers, kind, question)).toContain(also ?? "other words");
});

it("says of each part that is sold why it lists nothing", async () => {
  const question = "What are the themes of chats about photos?";
  expect((await foreseen("chats", question))?.plan?.steps.map((step) => step.do)).toEqual(["themes", "count"]);
  expect(await ask(answers, "chats", question)).toContain("have no subject in common that five people share");
});

it("does not sell what takes nothing of a question's own words", async () => {
  expect(await foreseen("chats", "What is the best pizza in Rome?")).toMatchObject({
    answerable: "no",
    answerableReason: "It is not clear what is asked about “pizza” or “Rome”.",
    plan: null,
    suggestions: expect.arrayContaining([expect.any(String)]) as unknown,
  });
});

it("names a word that the data does not have once", async () => {
  expect(await foreseen("chats", "How many mention pizza and refunds?")).toMatchObject({
    answerableReason: "Fewer than 5 chats mention “pizza”.",
    notUsed: [],
  });
});
