import { readFileSync } from "node:fs";
import { trained } from "../../../../dev/reader/crf";
import { LEARNT, learntFrom } from "../../../../dev/reader/learnt";
import { labelled } from "../../../../dev/reader/marked";
import { spansOf } from "../../../../packages/answers/src/read/marks";
import { marked } from "../../../../packages/answers/src/read/tagger";
import { unpacked } from "../../../../packages/answers/src/read/weights";

describe("the weights", () => {
  it("are those of the marked questions and of what is told of their words (npm run reader:learn)", () => {
    const { from } = JSON.parse(readFileSync(LEARNT, "utf8")) as { from: string };
    expect(from).toBe(learntFrom());
  });

  it("are learnt the same each time, and mark what they were learnt from", () => {
    const questions = [
      "{C How many} want {T to sail}?",
      "I sail. {W Why} do people {T swim}?",
      "{T golf} {K or} {T chess}?",
    ]
      .flatMap((one) => [one, one, one, one])
      .map((one) => ({ ...labelled(one), isFollowUp: false, columnWords: new Set<string>() }));
    const learnt = trained(questions);
    expect(trained(questions)).toEqual(learnt);
    const weights = unpacked(learnt);
    for (const one of questions) expect(marked(one, weights)).toEqual(spansOf(one.tokens, one.labels));
  });
});
