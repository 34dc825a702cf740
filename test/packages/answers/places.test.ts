import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import type { AnswerPlan, Known, Step } from "../../../packages/answers/src/plan/plan";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { stemOf } from "../../../packages/answers/src/dataset/words";
import { normalised, planText } from "../../setup/planText";
import { known } from "./planFixture";

const WORDS = "phone lost stolen long account drinking child daughter discount free plan".split(" ");
const PAIRS = [
  "lost_card",
  "stolen_card",
  "lost_phone",
  "stolen_phone",
  "quit_drinking",
  "quit_smoking",
  "free_plan",
  "top_up",
];
const stems = new Set([...WORDS.map(stemOf), ...PAIRS.map((pair) => pair.split("_").map(stemOf).join("_"))]);

/** The plan of a conversation's last question, with what a list would name where the data is at hand. */
function planned(asked: readonly string[], inOrder?: (step: Step) => readonly string[]): AnswerPlan {
  const data: Known = { ...known("goals", true), ...(inOrder && { inOrder }) };
  const countOf = (stem: string): number | undefined => (stems.has(stem) ? 20 : data.countOf(stem));
  const messages = asked.map((content) => ({ role: "user" as const, content }));
  return planOf(messages, { ...data, countOf }, aliasesOf(data.columns));
}
const plan = (...asked: readonly string[]): string => planText(planned(asked));

describe("what was asked before, side by side", () => {
  it.each([
    [["How many mention fees?", "And refunds?", "How many more is that?"], "rank 'fee' / 'refund'"],
    [["How many mention fees?", "And refunds?", "What's the ratio?"], "rank 'fee' / 'refund'"],
    [["How many mention fees?", "And refunds?", "Put both in a table."], "rank 'fee' / 'refund'"],
    [
      ["How many mention fees?", "And refunds?", "And the limits?", "Which is the biggest?"],
      "rank 'fee' / 'refund' / 'limit'",
    ],
    [
      ["Do women want to travel more than men?", "And read?", "Which of the two is bigger among men?"],
      "rank 'read' / 'travel' among gender=male",
    ],
    [
      [
        "How many in Texas want to travel?",
        "And in California?",
        "And New York?",
        "Which of the three has the highest share?",
      ],
      "compare state=CA / state=NY / state=TX on 'travel'",
    ],
    [
      ["How many in Texas want to travel?", "And in California?", "Which is highest relative to its size?"],
      "compare state=CA / state=TX on 'travel'",
    ],
    [["How many want to travel by region?", "Which is biggest?"], "breakdown 'travel' by region"],
    [
      ["How many want to travel?", "And read?", "Which of the two groups is younger?"],
      "breakdown 'travel' by age; breakdown 'read' by age",
    ],
    [
      ["How many want to travel, and how many want to read, and which is bigger?"],
      "count 'travel'; count 'read'; rank 'travel' / 'read'",
    ],
  ])("%j", (asked, expected) => expect(plan(...asked)).toBe(normalised(expected)));
});

describe("another noun of what was spoken of", () => {
  it.each([
    [["How many lost or stolen phones?", "what about cards?"], "count ('lost card' | 'stolen card')"],
    // The data says nothing of lost fees.
    [["How many lost or stolen phones?", "what about fees?"], "count 'fee'"],
  ])("%j", (asked, expected) => expect(plan(...asked)).toBe(normalised(expected)));
});

describe("several things asked of what was spoken of", () => {
  it.each([
    [
      ["What do they say about fees and about refunds?", "Leave out discounts and the free plan. How many is that?"],
      "count ('fee' & not(('discount' | 'free plan'))); count ('refund' & not(('discount' | 'free plan')))",
    ],
    [
      ["How many mention fees?", "Okay, now leave out refunds. What is left, and how many is that?"],
      "describe ('fee' & not('refund')); count #0",
    ],
    [
      ["How many mention fees?", "Leave out refunds, that's another team. And give me two quotes."],
      "quotes ('fee' & not('refund'))",
    ],
    [
      ["How many mention fees?", "Exclude those about refunds.", "How many are left, and can I get three quotes?"],
      "count ('fee' & not('refund')); quotes #0",
    ],
    [
      ["How many mention fees?", "Leave out those about refunds, limits or cards."],
      "count ('fee' & not(('refund' | 'limit' | 'card')))",
    ],
    [
      ["How many mention fees in Texas?", "What share of all people in Texas is that, and what do they say?"],
      "count 'fee' among state=TX; describe #0",
    ],
    [
      ["How many mention fees?", "And how many of those mention a child, a daughter or a card?"],
      "count ('child' | 'daughter' | 'card') among 'fee'",
    ],
    [
      ["How many mention a child, a daughter or a card?", "And what do they want to do with them?"],
      "top ('child' | 'daughter' | 'card')",
    ],
    [
      ["Rank fees, refunds and cards.", "And what do they say about them?"],
      "describe 'fee'; describe 'refund'; describe 'card'",
    ],
  ])("%j", (asked, expected) => expect(plan(...asked)).toBe(normalised(expected)));
});

describe("what is pointed at by its place", () => {
  const inOrder = (step: Step): readonly string[] =>
    step.do === "top" ? ["card", "travel", "refund"] : step.do === "rank" ? ["refund", "fee"] : [];

  it.each([
    [["What is most common?", "Tell me more about the second one"], "describe 'travel'"],
    [["What is most common?", "Tell me more about the second one", "And the third?"], "describe 'refund'"],
    [["What do women want most?", "Give me quotes for the last one"], "quotes ('refund' & gender=female)"],
    [["What do women want most?", "How many men mention number two?"], "count 'travel' among gender=male"],
    [["Are fees or refunds more common?", "Give me examples of the first", "And of the other?"], "quotes 'refund'"],
    [["Rank fees, refunds and cards.", "Give me examples of the first"], "quotes 'refund'"],
    [["What is most common?", "How many mention the second card?"], "count 'card second'"],
    [["How many mention fees?", "And refunds?", "Give me examples of the first one"], "quotes 'fee'"],
  ])("%j", (asked, expected) => expect(planText(planned(asked, inOrder))).toBe(normalised(expected)));

  it("is the list itself where only the vocabulary is known", () => {
    expect(plan("What is most common?", "Tell me more about the second one")).not.toContain("travel");
  });

  it("PL5: looks at few lists, however often a conversation points at them", () => {
    let looks = 0;
    const counted = (step: Step): readonly string[] => {
      looks += 1;
      return inOrder(step);
    };
    const tops = ["Texas", "California", "New York", "the South", "women"].flatMap((who) => [
      `What do people in ${who} want most?`,
      "Tell me more about the second one",
    ]);
    planned(tops, counted);
    expect(looks).toBeLessThanOrEqual(3);
  });

  it("PL5: takes a long ranking in the order in which it was asked, for to count it takes long", () => {
    const rank = "Rank fees, refunds, cards, limits, travel, yoga, gym, books, money and weight.";
    let looks = 0;
    const counted = (step: Step): readonly string[] => {
      looks += 1;
      return inOrder(step);
    };
    expect(planText(planned([rank, "Give me examples of the third one"], counted))).toBe(normalised("quotes 'card'"));
    expect(looks).toBe(0);
  });
});

describe("what a conversation says in passing", () => {
  it.each([
    [["How many mention fees?", "And refunds?", "Both together, nobody counted twice."], "count ('fee' | 'refund')"],
    [
      ["How many mention fees?", "And refunds?", "Now add the ones about cards. What do all three make together?"],
      "count ('fee' | 'refund' | 'card')",
    ],
    [["How many mention fees?", "And refunds?", "What percentage of all goals is the second one?"], "count 'refund'"],
    [["How many want to travel?", "What percentage of all people in Texas is that?"], "count 'travel' among state=TX"],
    [
      ["How many mention fees, by gender?", "Take out everything that mentions zebras and do the split again."],
      "breakdown 'fee' by gender; refuse absent",
    ],
    [
      ["Do men or women mention fees more?", "Leave out refunds. Does the answer change?"],
      "compare gender=female / gender=male on ('fee' & not('refund'))",
    ],
    [
      ["How many mention fees?", "And refunds?", "ok back to the fees. Leave out cards."],
      "count ('fee' & not('card'))",
    ],
    [
      ["How many women want to travel?", "How many more is that than the men?"],
      "compare gender=female / gender=male on 'travel'",
    ],
    [["How many want to travel?", "Is that a men thing?"], "breakdown 'travel' by gender"],
    [
      [
        "How many mention fees?",
        "How many of those are outside the Business category?",
        "And which categories are they in?",
      ],
      "breakdown ('fee' & not(category=Business)) by category",
    ],
  ])("%j", (asked, expected) => expect(plan(...asked)).toBe(normalised(expected)));
});

describe("totals, orders and shares of what was asked before", () => {
  it.each([
    [["How many mention fees or refunds?", "Which of the two more?"], "rank 'fee' / 'refund'"],
    [["How many mention fees?", "And refunds?", "And cards?", "Rank the three."], "rank 'card' / 'fee' / 'refund'"],
    [
      ["How many mention fees?", "And refunds?", "What percentage of all goals are the two together?"],
      "count ('fee' | 'refund')",
    ],
    [
      ["How many mention fees?", "And refunds?", "How many together, counting nobody twice?"],
      "count ('fee' | 'refund')",
    ],
    [["How many mention fees?", "Now leave out refunds. What's the total then?"], "count ('fee' & not('refund'))"],
    [
      ["How many mention fees?", "And refunds?", "Which of these two has the higher share of women?"],
      "count gender=female among 'fee'; count gender=female among 'refund'",
    ],
    [
      ["How many mention fees?", "Where do these people live, by region?", "Is the South overrepresented?"],
      "breakdown 'fee' by region",
    ],
  ])("%j", (asked, expected) => expect(plan(...asked)).toBe(normalised(expected)));
});

describe("one question", () => {
  it.each([
    ["Do people prefer travel or yoga?", "rank 'travel' / 'yoga'"],
    ["How many want to quit smoking or drinking?", "count ('quit smoking' | 'drinking quit')"],
    [
      "Is topping up by card, by transfer or by refund more common?",
      "rank 'card top up' / 'top transfer up' / 'refund top up'",
    ],
    ["How many ask how long a transfer takes?", "count 'long transfer'"],
    ["How many complain that transfers take too long?", "count 'long transfer'"],
    ["How many mention fees, cards or refunds?", "count ('card' | 'fee' | 'refund')"],
    ["What are the top five goals, and how many have each?", "top all"],
    ["Which five states have the most goals?", "breakdown all by state"],
    ["Top 5 wishes and share of each?", "top all"],
    ["What share of the goals from Texas is about travel?", "count 'travel' among state=TX"],
    ["How many visitors who wrote about fees mention refunds?", "count ('fee' & 'refund')"],
    ["Do women want to travel, too?", "compare gender=female / gender=male on 'travel'"],
    ["What is most common, and which complaints go with fees?", "top all; top 'fee'"],
  ])("%s", (question, expected) => expect(plan(question)).toBe(normalised(expected)));
});
