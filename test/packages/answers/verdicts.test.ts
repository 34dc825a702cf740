import type { Answers } from "../../../functions/src/ports/answers";
import { ask, sampleAnswers } from "./fixture";
import { plan, planned } from "./planFixture";

describe("a yes-or-no question that compares two", () => {
  it.each([
    ["Do women want to travel more than men?", "female", "more"],
    ["Are men less keen on yoga than women?", "male", "less"],
    ["Do more men than women go to the gym?", "male", "more"],
  ])("%s", (question, first, claim) => {
    const [step] = planned([question]).steps;
    const isFirst = step?.do === "compare" && step.sides[0]?.is === "value" && step.sides[0].value === first;
    expect(step).toMatchObject({ do: "compare", claim: isFirst ? claim : claim === "more" ? "less" : "more" });
  });

  it.each([
    ["Is yoga more common than the gym?", "more"],
    ["Is yoga less popular than the gym?", "less"],
    ["Are fees a bigger issue than refunds? Yes or no.", "more"],
  ])("%s", (question, claim) => expect(planned([question]).steps[0]).toMatchObject({ do: "rank", claim }));

  it.each(["Which is more common, yoga or the gym?", "Do people prefer yoga or the gym?", "Do more than 10 % travel?"])(
    "claims nothing: %s",
    (question) => expect(planned([question]).steps[0]).not.toHaveProperty("claim"),
  );
});

describe("how exact an answer is to be", () => {
  it.each([
    ["Ballpark, what share is about travel?", "count 'travel'"],
    ["Give me a ballpark figure for people who want to travel", "count 'travel'"],
    ["A rough estimate of how many mention yoga?", "count 'yoga'"],
    ["In one word, what do people want most?", "top all"],
    ["Is yoga more common than the gym? Yes or no.", "rank 'gym' / 'yoga'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(expected));
});

describe("its reply", () => {
  let answers: Answers;
  beforeAll(async () => {
    answers = await sampleAnswers();
  });

  it.each([
    ["chats", "Are invoices more common than refunds?", "**Yes**: "],
    ["chats", "Are refunds more common than invoices?", "**No**: "],
    ["chats", "Are refunds less common than invoices?", "**Yes**: "],
    ["chats", "Is GDPR more common than refunds?", "**Not clearly**: "],
    ["goals", "Do people in Texas want to learn AI more than people in California?", "**Not clearly**: "],
  ] as const)("answers first: %s %s", async (kind, question, start) =>
    expect((await ask(answers, kind, question)).startsWith(start)).toBe(true),
  );
});
