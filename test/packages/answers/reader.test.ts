import { readFileSync } from "node:fs";
import { LEARNT, learntFrom } from "../../../dev/reader/learnt";
import { labelled } from "../../../dev/reader/marked";
import { trained } from "../../../dev/reader/crf";
import { asksOf } from "../../../packages/answers/src/reader/asks";
import { canonical } from "../../../packages/answers/src/reader/canonical";
import { spansOf } from "../../../packages/answers/src/reader/marks";
import { marked } from "../../../packages/answers/src/reader/tagger";
import { packed, unpacked } from "../../../packages/answers/src/reader/weights";
import { writtenOf } from "../../../packages/answers/src/plan/tokens";
import { normalised } from "../../setup/planText";
import { plan, planned } from "./planFixture";

/** What a question asks in plain words, by the marks that are given with it. */
function plain(question: string, isFollowUp = false): string {
  const { tokens, labels } = labelled(question);
  const asks = asksOf(spansOf(tokens, labels), isFollowUp, () => 0);
  return asks.map((ask) => writtenOf(canonical(ask, tokens, isFollowUp))).join("; ");
}

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

  it("are kept to a twelfth", () => {
    const weights = unpacked(packed(new Map([["w=how", [0.5, -1, 0.01]]]), [0.25]));
    const scores = new Float32Array(3);
    weights.add("w=how", scores);
    weights.add("w=never seen", scores);
    expect([...scores].map((score) => Math.round(score * 12))).toEqual([6, -12, 0]);
    expect([...weights.transitions]).toEqual([0.25]);
  });
});

describe("what a question asks, by its marks", () => {
  it.each([
    ["{C How many} have {T a dog}, {C how many} {T a cat}?", "How many speak of a dog; How many speak of a cat"],
    ["{C How many} want {T a dog} or {T a cat}?", "How many speak of a dog or a cat"],
    ["{C How many} mention both {T fees} and {T limits}?", "How many speak of both fees and limits"],
    ["{K Rank} {T golf}, {T chess} and {T sailing}", "rank golf chess and sailing"],
    ["{C How many} like {T golf} but not {N chess}?", "How many speak of golf but not chess"],
    ["{C How many} want {T a dog}, and {W why}?", "How many speak of a dog; Why"],
    ["{W What goes wrong} with {T transfers}?", "What problems do people have with transfers"],
    ["Do {V most} want {T a dog}?", "Do most of people speak of a dog"],
    ["{C How many} want {T golf}, per {B region}?", "How many speak of golf by region"],
    ["{Q Three quotes} on {T golf} without {N chess}", "Show Three quotes on golf but not chess"],
    ["{D What do they say} about {T the breakfast}", "What do people say about the breakfast"],
  ])("%s", (question, expected) => expect(plain(question)).toBe(expected));

  it.each([
    ["And {G women}?", "And among women"],
    ["{T golf}?", "What about golf"],
    ["{W why}?", "Why"],
    ["split {R them} by {B age}", "How do those split by age"],
  ])("%s after another question", (question, expected) => expect(plain(question, true)).toBe(expected));
});

describe("a question with a story", () => {
  it("is about what it asks", () => {
    expect(
      plan([
        "My sister runs a yoga studio in a small town and we have argued about it all week. Roughly how many people want to quit smoking?",
      ]),
    ).toBe(normalised("count 'quit smoking'"));
  });

  it("names what it asks and was not read", () => {
    const { notUnderstood } = planned([
      "We print a leaflet for our members each spring and have one page left for it. How many want to travel gratuitously?",
    ]);
    expect(notUnderstood.join()).toContain("gratuitously");
  });
});
