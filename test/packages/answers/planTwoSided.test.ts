import { testLine } from "../../../packages/answers/src/engine/verdict";
import { normalised } from "../../setup/planText";
import { plan, planned } from "./planFixture";

describe("a change over time, however it is asked for", () => {
  it.each([
    ["Do more people want to travel than a year ago?", "trend 'travel'"],
    ["Is the gym more popular now than it used to be?", "trend 'gym'"],
    ["Do more and more people mention fees?", "trend 'fee'"],
    ["Are people less interested in money than they were before?", "trend 'money'"],
    ["How many mentioned a refund this month?", "trend 'refund'"],
    ["Is yoga on the rise?", "trend 'yoga'"],
    ["Was the gym as popular two years ago?", "trend 'gym'"],
    ["Did the number of lost cards rise compared to last month?", "trend 'lost card'"],
    ["Do people care more about travel these days?", "trend 'travel'"],
    ["Are there more people who want to travel than ever?", "trend 'travel'"],
    ["How many people lost a card a month ago?", "refuse absent"],
    ["What do people want to do this year?", "top all"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("two sides that are told before the question", () => {
  it.each([
    ["I can't decide between the gym and yoga. Which of the two do people want more?", "rank 'gym' / 'yoga'"],
    ["My partner wants to sell sugar, I'd rather sell books. Which one is mentioned more?", "rank 'sugar' / 'book'"],
    ["My wife says that people want to travel above all, I say it's the gym. Who is right?", "rank 'travel' / 'gym'"],
    ["We wonder whether to write about refunds or fees. Which should we do first?", "rank 'refund' / 'fee'"],
    ["I'm torn between a course on yoga and one on French. Which do people want more?", "rank 'yoga' / 'french'"],
    [
      "I can't choose between yoga and the gym. Which of them do people want more, and what do they say about it?",
      "rank 'yoga' / 'gym'; describe 'yoga'; describe 'gym'",
    ],
    ["Would readers care more for travel or for yoga?", "rank 'travel' / 'yoga'"],
    ["Do we hear more about refunds or about fees?", "rank 'refund' / 'fee'"],
    ["Do we get less about refunds than about fees?", "rank 'refund' / 'fee'"],
    ["Are people more annoyed by refunds or by fees?", "rank 'refund' / 'fee'"],
    ["When people travel, is it mostly about money or about family?", "rank 'money' / 'family' among 'travel'"],
    ["Is it more about fees or about refunds when people mention money?", "rank 'fee' / 'refund' among 'money'"],
    [
      "My boss is sure that people complain about fees, yet they tell me about refunds. When people use a card, which is the bigger trouble, the fee or the card itself?",
      "rank 'fee' / 'refund' among 'card'",
    ],
    ["I like the gym and yoga. How many people want to travel?", "count 'travel'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});

describe("what a question holds a share or a rank against", () => {
  it.each([
    ["Is it more than 10 % who mention a card?", "over", 10],
    ["Does at least one in five want to travel?", "atLeast", 20],
    ["Do most people mention the gym?", "over", 50],
    ["Do at least half of the women mention yoga?", "atLeast", 50],
    ["My trainer reckons that two thirds want to lose weight. Is that so?", "atLeast", 200 / 3],
    ["Would you say that fewer than 5% of the goals are about yoga?", "under", 5],
    ["Is it true that no more than three percent mention fees?", "atMost", 3],
    ["Do the majority of people want to travel?", "over", 50],
  ])("%s", (question, is, percent) => {
    const [step] = planned([question]).steps;
    expect(step).toMatchObject({ do: "count", test: { is } });
    expect((step as { test: { percent: number } }).test.percent).toBeCloseTo(percent);
  });

  it.each([
    ["My boss says that fees are the biggest problem. Is he right?", "fee", true],
    ["Is losing weight really the most common resolution?", "losing weight", false],
    ["I've heard that refunds are what customers complain about most. Is there anything to it?", "refund", true],
    ["Is it true that the gym is the main thing people mention?", "gym", false],
    ["My editor claims travel is number one. Is that so?", "travel", false],
    ["Are transfers our customers' top complaint?", null, true],
  ])("%s", (question, text, isProblem) => {
    const { steps } = planned([question]);
    if (text === null) return expect(steps.every((step) => !("claimed" in step))).toBe(true);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({
      do: "top",
      of: null,
      claimed: { is: "topic" },
      ...(isProblem && { problems: true }),
    });
    expect((steps[0] as { claimed: { text: string } }).claimed.text).toContain(text);
  });

  it.each([
    "What do most people want?",
    "How many want more than two books?",
    "What is the most common goal?",
    "How many most want to travel?",
  ])("%s holds nothing against anything", (question) =>
    expect(planned([question]).steps.every((step) => !("test" in step) && !("claimed" in step))).toBe(true),
  );

  it("asks it of what was counted before", () =>
    expect(planned(["How many mention the gym?", "Is that more than 5 %?"]).steps).toEqual([
      expect.objectContaining({ do: "count", test: { is: "over", percent: 5 } }),
    ]));
});

describe("a verdict", () => {
  it.each([
    ["over", 10, 11, "**Yes**: 11 % is more than 10 %."],
    ["over", 10, 10, "**No**: 10 % is exactly 10 %."],
    ["atLeast", 50, 50, "**Yes**: 50 % is exactly half."],
    ["atLeast", 50, 49, "**No**: 49 % is less than half."],
    ["under", 25, 24, "**Yes**: 24 % is less than a quarter."],
    ["atMost", 100 / 3, 34, "**No**: 34 % is more than 33.3 %."],
  ] as const)("%s %d %% at %d of 100", (is, percent, count, line) =>
    expect(testLine({ is, percent }, count, 100)).toEqual([line]),
  );
});

describe("quotes, however they are asked for", () => {
  it.each([
    [["How many mention refunds?", "How do they put it? Three or four examples would do."], "refund", 4],
    [["How do people put it when they want to travel? Five quotes please."], "travel", 5],
    [["How many want to travel?", "Read me two of them."], "travel", 2],
    [["How many want to travel?", "Show me a couple of those."], "travel", 2],
    [["How many want to travel?", "Give me three of their own sentences."], "travel", 3],
    [["How many want to travel?", "Show me a couple of examples."], "travel", 2],
    [["What share mentions fees?", "And how do they word it?"], "fee", 8],
    [["Can I see a few real lines about yoga?"], "yoga", 8],
    [["How many mention the gym?", "Let me hear some of them."], "gym", 8],
  ])("%j", (asked, text, limit) =>
    expect(planned(asked).steps).toEqual([
      expect.objectContaining({
        do: "quotes",
        limit,
        of: expect.objectContaining({ text: expect.stringContaining(text) as string }) as object,
      }),
    ]),
  );
});

describe("how the answer shall look is nothing more that is asked", () => {
  it.each([
    ["How many mention yoga? Give me the ranking.", "count 'yoga'"],
    ["What do people want most? Top five, please.", "top all"],
    ["What do women want most? Three things will do.", "top gender=female"],
    ["How many want to travel, and could I see a few of their goals?", "count 'travel'; quotes #0"],
    ["How many mention yoga? And what do people want overall?", "count 'yoga'; top all"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));

  it("takes the number", () =>
    expect(planned(["What do people want most? Top five, please."]).steps).toEqual([
      expect.objectContaining({ do: "top", limit: 5 }),
    ]));

  it("a group that the data doesn't have is not kept beside the next one", () =>
    expect(plan(["What do people in Vermont want most?", "All right, and women as a whole?"])).toBe(
      normalised("top gender=female"),
    ));
});

describe("what is compared", () => {
  it("ranks two alone that a follow-up names as alternatives, and adds one that it names alone", () => {
    const asked = "Rank yoga, the gym and travel";
    expect(plan([asked, "Yoga or the gym, which is ahead?"])).toBe(normalised("rank 'yoga' / 'gym'"));
    expect(plan([asked, "And refunds?"])).toBe(normalised("rank 'yoga' / 'gym' / 'travel' / 'refund'"));
  });

  it.each([
    ["Is California less keen on yoga than Texas?", "compare state=CA / state=TX on 'yoga'"],
    ["Are women less interested in sugar than men?", "compare gender=female / gender=male on 'sugar'"],
    ["Do women want less sugar than men?", "compare gender=female / gender=male on 'less sugar'"],
  ])("%s", (question, expected) => expect(plan([question])).toBe(normalised(expected)));
});
