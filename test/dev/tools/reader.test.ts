import { conversations, trainedOn } from "../../../dev/tools/reader/corpora";
import { goldOf } from "../../../dev/tools/reader/gold";
import { learned, learnedChoice, type Settings } from "../../../dev/tools/reader/learn";
import { planFaults } from "../../../packages/answers/src/planFaults";
import { logProbabilities, scoresOf } from "../../../packages/answers/src/read/maxent";
import { MODELS, TRAINED_ON } from "../../../packages/answers/src/read/models";

const SETTINGS: Settings = { epochs: 8, fewest: 1, decay: 0.001, rate: 0.2 };

describe("the reader's training", () => {
  it("has learnt from the questions that are committed: after a change, run npm run reader:train", () => {
    expect(TRAINED_ON).toBe(trainedOn());
    expect(Object.keys(MODELS).sort()).toEqual(["ask", "carry", "first", "join", "order", "rank", "role"]);
  });

  it("has a valid plan for every question, whose columns the dataset has", () => {
    for (const { corpus, turns } of conversations())
      for (const { asks, plan } of turns) {
        if (!plan) continue;
        expect([asks, planFaults(plan)]).toEqual([asks, []]);
        const names = corpus.guide.columns.map(({ name }) => name);
        const used = goldOf(plan).slots.flatMap(({ column }) => (column === "" ? [] : [column]));
        expect([asks, used.filter((one) => !names.includes(one))]).toEqual([asks, []]);
      }
  });

  it("learns which features tell a label", () => {
    const example = (word: string, label: string) => ({ features: [word, "any"], gold: [label], corpus: "a" });
    const model = learned(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? example("how", "count") : example("why", "reason"))),
      ["count", "reason"],
      SETTINGS,
    );
    const [count, reason] = logProbabilities(model, ["how", "any"]);
    expect(Math.exp(count!)).toBeGreaterThan(0.9);
    expect(Math.exp(reason!)).toBeLessThan(0.1);
  });

  it("learns which of overlapping mentions is meant", () => {
    const arc = (from: number, to: number, feature: string, gold: string) => ({
      ...{ from, to, features: [feature], gold, mayBe: [true] },
    });
    const choice = { length: 2, corpus: "a", arcs: [arc(0, 2, "whole", "of"), arc(0, 1, "part", "none")] };
    const model = learnedChoice(
      Array.from({ length: 20 }, () => choice),
      ["of"],
      SETTINGS,
    );
    expect(scoresOf(model, ["whole"])[0]).toBeGreaterThan(1);
    expect(scoresOf(model, ["part"])[0]).toBeLessThan(0.5);
  });
});
