import type { Answers } from "../../../functions/src/ports/answers";
import { normalised } from "../../setup/planText";
import { ask, sampleAnswers } from "./fixture";
import { plan, planned } from "./planFixture";

const people = "breakdown #0 by gender; breakdown #0 by age";

/** What the second half of a question asks of those that the first half counts. */
describe("the second half of a question", () => {
  it.each([
    ["How many want to lose weight, and who are they mostly?", `count 'lose weight'; ${people}`],
    ["What share wants to travel, and what kind of people are they?", `share 'travel'; ${people}`],
    ["How many want to quit smoking, and where do they live?", "count 'quit smoking'; breakdown #0 by region"],
    ["How many want to learn Spanish? And where are they from?", "count 'spanish'; breakdown #0 by region"],
    ["How many want to save money, and what for?", "count 'save money'; describe #0"],
    ["How many want to exercise, and how do they plan to do it?", "count 'exercise'; describe #0"],
    ["How many want to save money, and what do they do about it?", "count 'save money'; describe #0"],
    ["How many go to the gym, and what do they want done there?", "count 'gym'; describe #0"],
    ["How many want to read, and what do they want to read?", "count 'read'; describe #0"],
    ["How many want to drink less, and how bad is it?", "count 'drink less'; refuse noColumn"],
    [
      "How many want to travel, and do women want it more?",
      "count 'travel'; compare gender=female / gender=male on 'travel'",
    ],
    [
      "How many want to exercise and are men less likely to?",
      "count 'exercise'; compare gender=female / gender=male on 'exercise'",
    ],
    ["What share wants to read, and is it mostly women?", "share 'read'; breakdown 'read' by gender"],
    [
      "How many want to travel, is it mostly women, and what do they say?",
      "count 'travel'; breakdown 'travel' by gender; describe #1",
    ],
    [
      "How many want yoga, how does that compare with the gym, and give me two quotes of each.",
      "count 'yoga'; compare 'gym' / 'yoga'; quotes 'yoga'; quotes 'gym'",
    ],
    ["What do people want to save money for?", "why 'save money'"],
    ["Why do people want out altogether?", "unclear Why do people want out altogether"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it.each([
    ["How many mention a refund, and what went wrong for them?", "count 'refund'; top #0"],
    ["What share is about top ups, and what is their problem?", "share 'top ups'; top #0"],
    ["How many mention the exchange rate, and what are they unhappy about?", "count 'exchange rate'; top #0"],
    ["How many ask about a transfer? And what are they so angry about?", "count 'transfer'; top #0"],
  ])("of chats: %s", (question, expected) => {
    expect(plan([question], true, "chats")).toBe(normalised(expected));
    expect(planned([question], true, "chats").steps.at(-1)).toMatchObject({ problems: true });
  });

  it("asks it of the question before", () =>
    expect(plan(["How many women want to travel?", "Who are they mostly?"])).toBe(
      normalised("breakdown ('travel' & gender=female) by gender; breakdown ('travel' & gender=female) by age"),
    ));

  it("says that nothing tells who, where there are no columns", () =>
    expect(plan(["How many lost a card, and who are they?"], false, "chats")).toBe(
      normalised("count 'lost card'; refuse noColumn"),
    ));

  it("says nothing of those whom the data doesn't know", () => {
    expect(plan(["How many mention zebras, and who are they?"])).toBe("refuse absent");
    expect(plan(["How many mention zebras, and how bad is it?"])).toBe("refuse absent");
  });

  it("still ranks what a group of people wants", () =>
    expect(plan(["How many are from Texas, and what do they want?"])).toContain("top #0"));
});

describe("its reply", () => {
  let answers: Answers;
  beforeAll(async () => {
    answers = await sampleAnswers();
  });

  it.each([
    ["chats", "How many ask about invoices, and what do they want done with them?"],
    ["chats", "How many mention a chatbot, and what do they want it to do?"],
    ["goals", "How many want to save money, and what for?"],
  ] as const)("is about those of the first half, each thing said once: %s %s", async (kind, question) => {
    const reply = await ask(answers, kind, question);
    expect(reply).not.toContain("(100 %)");
    expect(reply).not.toContain("what is mentioned most is");
    const quotes = reply.split("\n").filter((line) => /^ *(?:- )?“.*”$/.test(line));
    expect(quotes.length).toBeGreaterThan(0);
    expect(new Set(quotes).size).toBe(quotes.length);
  });

  it("tells one figure first where what is asked is said in two ways", async () => {
    const reply = await ask(answers, "chats", "How many people want their money back, and what went wrong for them?");
    expect(reply).toMatch(/^\*\*(?:About )?\d+ of/);
    expect(reply).not.toContain("** .");
  });

  it("gives no figure of all records for a phrase of some", async () => {
    for (const question of [
      "How do visitors from Germany differ from those from the US?",
      "Compare mobile and desktop",
    ])
      expect(await ask(answers, "chats", question)).not.toMatch(/: \d+ of all$/m);
  });
});
