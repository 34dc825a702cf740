import { plan, planned } from "./planFixture";
import { normalised } from "../../setup/planText";

describe("what only explains the words of a question", () => {
  it.each([
    [["How many mention fees of some kind (card fees, transfer fees, exchange fees and so on)?"], "count 'fee'"],
    [
      ["How many exercise or travel, counting every way they say it and not just the word gym?"],
      "count ('exercise' | 'travel')",
    ],
    [["How many mention travel, however they put it?"], "count 'travel'"],
    [["How many women, however they put it, want to travel?"], "count 'travel' among gender=female"],
    [["How many mention travel, not raw numbers, and how many want to read?"], "count 'travel'; count 'read'"],
    [
      ["Which region wants to travel the most? I mean as a share of what that region posted, not raw counts."],
      "breakdown 'travel' by region",
    ],
    [["Travel or reading, which wins?"], "rank 'read' / 'travel'"],
    [["I'm showing this to the board next week, how many want to travel?"], "count 'travel'"],
    [["How many want to travel instead of making a serious resolution?"], "count 'travel'"],
  ])("%j", (asked, expected) => {
    const { steps, notUnderstood } = planned(asked);
    const left = asked[0]!.includes("(") ? ["card fees transfer fees exchange fees and so on"] : [];
    expect(plan(asked).split("; unclear")[0]).toBe(normalised(expected));
    expect(steps).not.toHaveLength(0);
    expect(notUnderstood).toEqual(left);
  });

  it("keeps what stands in brackets where nothing else is asked", () =>
    expect(plan(["(fees, refunds, transfers, etc)"])).toContain("fee"));
});

describe("what a later question says of the one before", () => {
  it.each([
    [["How many lost or stole a card?", "And the gym?"], "count 'gym'"],
    [["How many mention declined cards?", "What about transfers?"], "count 'transfer'"],
    [["How many mention fees?", "and refunds, is that more?"], "rank 'fee' / 'refund'"],
    [
      ["How many mention fees?", "And travel?", "And refunds? Put the three in order."],
      "count 'refund'; rank 'fee' / 'refund' / 'travel'",
    ],
    [
      ["How many want to travel by region?", "is the South really more adventurous here?"],
      "breakdown 'travel' by region",
    ],
    [
      ["How many mention refunds?", "of those, how many mention fees?", "and how many are still declined?"],
      "count 'decline' among 'refund'",
    ],
    [["How many women want to travel?", "and how many want to read?"], "count 'read'"],
    [
      [
        "How many mention refunds?",
        "of those, how many mention fees?",
        "How many people mention transfers?",
        "Add those last two together please",
      ],
      "count ('transfer' | ('fee' & 'refund'))",
    ],
    [
      ["How many say their card was declined?", "And how many say it was stolen?", "Which is worse, and by how much?"],
      "rank 'decline card' / 'stolen card'",
    ],
    [["How many mention fees?", "Is that more than refunds?", "What's the split in percent?"], "rank 'fee' / 'refund'"],
    [
      ["How many want to travel?", "And read?", "Which of them is more of a male thing?"],
      "count gender=male among 'travel'; count gender=male among 'read'",
    ],
    [["Which state has the most business resolutions?", "And per capita?"], "breakdown category=Business by state"],
    [
      ["Which state has the most business resolutions?", "adjusting for their size?"],
      "breakdown category=Business by state",
    ],
    [["How many are about transfers that are arriving?"], "count 'arrive transfer'"],
    [["How many are in category Career?", "what do they want in their career?"], "top category=Career"],
    [
      ["How many want to travel?", "leave those out. what is the top category among the rest?"],
      "breakdown not('travel') by category",
    ],
    [["How many mention refunds?", "What are they unsure about?"], "describe 'refund'"],
    [["How many mention refunds?", "and transfers they never arrive?"], "count 'never arrive transfer'"],
  ])("%j", (asked, expected) => expect(plan(asked)).toBe(normalised(expected)));
});

describe("what did not come, and what did not work", () => {
  it.each([
    ["How many people are asking where their new card is?", "count 'never arrive card'"],
    ["How many ask where the gym is and travel?", "count ('gym' | 'travel')"],
    ["How many couldn't get declined?", "count 'never decline'"],
    ["How many never got their card?", "count 'never got card'"],
  ])("%s", (asked, expected) => expect(plan([asked])).toBe(normalised(expected)));
});

describe("alternatives of one thing", () => {
  it.each([
    ["How many are about a top up that stopped or was declined?", "count ('stop top up' | 'decline top up')"],
    [
      "How many mention a fee or transfer they never declined?",
      "count ('never decline fee' | 'never decline transfer')",
    ],
    ["How many lost their card or their passcode?", "count ('lose card' | 'lose passcode')"],
    [
      "Rank these categories: business, career, health.",
      "breakdown (category=Business | category=Career | category=Health & Fitness) by category",
    ],
    ["How many mention friends having a card or a pin?", "count ('card friend' | 'friend pin')"],
  ])("%s", (asked, expected) => expect(plan([asked])).toBe(normalised(expected)));
});

describe("a question after one about what the data doesn't have", () => {
  it("has no share of nothing", () => {
    const { steps, refusals } = planned(["How many want a zeppelin?", "Mostly men?"]);
    expect(steps).toEqual([]);
    expect(refusals).toMatchObject([{ kind: "absent" }]);
  });
});
