import { smallerStep } from "../../../packages/answers/src/engine/smaller";
import type { Result } from "../../../packages/answers/src/engine/results";
import type { Step } from "../../../packages/answers/src/plan/plan";
import { known } from "./planFixture";

type Nothing = Extract<Result, { do: "nothing" }>;
const step: Step = {
  do: "count",
  of: { is: "topic", text: "virtual card limit", words: "virtual card limit" },
  among: null,
};
const withheld: Nothing = {
  do: "nothing",
  asked: "count",
  of: step.of,
  gaps: [],
  near: () => ({ near: [], largest: [], by: null }),
  wider: [],
  bound: null,
  range: null,
};
const counts: Record<string, number> = { virtual: 40, card: 900, limit: 90 };
const data = { ...known("chats", false), countOf: (stem: string) => counts[stem] };

describe("a topic whose count is withheld", () => {
  it("is told by the word that says most of it, where the counts are of words that anybody may ask for", () =>
    expect(smallerStep(data, [step], [withheld])).toEqual({
      step: { ...step, of: { is: "topic", text: "virtual", words: "virtual" } },
      word: "virtual",
    }));

  it.each<[string, Partial<Nothing>]>([
    ["a range", { range: { low: 5, high: 9, base: 100, parts: [], quotes: [] } }],
    ["the words of each side", { wider: [{ label: "mention “card”", count: 900, of: 1_000 }] }],
  ])("is left alone where %s is told", (_, told) =>
    expect(smallerStep(data, [step], [{ ...withheld, ...told }])).toBeNull(),
  );
});
