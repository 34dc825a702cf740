import { aliasesOf } from "../../../packages/answers/src/engine/groups";
import { stemOf } from "../../../packages/answers/src/dataset/words";
import { planOf } from "../../../packages/answers/src/plan/planner";
import { normalised, planText } from "../../setup/planText";
import { known, planned } from "./planFixture";

const PAIRS = [
  "physical_card",
  "virtual_card",
  "atm_fee",
  "exchange_fee",
  "top_up",
  "cancelled_purchase",
  "lost_card",
  "stolen_card",
];
const WORDS =
  "card fee atm exchange cash purchase cancelled refund bank transfer top up price integration health money lost stolen";
const stems = new Set([...WORDS.split(" ").map(stemOf), ...PAIRS.map((pair) => pair.split("_").map(stemOf).join("_"))]);

/** The plan of a question about chats in which these words and pairs of words are common. */
function plan(question: string, kind: "chats" | "goals" = "chats", withColumns = false): string {
  const data = known(kind, withColumns);
  const countOf = (stem: string): number | undefined => (stems.has(stem) ? 20 : data.countOf(stem));
  const messages = [{ role: "user" as const, content: question }];
  return planText(planOf(messages, { ...data, countOf }, aliasesOf(data.columns)));
}

describe("the data as a whole", () => {
  it.each([
    "Tell me something surprising in this data.",
    "Anything interesting?",
    "What's in here?",
    "Summarise the data for my board",
    "What should I know about these chats?",
    "What are the highlights?",
  ])("is asked about by: %s", (question) => expect(plan(question)).toBe("top all"));

  it.each(["Anything surprising about fees?", "How many find fees interesting?", "Why is it important?"])(
    "is not asked about by: %s",
    (question) => expect(plan(question)).not.toBe("top all"),
  );
});

describe("things that share words which are said once", () => {
  it.each([
    ["Which comes up more: physical or virtual cards?", "rank 'physical card' / 'virtual card'"],
    ["ATM or exchange fees, which is the bigger complaint?", "rank 'atm fee' / 'exchange fee'"],
    ["Is topping up by bank transfer or by card more of a problem?", "rank 'bank top transfer up' / 'card top up'"],
    ["How many ask about prices vs. integrations?", "rank 'integration' / 'price'"],
    ["What's the ratio of lost cards to stolen cards?", "rank 'lost card' / 'stolen card'"],
    ["Do more people ask about fees or refunds?", "rank 'fee' / 'refund'"],
    ["How many ask about lost cards and how many about stolen ones?", "count 'lost card'; count 'stolen card'"],
    ["Which is mentioned less, fees or refunds?", "rank 'fee' / 'refund'"],
    ["Do people ask about fees rather than refunds?", "rank 'fee' / 'refund'"],
  ])("%s", (question, expected) => expect(plan(question)).toBe(normalised(expected)));
});

describe("what comes up least", () => {
  it.each(["What is the least common topic?", "What do the fewest people ask about?"])(
    "can't be told: %s",
    (question) => expect(planned([question], false, "chats").steps[0]).toMatchObject({ do: "top", least: true }),
  );
  it("isn't asked for by 'at least'", () =>
    expect(plan("What do people mention at least as often as fees?")).not.toContain("least"));
});

describe("what is left out", () => {
  it.each([
    [
      "How many ask about refunds but aren't talking about cancelled purchases?",
      "count ('refund' & not('cancelled purchase'))",
    ],
    ["How many people talk about transfers and say nothing about fees?", "count ('transfer' & not('fee'))"],
    ["How many people mention prices but nothing about fees?", "count ('price' & not('fee'))"],
    ["How many who never say cash ask about refunds?", "count ('refund' & not('cash'))"],
    ["How many customers who don't mention a card are asking about transfers?", "count ('transfer' & not('card'))"],
    ["How many people who don't ask about fees or refunds want a card?", "count ('card' & not(('fee' | 'refund')))"],
    ["How many want transfers rather than refunds?", "count ('transfer' & not('refund'))"],
    ["How many chats are about neither refunds nor fees?", "count not(('refund' | 'fee'))"],
    ["Leaving aside fees, what do people ask about transfers?", "top ('transfer' & not('fee'))"],
  ])("%s", (question, expected) => expect(plan(question)).toBe(normalised(expected)));
});

describe("who asks, and how the answer is to look", () => {
  it.each([
    ["As an agent I need the top 3 issues with refunds, with one quote each.", "top 'refund'"],
    ["As head of support, how many ask about refunds?", "count 'refund'"],
    ["How often do exchange fees show up?", "count 'exchange fee'"],
    ["How often do refunds occur?", "count 'refund'"],
  ])("%s", (question, expected) => expect(plan(question)).toBe(normalised(expected)));
});

describe("groups", () => {
  it.each([
    ["Do Indians or Germans want to travel more?", "compare country=DE / country=IN on 'travel'"],
    ["What do people want most, and from which countries?", "top all; breakdown all by country"],
    [
      "Compare health with career by gender.",
      "breakdown category=Health & Fitness by gender; breakdown category=Career by gender",
    ],
    [
      "Compare business goals with career goals by gender.",
      "breakdown category=Business by gender; breakdown category=Career by gender",
    ],
    ["Compare men and women by region.", "breakdown gender=male by region; breakdown gender=female by region"],
    ["Compare health goals with career goals.", "compare category=Career / category=Health & Fitness"],
    ["What are the most common business goals?", "top category=Business"],
    [
      "What's the most popular category in each region?",
      "breakdown region=Northeast by category; breakdown region=South by category",
    ],
  ])("%s", (question, expected) => expect(plan(question, "goals", true)).toBe(normalised(expected)));

  it.each([
    ["How many Germans ask about refunds?", "count 'refund'; refuse noColumn"],
    ["How many people over 60 ask about refunds?", "count 'refund'; refuse noColumn"],
    ["How many 30-year-olds ask about refunds?", "count 'refund'; refuse noColumn"],
    ["What do 25 to 34s ask about?", "refuse noColumn"],
    ["Do teenagers ask about refunds more than pensioners?", "refuse noColumn"],
  ])("that no column tells are said so, and the rest is answered for everybody: %s", (question, expected) =>
    expect(plan(question)).toBe(normalised(expected)),
  );
});
