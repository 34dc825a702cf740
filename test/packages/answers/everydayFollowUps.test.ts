import { planText } from "../../setup/planText";
import { planned, reads, type Case } from "./wordingFixture";

describe("some of those that are called so", () => {
  const PHONES = "How many had their phone lost or stolen?";
  const AND_CARDS = "How does that compare with lost or stolen cards?";

  it.each<Case>([
    [[PHONES, AND_CARDS, "show me a couple of the phone ones please"], "quotes ('lost phone' | 'phone stolen')"],
    [[PHONES, AND_CARDS, "Can I see two or three of the card ones?"], "quotes ('card lost' | 'card stolen')"],
    [["How many ask about refunds?", "give me three typical ones"], "quotes 'refund'"],
    [["How many ask about refunds or fees?", "show me two of the fee ones"], "quotes 'fee'"],
    [["How many ask about fees?", "show me some of the transfer ones"], "quotes ('fee' & 'transfer')"],
    [["How many ask about fees?", "show me some angry ones"], "quotes 'fee'; unclear angry"],
    [["Show me a few of the ones about fees"], "quotes 'fee'"],
    [["How many ask about fees?", "Lovely, can you give me a quote or two?"], "quotes 'fee'"],
    [["Brilliant, show me quotes about refunds"], "quotes 'refund'"],
    [["show me some good examples of card fees"], "quotes 'card fee'"],
    [
      ["How many ask about virtual cards?", "Provide five verbatim examples for ad copy research."],
      "quotes 'card virtual'",
    ],
    [
      ["How many say their transfer failed?", "How many about refunds?", "quote me one or two from each side"],
      "quotes 'failed transfer'; quotes 'refund'",
    ],
  ])("are quoted, of chats: %j", reads("chats"));

  it.each<Case>([
    [
      ["What share of the tweets are just jokes?", "post a few funny ones from the midwest"],
      "quotes (category=Humor & region=Midwest)",
    ],
    [["Give me some jokes about food"], "quotes ('food' & category=Humor)"],
    [["How many want to lose weight?", "show me some funny ones"], "quotes ('lose weight' & category=Humor)"],
    [
      ["How much of this is just jokes?", "give me some good ones about failing"],
      "quotes ('failing' & category=Humor)",
    ],
    [["Can you give me three or four resolutions about travelling, for a travel newsletter?"], "quotes 'travel'"],
  ])("are quoted, of goals: %j", reads("goals"));

  it("are as many as asked for, the larger of two numbers", () => {
    expect(planned("goals", ["Give me three or four resolutions about travelling"]).steps).toMatchObject([
      { limit: 4 },
    ]);
    expect(planned("chats", [PHONES, "show me a couple of the phone ones"]).steps).toMatchObject([{ limit: 2 }]);
  });

  it.each<Case>([
    [["What do people ask about most?", "give me the two biggest ones"], "top all"],
    [["Show me some of the most common problems with cards"], "top 'card'"],
  ])("are not quoted where a list is asked for: %j", reads("chats"));

  it("name a quality that no word tells", () =>
    expect(planned("chats", ["How many ask about fees?", "quote me the grumpiest ones"])).toMatchObject({
      steps: [{ do: "quotes" }],
      notUnderstood: ["grumpiest"],
    }));
});

describe("where in the country", () => {
  it.each<Case>([
    [
      ["How many want to quit smoking?", "and where in the country is it the most"],
      "breakdown 'quit smoking' by region",
    ],
    [
      ["How many want to quit smoking?", "which part of the country is that most common in?"],
      "breakdown 'quit smoking' by region",
    ],
    [["Where in the US do most people want to quit smoking?"], "breakdown 'quit smoking' by region"],
    [
      [
        "How many want to quit smoking?",
        "and where in the country is it the most",
        "ok let me see some of those tweets",
      ],
      "quotes 'quit smoking'",
    ],
    [
      [
        "How many want to quit smoking?",
        "Break that down by region",
        "as a percentage of each region's people please, not raw numbers",
      ],
      "breakdown 'quit smoking' by region",
    ],
  ])("is a column: %j", reads("goals"));

  it("is in no column of chats", () =>
    expect(planText(planned("chats", ["Where in the country are refunds most common?"]))).toContain("refuse noColumn"));
});

describe("a later question", () => {
  const FAILED = "How many say their top-up failed?";

  it.each<Case>([
    [[FAILED, "and how many are stuck on pending?"], "count 'pending top up'"],
    [
      ["How many ask about top-ups?", "Of those, how many failed?", "and how many are still pending?"],
      "count 'pending' among 'top up'",
    ],
    [[FAILED, "what about ones that got reverted"], "count 'reverted top up'"],
    [["How many ask about crypto?", "what's the problem they're having?"], "top 'crypto'"],
    [
      ["How many ask about a bad exchange rate?", "can you split that into card payments and cash withdrawals?"],
      "rank 'card payment' / 'cash withdrawal' among 'bad exchange rate'",
    ],
    [
      ["How many ask about a bad exchange rate?", "do many of them mention being abroad or on holiday"],
      "count ('abroad' | 'holiday') among 'bad exchange rate'",
    ],
    [
      ["How many want to close their account?", "About how many give bad service as the reason?"],
      "count 'bad service' among 'account close'",
    ],
    [
      ["How many ask about refunds?", "ok and is that more or less than people charged twice?"],
      "rank 'refund' / 'charged twice'",
    ],
    [["How many ask about refunds?", "how did you count that"], "count 'refund'"],
    [
      ["How many ask about a withdrawal they didn't make?", "And direct debits they never set up?"],
      "count 'direct debit not recognised'",
    ],
    [
      [
        "How many ask about refunds?",
        "How many about fees?",
        "Put those two together with transfers, what's the total share?",
      ],
      "count ('fee' | 'refund' | 'transfer')",
    ],
    [
      [
        "How many ask about refunds?",
        "How many about fees?",
        "Put those two together with transfers, what's the total share?",
        "which of the three is the worst one",
      ],
      "rank 'fee' / 'refund' / 'transfer'",
    ],
    [["How many ask about refunds?", "how many of all the messages have fees in them"], "count 'fee'"],
  ])("of chats: %j", reads("chats"));

  it.each<Case>([
    [
      [
        "How many want to run a marathon?",
        "quote two of them",
        "and yoga?",
        "which of the two is more popular with women then",
      ],
      "rank 'marathon run' / 'yoga' among gender=female",
    ],
    [["How many are in Career?", "how many are women?"], "count gender=female among category=Career"],
    [
      ["Are women more into Career than men?", "is that difference real or could it just be noise"],
      "compare gender=female / gender=male on category=Career",
    ],
    [
      [
        "Rank the categories among women in the Midwest.",
        "Same for men.",
        "Which category shows the largest difference in share between the two?",
      ],
      "breakdown (gender=female & region=Midwest) by category; breakdown (gender=male & region=Midwest) by category",
    ],
  ])("of goals: %j", reads("goals"));

  it("is not answered with what was spoken of where it asks of all", () =>
    expect(
      planned("chats", ["How many ask about refunds?", "how many of all the messages have swear words in them"]).steps,
    ).toEqual([]));
});
