import { localAnswers } from "../../../packages/answers/src/local";
import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { foresightOf } from "../../../packages/answers/src/plan/foresight";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, NOW, publish, quiet } from "./fixture";
import { known } from "./planFixture";

const answersOf = async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "goals", goalsOfStates());
  const answers = localAnswers({ snapshots, now: () => NOW, log: quiet });
  return { snapshots, answers, foresee: (content: string) => answers.foresee!("goals", [{ role: "user", content }]) };
};

it("PL3: says what a question is understood to ask, and whether it can be answered, without any look at the store", async () => {
  const { snapshots, answers, foresee } = await answersOf();
  expect(foresee("How many want to cook?")).toBeNull();
  await ask(answers, "goals", "How many want to cook?");
  const asked = { ...snapshots.asked };
  expect(foresee("How many women in Texas want to run a marathon?")).toEqual({
    understood: "Count how many goals from women in Texas mention “run a marathon”.",
    answerable: "yes",
    answerableReason: null,
  });
  expect(foresee("How many want to cook, and how many mention zebras?")).toMatchObject({
    understood: "Count how many goals mention “cook”.",
    answerable: "partly",
    answerableReason: expect.stringContaining("fewer than 5 of its 150 goals use “zebras”") as unknown,
  });
  expect(
    foresee("How many of the people in this data want to cook at home, and how many mention zebras in Kenya?"),
  ).toMatchObject({ answerableReason: expect.stringContaining("Short questions of one topic each") as unknown });
  // The words of a phrase that was not found are counted in the paid reply only.
  expect(foresee("How many want to cook zebras for their family?")?.answerableReason).not.toMatch(/alone is in/);
  expect(foresee("How many want to cook or see zebras?")?.answerableReason).not.toContain("Short questions");
  expect(foresee("Is cooking rising or falling?")).toMatchObject({ answerable: "partly" });
  expect(foresee("¿Cuántas personas quieren cocinar?")).toMatchObject({ answerable: "no" });
  expect(foresee("How many ".repeat(200))).toBeNull();
  expect(snapshots.asked).toEqual(asked);
});

it("PL3: warns of a group that no column has", async () => {
  const { answers, foresee } = await answersOf();
  await ask(answers, "goals", "How many want to cook?");
  expect(foresee("How many want to cook?")?.answerable).toBe("yes");
  expect(foresee("What do people in Vermont want?")).toMatchObject({
    answerable: "partly",
    answerableReason: expect.stringContaining("nothing to report from Vermont") as unknown,
  });
});

it("PL3: warns of a word that few use, without its count, where more is asked of the same records", () => {
  const counts = new Map([
    ["beer", 12],
    ["travel", 60],
    ["save", 40],
    ["money", 70],
  ]);
  const data = { ...known("goals", true), countOf: (stem: string) => counts.get(stem) };
  const said = (content: string) =>
    foresightOf(planOf([{ role: "user", content }], data, aliasesOf(data.columns)), data);
  const warned = {
    answerable: "partly",
    answerableReason: expect.stringMatching(/^Few goals use “beer”[^\d]* 5 [^\d]*$/) as unknown,
  };
  for (const question of [
    "How many men mention beer?",
    "Compare men and women on beer",
    "How many want to travel with beer?",
    "Break beer down by gender",
  ])
    expect([question, said(question)]).toEqual([question, expect.objectContaining(warned)]);
  for (const question of [
    "How many mention beer?",
    "How many men want to travel?",
    "Rank beer, travel and saving money",
    "How many mention beer or travel?",
  ])
    expect([question, said(question).answerable]).toEqual([question, "yes"]);
});

describe("PL3: warns, without a count, of a group in which few are to be expected", () => {
  const counts = new Map([
    ["yoga", 22],
    ["coffe", 28],
    ["lose", 80],
    ["weight", 60],
    ["lose_weight", 30],
    ["start", 250],
    ["busi", 40],
    ["new", 900],
    ["job", 60],
    ["drink", 12],
    ["alcohol", 13],
  ]);
  const sizes: Record<string, readonly number[]> = { gender: [490, 510], region: [200, 330], state: [150, 100, 80] };
  const data = known("goals", true);
  const sized = {
    ...data,
    columns: data.columns.map(({ name, values }) => ({ name, values, ...(sizes[name] && { counts: sizes[name] }) })),
    countOf: (stem: string) => counts.get(stem),
  };
  const said = (...asked: string[]) =>
    foresightOf(
      planOf(
        asked.map((content) => ({ role: "user", content })),
        sized,
        aliasesOf(data.columns),
      ),
      sized,
    );

  it.each([
    [["How many from the Northeast mention yoga?"], /^There may be few goals from the Northeast that mention “yoga”: /],
    [["How many Texans want to lose weight?"], /^There may be few goals from Texas that mention “lose weight”: /],
    [["How many want to lose weight?", "and in Texas?"], /^There may be few goals from Texas/],
    [["How many women want to start a business?"], /^There may be few goals from women/],
    [
      ["Compare Texas and California on coffee"],
      /^There may be few goals from Texas .*, and few goals from California/,
    ],
  ])("%j", (asked, reason) => {
    expect(said(...asked)).toMatchObject({
      answerable: "partly",
      answerableReason: expect.stringMatching(reason) as unknown,
    });
    expect(said(...asked).answerableReason).not.toMatch(/\d(?<!fewer than 5)/);
  });

  it.each([
    ["How many women mention yoga?"],
    ["How many from the South want to lose weight?"],
    // A word that nearly all use narrows nothing down.
    ["How many women want a new job?"],
    ["How many women mention drinks or alcohol?"],
    ["How many who are not from Texas mention yoga?"],
    ["How many want to start a business?"],
  ])("but not of %j", (question) => expect([question, said(question).answerable]).toEqual([question, "yes"]));
});
