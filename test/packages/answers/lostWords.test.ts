import { readFileSync } from "node:fs";
import { join } from "node:path";
import { planned } from "./planFixture";
import { lostWords } from "../../setup/lostWords";

type Questions = Record<"goals" | "chats", [question: string | string[], plan: string][]>;
const FILES = ["planning.json", "planningHeld.json", "planningSecond.json"];
const questions = FILES.flatMap((file) => {
  const asked = JSON.parse(readFileSync(join(__dirname, "../../../dev/bench/questions", file), "utf8")) as Questions;
  return (["goals", "chats"] as const).flatMap((kind) => asked[kind].map(([question]) => ({ kind, question })));
});

describe("no word of a question is dropped without a word", () => {
  it("keeps each in a step, a refusal, or what it names as not understood", () => {
    const lost = questions.flatMap(({ kind, question }) => {
      const asked = [question].flat();
      const words = lostWords(planned(asked, kind === "goals", kind), asked.at(-1)!);
      return words.length > 0 ? [`${words.join(" ")}: ${asked.join(" // ")}`] : [];
    });
    expect(lost).toEqual([]);
  });

  it.each([
    ["How many are unhappy with the exchange rate?", "unhappy"],
    ["how many people are angry about fees?", "angry"],
    ["How many customers are confused by exchange rates?", "confused"],
    ["How many of them dislike the fees?", "dislike"],
    ["What share of new customers ask about the PIN?", "new"],
    ["How many furious people want a refund?", "furious"],
  ])("names how those feel who are counted, and who they are: %s", (question, word) => {
    const { steps, notUnderstood } = planned([question], false, "chats");
    expect([steps[0]?.do, notUnderstood]).toEqual([expect.stringMatching(/^(?:count|share)$/), [word]]);
  });

  it.each([
    ["How many want a new card?"],
    ["How many are happy about the new limit?"],
    ["Why are people angry about fees?"],
  ])("takes into account what is counted: %s", (question) =>
    expect(planned([question], false, "chats").notUnderstood).not.toContain("new"),
  );
});
