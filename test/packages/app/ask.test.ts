import type { PastPurchase } from "../../../packages/client/src/browser";
import {
  askedIn,
  boughtBefore,
  conversationOf,
  productOf,
  purchaseOf,
  questionOf,
  sampleOf,
  titleOfPurchase,
} from "../../../packages/app/src/lib/ask";
import { turnsOf } from "../../../functions/src/domain/payment/question";
import { funnelOf, rate } from "../../../packages/app/src/lib/funnel";
import { FIRST_QUESTIONS } from "../../../dev/tools/exampleQuestions";
import { listShares, tableShares } from "../../../packages/app/src/lib/measures";

const purchase = (id: string, question: object, changes: Partial<PastPurchase> = {}) =>
  ({ id, path: "/demand-insights", question, isAnswered: true, ...changes }) as PastPurchase;

it("finds the free sample that answers a question", () => {
  const samples = Object.values(FIRST_QUESTIONS).map((question) => ({ question }));
  const [first] = samples;
  expect(sampleOf(` ${first?.question.toUpperCase()}\n`, samples)).toBe(first);
  expect(sampleOf("Another?", samples)).toBeNull();
});

describe("questions", () => {
  it.each([[["One?"]], [["One?", "And two?", "And three?"]]])("are read back as they were asked: %j", (turns) => {
    expect(turnsOf(questionOf(turns))).toEqual(turns);
  });

  it.each([[{}], [{ query: 7 }], [{ messages: "x" }], [{ messages: [null, { content: 1 }, 3] }]])(
    "are not found in %j, which another program may have stored",
    (question) => expect(turnsOf(question)).toEqual([]),
  );

  it("name a purchase by the newest one, and a report by its filters", () => {
    expect(titleOfPurchase({ question: questionOf(["One?", "Two?"]) })).toBe("Two?");
    expect(titleOfPurchase({ question: { filters: { aggregate: "agent", country: "PT" } } })).toBe(
      "Tasks by agent, country PT",
    );
  });

  it("belong to a product by its name or its path", () => {
    const names = ["goals", "/analytics/agent-conversions", undefined, "nonsense"].map((name) => productOf(name).name);
    expect(names).toEqual(["goals", "conversions", "demand", "demand"]);
  });
});

describe("conversations", () => {
  const [one, two, three] = [questionOf(["1"]), questionOf(["1", "2"]), questionOf(["1", "2", "3"])];
  const all = [
    purchase("a", one, { path: "/ai-early-adopters-goals" }),
    purchase("b", one),
    purchase("c", one),
    purchase("d", two, { isAnswered: false }),
    purchase("e", three),
    purchase("f", one),
  ];

  it("are the newest answers before, of the same data, as far as they were answered", () => {
    expect(conversationOf(all[4]!, all).map(({ id }) => id)).toEqual(["c", "e"]);
    expect(conversationOf(all[0]!, all).map(({ id }) => id)).toEqual(["a"]);
  });

  it("know what was bought before", () => {
    expect(boughtBefore({ path: "/demand-insights", question: one }, all)?.id).toBe("f");
    expect(boughtBefore({ path: "/demand-insights", question: two }, all)).toBeNull();
  });

  it("UI34: a question that is paid and not answered yet is collected, not bought again", () => {
    const asked = { product: "demand", question: two, key: "new", after: null };
    expect(purchaseOf(asked, all)?.id).toBe("d");
    expect(purchaseOf({ ...asked, question: one }, all)).toBeNull();
    expect(purchaseOf({ ...asked, product: "goals" }, all)).toBeNull();
    expect(purchaseOf({ ...asked, key: "own" }, [...all, purchase("g", one, { key: "own" })])?.id).toBe("g");
  });

  it.each([null, "", "nonsense", "null", "[]", '{"product":"demand"}', '{"product":"d","key":"k","question":null}'])(
    "have nothing to go on with in %j",
    (text) => expect(askedIn(text)).toBeNull(),
  );
});

describe("UI7: bars", () => {
  it.each<[string, string[][], ReturnType<typeof tableShares>]>([
    [
      "shares, of the whole",
      [
        ["Texas", "5", "50 % of 10"],
        ["Ohio", "9", "20 %"],
      ],
      { column: 2, shares: [0.5, 0.2] },
    ],
    [
      "numbers, of the largest",
      [
        ["a", "1,000"],
        ["b", "250"],
      ],
      { column: 1, shares: [1, 0.25] },
    ],
    [
      "numbers with their share",
      [
        ["a", "42 (13 %)"],
        ["b", "21 (6.5 %)"],
      ],
      { column: 1, shares: [1, 0.5] },
    ],
    [
      "most rows",
      [
        ["a", "10"],
        ["b", "not said"],
        ["c", "5"],
      ],
      { column: 1, shares: [1, null, 0.5] },
    ],
    [
      "too few numbers",
      [
        ["a", "10"],
        ["b", "not said"],
      ],
      null,
    ],
    [
      "texts",
      [
        ["a", "x"],
        ["b", "2026-01-31"],
      ],
      null,
    ],
    [
      "nothing but zeros",
      [
        ["a", "0"],
        ["b", "0"],
      ],
      null,
    ],
    ["nothing", [], null],
  ])("of a table: %s", (_what, rows, expected) => expect(tableShares(rows)).toEqual(expected));

  it.each<[string, string[], ReturnType<typeof listShares>]>([
    ["a ranking", ["**pay: by card**: 40 (13 %)\n“a quote: 3”", "**invoices**: 10 (3 %)"], [1, 0.25]],
    ["quotes", ["“I want 3 of them”", "“Is it 10: or 20?”"], null],
    ["one line", ["**a**: 3 (1 %)"], null],
  ])("of a list: %s", (_what, lines, expected) => expect(listShares(lines)).toEqual(expected));
});

describe("the funnel", () => {
  const totals = { posted: 200, interested: 150, started: 100, submitted: 0, approved: 0 } as never;

  it("has each step's share of all and of the step before", () => {
    expect(funnelOf(totals).map(({ ofAll, ofBefore }) => [rate(ofAll), rate(ofBefore)])).toEqual([
      ["100 %", "–"],
      ["75 %", "75 %"],
      ["50 %", "67 %"],
      ["0 %", "0 %"],
      ["0 %", "–"],
    ]);
    expect(funnelOf({ ...(totals as object), posted: 0 } as never)[0]).toMatchObject({ ofAll: 0, ofBefore: null });
    expect(rate(0.004)).toBe("0.4 %");
  });
});
