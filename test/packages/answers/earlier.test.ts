import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { stemOf } from "../../../packages/answers/src/dataset/words";
import type { AnswerPlan } from "../../../packages/answers/src/plan/plan";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { normalised, planText } from "../../setup/planText";
import { known } from "./planFixture";

const WORDS = "lost stolen expired card fee refund cash withdrawal apple google pay price".split(" ");
const PAIRS = ["lost_card", "stolen_card", "apple_pay", "google_pay", "cash_withdrawal"];
const stems = new Set([...WORDS.map(stemOf), ...PAIRS.map((pair) => pair.split("_").map(stemOf).join("_"))]);

/** The plan of a conversation's last question. */
function planned(asked: readonly string[]): AnswerPlan {
  const data = known("goals", true);
  const countOf = (stem: string): number | undefined => (stems.has(stem) ? 20 : data.countOf(stem));
  const messages = asked.map((content) => ({ role: "user" as const, content }));
  return planOf(messages, { ...data, countOf }, aliasesOf(data.columns));
}
const plan = (asked: readonly string[]): string => planText(planned(asked));

describe("a question about what earlier ones were about", () => {
  it.each([
    [["How many ask about lost cards?", "And stolen ones?"], "count 'stolen card'"],
    [
      ["How many ask about lost cards?", "And stolen ones?", "How many is that together?"],
      "count ('lost card' | 'stolen card')",
    ],
    [["How many ask about Apple Pay?", "And Google Pay?", "And either of them?"], "count ('apple pay' | 'google pay')"],
    [
      ["How many ask about Apple Pay?", "And Google Pay?", "And either of them?", "And both?"],
      "count ('apple pay' & 'google pay')",
    ],
    [
      ["How many want to read?", "And travel?", "And refunds?", "Those three combined?"],
      "count ('read' | 'travel' | 'refund')",
    ],
    [["Do more people mention fees or refunds?", "Why?"], "why 'fee'; why 'refund'"],
    [["Rank fees, refunds and prices.", "And if you leave out refunds?"], "rank 'fee' / 'price'"],
    [
      ["Rank fees, refunds and prices.", "Add cash withdrawals."],
      "rank 'cash withdrawal' / 'fee' / 'price' / 'refund'",
    ],
    [["How many mention fees?", "Exclude those about refunds."], "count ('fee' & not('refund'))"],
    [["How many ask about fees?", "Now only the ones about cash withdrawals."], "count ('cash withdrawal' & 'fee')"],
    [["How many ask about prices?", "Is that more or less than about refunds?"], "rank 'price' / 'refund'"],
    [["How many ask about prices?", "How does that compare with fees?"], "compare 'fee' / 'price'"],
    [["How many ask about fees or refunds?", "Split that up."], "rank 'fee' / 'refund'"],
    [["How many want to travel?", "Take those out. What's the most common goal then?"], "top not('travel')"],
    [
      ["How many want to read?", "And travel?", "And quit smoking?", "Which of the three is most popular?"],
      "rank 'read' / 'travel' / 'quit smoking'",
    ],
    [
      ["What share of people in Texas want to travel?", "Is that higher than in California?"],
      "compare state=CA / state=TX on 'travel'",
    ],
    [["What do people in Texas want?", "How does that differ from the rest?"], "compare not(state=TX) / state=TX"],
    [["How many women want to travel?", "What share of all women is that?"], "share 'travel' among gender=female"],
    [["How many women want to travel?", "What share of them are women?"], "share gender=female among 'travel'"],
    [["How many want to travel, by region?", "Relative to the size of the region?"], "breakdown 'travel' by region"],
    [
      ["How many want to travel?", "Of those, how many read?", "How many are left if you take those away?"],
      "count not('read') among 'travel'",
    ],
    [["How many want to read?", "And travel?", "And neither?"], "count not(('read' | 'travel'))"],
    [
      ["How many want to read?", "What about travel, and what about both together?"],
      "count 'travel'; count ('read' & 'travel')",
    ],
    [["How many ask about fees?", "Give me two typical complaints."], "quotes 'fee'"],
    [["How many in Texas want to travel?", "What about the whole South?"], "count 'travel' among region=South"],
    [["How many in Texas want to travel?", "And nationwide?"], "count 'travel'"],
    [["How many want to read a book?", "Sorry, I meant travel, not read."], "count 'travel book'"],
    [["How many want to travel?", "Only people who want to read."], "count ('read' & 'travel')"],
    [["How many want to travel?", "Where to?"], "describe 'travel'"],
    [
      ["How many women want to travel?", "And men?", "So who is keener?"],
      "compare gender=female / gender=male on 'travel'",
    ],
    [
      ["What do people in California want?", "And in Texas?", "What's the difference between the two?"],
      "compare state=CA / state=TX",
    ],
    [["How many want to travel, by region?", "Which of these has the highest share?"], "breakdown 'travel' by region"],
    [["How many want to travel, by region?", "And the South?"], "count 'travel' among region=South"],
    [
      ["Rank reading, travel and yoga.", "Which is more popular with men?"],
      "rank 'read' / 'travel' / 'yoga' among gender=male",
    ],
  ])("%j", (asked, expected) => expect(plan(asked)).toBe(normalised(expected)));

  it.each([
    [["How many want to travel?", "How many want to quit smoking altogether?"], "count 'smoking quit'"],
    [["How many ask about fees?", "How many want both a refund and a card?"], "count ('refund' & 'card')"],
    [["How many ask about fees?", "Why do people travel?"], "why 'travel'"],
    [["How many want to quit smoking?", "And the married ones?"], "count 'quit smoking'; refuse noColumn"],
  ])("is not taken for one that names its own topic: %j", (asked, expected) =>
    expect(plan(asked)).toBe(normalised(expected)),
  );
});

describe("security", () => {
  it.each([["And both?"], ["And either?"], ["And neither?"], ["How many are left?"], ["Exclude those about fees."]])(
    "PL5: a plan does not grow with a conversation that says again and again: %s",
    (again) => {
      const asked = ["How many mention fees?", "And refunds?", ...new Array<string>(60).fill(again)];
      const { steps, refusals } = planned(asked);
      expect(JSON.stringify(steps).length + JSON.stringify(refusals).length).toBeLessThan(4_000);
    },
  );
});
