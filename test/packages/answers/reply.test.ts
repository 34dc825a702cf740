import type { Figure, Line, Result, Set, Share } from "../../../packages/answers/src/engine/results";
import type { Guide } from "../../../packages/answers/src/guide";
import type { Predicate } from "../../../packages/answers/src/plan";
import { jsonReply, replyOf } from "../../../packages/answers/src/reply/reply";
import { nounOf, verbOf } from "../../../packages/answers/src/reply/words";

const told = (count: number): Figure => ({ told: count, low: count - 3, high: count + 3 });
const FEW: Figure = { told: null, low: 0, high: 4 };
const share = (percent: number | null): Share => ({ percent, low: (percent ?? 0) - 1, high: (percent ?? 0) + 1 });
const set = (predicate: Predicate | null, count: Figure): Set => ({ predicate, name: "", count });
const line = (name: string, count: Figure, percent: number | null, more: Partial<Line> = {}): Line => ({
  name,
  predicate: { topic: name },
  count,
  base: told(1_000),
  share: share(percent),
  elsewhere: null,
  quote: null,
  ...more,
});
const guide: Guide = {
  kind: "goals",
  record: { one: "goal", many: "goals" },
  size: told(4_998),
  columns: [],
  themes: [],
  countOf: () => undefined,
  told: () => 40,
  alsoBy: () => [],
};
const reply = (result: Result): string => replyOf([result], guide);
const all = set(null, told(4_998));
const women = { where: { gender: "female" } };

describe("the first sentence is the answer, with its figure and what it is out of", () => {
  it.each<[string, Result, string]>([
    [
      "a count",
      {
        do: "count",
        of: set({ topic: "job" }, told(312)),
        among: set(women, told(2_513)),
        share: share(12.4),
        alsoBy: ["career"],
        quotes: [],
        across: [],
      },
      "**312 of 2,513 goals with gender female (12%)** mention “job” (or “career”).",
    ],
    [
      "a share",
      {
        do: "share",
        of: set({ topic: "job" }, told(312)),
        among: all,
        share: share(6.2),
        alsoBy: [],
        quotes: [],
        across: [],
      },
      "**6% of goals** mention “job”: 312 of 4,998.",
    ],
    [
      "fewer than five",
      {
        do: "count",
        of: set({ topic: "zebra" }, FEW),
        among: all,
        share: share(null),
        alsoBy: [],
        quotes: [],
        across: [],
      },
      "**Fewer than 5 of 4,998 goals** mention “zebra”.",
    ],
    [
      "all",
      { do: "count", of: all, among: all, share: share(100), alsoBy: [], quotes: [], across: [] },
      "There are **4,998 goals**.",
    ],
    [
      "what is mentioned most",
      { do: "top", of: all, lines: [line("gym", told(500), 10), line("money", told(400), 8)] },
      "What 4,998 goals mention most is **gym** (10%), followed by money (8%).",
    ],
    [
      "a split by share",
      {
        do: "split",
        of: set({ topic: "job" }, told(312)),
        among: all,
        by: "region",
        isDated: false,
        order: "most",
        lines: [line("West", told(120), 14), line("South", told(90), 9), line("East", FEW, null)],
        notShown: 0,
        fewest: null,
        leftOut: 0,
        verdict: "more",
      },
      "By region, the share of goals that mention “job” is highest with **West**: 14% (120 of 1,000); with South it is 9%.",
    ],
    [
      "a comparison",
      {
        do: "compare",
        on: set({ topic: "job" }, told(500)),
        sides: [
          { set: set(women, told(2_513)), part: told(302), share: share(12), themes: [], mark: null },
          {
            set: set({ where: { gender: "male" } }, told(2_485)),
            part: told(199),
            share: share(8),
            themes: [],
            mark: null,
          },
        ],
        columns: [],
        marks: null,
        verdict: "more",
        differences: [],
        parts: null,
      },
      "**12% (302) of 2,513 goals with gender female mention “job”**, against 8% (199) of 2,485 goals with gender male.",
    ],
    [
      "a ranking",
      {
        do: "rank",
        among: all,
        marks: null,
        order: "most",
        lines: [line("family", told(500), 10), line("money", told(300), 6)],
        verdict: "more",
      },
      "**Family** is most common: 500 (10%), ahead of money with 300 (6%), of 4,998 goals.",
    ],
    [
      "a ranking that chance decides",
      {
        do: "rank",
        among: all,
        marks: null,
        order: "most",
        lines: [line("family", told(302), 6), line("money", told(300), 6)],
        verdict: "same",
      },
      "**Family** and money are about as common: 302 (6%) and 300 (6%), of 4,998 goals.",
    ],
    [
      "reasons",
      {
        do: "themes",
        of: set({ topic: "smoking" }, told(300)),
        cue: "reason",
        base: set(null, told(80)),
        lines: [line("health", told(30), 38)],
        rest: share(20),
      },
      "The reason given most in goals that mention “smoking” is **health** (38%) of the 80 that give a reason.",
    ],
    [
      "no quotes",
      { do: "quotes", of: set({ topic: "job" }, told(12)), quotes: [] },
      "None of the 12 goals that mention “job” can be quoted: no five people put it nearly the same way.",
    ],
  ])("%s", (_, result, first) => {
    expect(reply(result).split("\n\n")[0]).toBe(first);
  });
});

describe("what follows", () => {
  it("lists at most eight lines, three of them with a quote, and says what is more common here", () => {
    const quote = { text: "I *will* run", alike: told(9) };
    const lines = Array.from({ length: 12 }, (_, i) =>
      line(`theme ${i}`, told(100 - i), 10, { quote, elsewhere: i === 1 ? share(5) : null }),
    );
    const text = reply({ do: "themes", of: all, cue: null, base: all, lines, rest: share(40) });
    expect(text.match(/^\d\. /gm)).toHaveLength(8);
    expect(text.match(/“I \\\*will\\\* run”/g)).toHaveLength(3);
    expect(text).toContain("Theme 1 is twice as common here as in the rest. The other 40% are on smaller themes");
  });

  it("leaves out groups of fewer than five, and says so", () => {
    const result: Result = {
      do: "split",
      of: null,
      among: all,
      by: "region",
      isDated: false,
      order: "most",
      lines: [line("West", told(9), 9), line("East", FEW, null)],
      notShown: 3,
      fewest: null,
      leftOut: 0,
      verdict: "unknown",
    };
    expect(reply(result)).not.toContain("East");
    expect(reply(result)).toContain("3 other values are not listed. One other value of region has fewer than 5 goals.");
  });

  it.each([
    [62, "Yes. "],
    [30, "No. "],
  ])("decides by the figures whether most do: %d %%", (percent, verdict) => {
    const result: Result = {
      do: "share",
      of: set({ topic: "job" }, told(312)),
      among: all,
      share: share(percent),
      alsoBy: [],
      quotes: [],
      across: [],
    };
    expect(replyOf([result], guide, { is: "over", percent: 50 }).startsWith(verdict)).toBe(true);
  });
});

describe("records in words", () => {
  it.each<[Predicate, string, string]>([
    [{ topic: "job" }, "goals that mention “job”", "mention “job”"],
    [{ words: "new job" }, "goals that say “new job”", "say “new job”"],
    [{ where: { region: ["West", "South"] } }, "goals with region West or South", "have region West or South"],
    [{ where: { topic: "Quit smoking" } }, "goals with topic “Quit smoking”", "have topic “Quit smoking”"],
    [{ any: [{ topic: "a" }, { topic: "b" }] }, "goals that mention “a” or “b”", "mention “a” or “b”"],
    [
      { topic: "a", none: [{ topic: "b" }] },
      "goals that mention “a” and don't mention “b”",
      "mention “a” and don't mention “b”",
    ],
    [
      { topic: "a", where: { gender: "male" } },
      "goals with gender male that mention “a”",
      "mention “a” and have gender male",
    ],
    [
      { all: [{ topic: "a" }, { where: { gender: "male" } }] },
      "goals that mention “a” and have gender male",
      "mention “a” and have gender male",
    ],
  ])("%j", (predicate, noun, verb) => {
    expect([nounOf(predicate, "goals"), verbOf(predicate)]).toEqual([noun, verb]);
  });
});

describe("averages", () => {
  const average = (mean: number, error: number) => ({ mean, low: mean - error, high: mean + error });
  const result: Result = {
    do: "average",
    column: "pledged",
    among: all,
    average: average(9_100, 150),
    total: { sum: 45_500_000, low: 44_000_000, high: 47_000_000 },
    isCut: true,
    overall: null,
    by: null,
    isDated: false,
    order: "most",
    lines: [],
    last: null,
    notShown: 0,
    fewest: null,
    leftOut: 0,
    spread: [
      { bounds: { from: 0, to: 1_500 }, count: told(2_600), share: share(52) },
      { bounds: { from: 1_500 }, count: told(2_398), share: share(48) },
    ],
  };
  const said = (one: Result): string => replyOf([one], guide);

  it("of amounts are told with the middle, the sum, and that extremes are left out", () => {
    expect(said(result)).toMatch(
      /^The average pledged of 4,998 goals is \*\*9,100\*\* without the extremes; the middle one has 0 to 1500; in all about \*\*45,500,000\*\*\./,
    );
  });

  it("have the digits that the noise leaves, in a table without the small groups", () => {
    const line = (name: string, mean: number, error: number, count: number) => ({
      name,
      predicate: { where: { airline: name } },
      count: told(count),
      average: average(mean, error),
      isSmall: false,
    });
    const reply = said({
      ...result,
      column: "rating",
      average: average(3.35, 0.01),
      total: null,
      isCut: false,
      by: "airline",
      lines: [line("A", 4.2, 0.4, 31), line("B", 3.1, 0.02, 900)],
      last: { name: "B", average: average(3.1, 0.02) },
      fewest: 30,
      leftOut: 12,
      spread: [],
    });
    expect(reply).toContain("highest with **A**: 4.2; lowest with **B**: 3.10. Over all 4,998 goals it is 3.35.");
    expect(reply).toContain("12 with fewer than 30 goals are left out.");
  });
});

it("gives JSON with the step, the definition of each set and every figure's range", () => {
  const plan = { steps: [{ do: "count" as const, of: { topic: "job" } }] };
  const result: Result = {
    do: "count",
    of: set({ topic: "job" }, told(312)),
    among: all,
    share: share(6.2),
    alsoBy: [],
    quotes: [],
    across: [],
  };
  expect(JSON.parse(jsonReply(plan, [result], guide))).toMatchObject({
    version: "answer-plan/v2",
    results: [{ step: plan.steps[0], of: { count: told(312), definition: "Goals that mention “job”" } }],
  });
});
