import { figuresNotIn, knownIn, quotesNotIn, type Known } from "../../../packages/answers/src/figures";

const SHOWN = [
  "**139 of 9,971 chats (1.4 %)** ask about “charged twice”; 86 often with “double charged”.",
  "634 of 2,485 goals from men (26 %), against 356 of 2,418 from women (15 %)",
  "- “two weeks”: 13 (9.4 %)",
  "- “I ordered 3 cards two weeks ago, and I don’t have them.”",
  "- “I got charged twice”",
].join("\n");
const ASKED =
  "Which three states lead? We sell to the over 60s, and I was told that 90 % or 300 people hate it. Top 5, please.";

describe("a reply that is right is not replaced", () => {
  it.each([
    ["figures as German writes them", "139 von 9.971 Chats (1,4 %)"],
    ["… French", "139 des 9 971 chats (1,4 %)"],
    ["… with narrow spaces", "139 des 9\u202f971 chats (1,4\u202f%)"],
    ["a share that is rounded", "634 of 2,485, and 9 % of the rest"],
    ["how far two shares are apart", "26 % of men and 15 % of women, 11 percentage points more"],
    ["words for the items of a list", "By words the three are near one another; the first two lead."],
    ["how many items follow", "Two of their sentences:\n\n- “I got charged twice”\n- “double charged”"],
    ["a number in a name", "13 say two weeks."],
    ["a number in a part of a quote", "One writes “I ordered 3 cards two weeks ago”."],
    ["what the question names", "Of your three states, and of the over 60, 139 say so."],
    ["an ordinal", "It is the third most common, the 2nd among men: 139."],
    ["a word of a topic that could be a quantity", "86 say double charged."],
    ["groups that a hyphen names", "- 26-35: 26 % (634)"],
    ["one in a place", "The largest one in Texas has 139."],
  ])("%s", (_, wording) => {
    const shown = `${SHOWN}\n26-35`;
    expect([figuresNotIn(wording, knownIn(shown), ASKED), quotesNotIn(wording, shown)]).toEqual([[], []]);
  });

  it("names the points of a list in bold", () => {
    expect(
      quotesNotIn("1. **Not getting into their account**: 139\n- **Something broken or slow**: 86", SHOWN),
    ).toEqual([]);
  });
});

describe("MP1: a reply that is wrong is replaced", () => {
  it.each([
    ["139 von 9.972 Chats", "9.972"],
    ["139 von 9.971 (1,5 %)", "1,5"],
    ["139 des 9 972 chats", "9"],
    ["8 % of them", "8"],
    ["26 % and 15 %, 12 points more", "12"],
    ["The three people who said so.", "three"],
    ["The two goals from Texas.", "two"],
    ["All two hundred of them.", "hundred"],
    ["Yes, 90 % hate it.", "90"],
    ["Yes, 300 people hate it.", "300"],
    ["Three people lead.", "Three"],
    ["They wait three weeks.", "three"],
    ["Seven of their sentences:\n\n- “I got charged twice”", "Seven"],
    ["One in ten says so.", "One in ten"],
    ["A third of them are late.", "A third"],
    ["2:1 for men", "2:1"],
    ["The top 40 say so.", "40"],
  ])("%s", (wording, figure) => {
    expect(figuresNotIn(wording, knownIn(SHOWN), ASKED)[0]?.said.toLowerCase()).toBe(figure.toLowerCase());
  });

  it("… also a quote of which one word was changed, left out or added, in any marks", () => {
    const said = [
      "I ordered 4 cards two weeks ago",
      "I ordered cards two weeks ago",
      "I ordered my 3 cards two weeks ago",
    ];
    for (const quote of said)
      for (const [open, close] of ["“”", "«»", '""', "**"])
        expect(quotesNotIn(`One writes ${open}${quote}${close}.`, SHOWN)).toEqual([quote]);
    // Part of a word is another word.
    expect(quotesNotIn("One writes “ordered 3 cards two week”.", SHOWN)).toHaveLength(1);
    expect(quotesNotIn("**I hate them and will leave** is what one says.", SHOWN)).toHaveLength(1);
  });
});

/** Campaigns by how far they are funded, with the bounds that were looked up: what was counted, and what only chose. */
const FUNDED: Known = {
  text: "363 of 3,002 goals (12%) have percentage.funded 50 to 99. 638 (21%) have percentage.funded 100 or more. Fewer than 5 mention “file”.",
  counts: new Set([363, 3002, 638, 685, 346, 8, 2890, 412, 25]),
  shares: new Set([12.09, 21.25, 22.8]),
  names: ["50 to 99", "100 or more"],
  values: [
    { words: ["percentag", "fund"], numbers: new Set([0, 5, 50, 54, 97, 99, 100]) },
    { words: ["year"], numbers: new Set([2013, 2014]) },
    { words: ["rate", "star", "score"], numbers: new Set([1, 2, 3, 4, 5]) },
  ],
};

describe("numbers that choose records are values of a column, and count none", () => {
  it.each([
    ["a bound of the filter", "638 of 3,002 campaigns (21%) were funded at 100 percent or more."],
    ["both bounds", "363 campaigns are between 50 and 99 percent funded."],
    ["a column of a table", "| | Campaigns | Still at 0 percent |\n| --- | ---: | ---: |\n| Books | 638 | 346 |"],
    ["an upper bound", "Of the campaigns, 346 are funded at 5 percent or less."],
    ["the name of a group", "- 50 to 99: 363\n- 100 or more: 638"],
    ["a value as the name of a row", "| Rating | Reviews |\n| --- | ---: |\n| 5 | 412 |\n| 1 | 346 |"],
    ["stars", "412 reviews give 5 stars, 346 a rating of 1."],
    ["a year", "In 2013 it was 363, in 2014 638."],
    ["none as a name", "| Campaigns | Number |\n| --- | ---: |\n| None of these words | 2,890 |"],
    ["none beside its figure", "Almost none: fewer than 5 of 3,002 mention it."],
    ["none as a noun", "346 write of limited or poor food, or of none."],
    ["none of the columns", "None of the columns holds age; the nearest is 346."],
    ["a share that two figures have", "25 of the 363 are books, 7%."],
  ])("%s may be said", (_, wording) => {
    expect(figuresNotIn(wording, FUNDED, "between 50 and 99 percent?")).toEqual([]);
  });

  it.each([
    ["97 campaigns have hit their goal, and 54 have not.", ["97", "54"]],
    ["Of 3,002, 97 were funded.", ["97"]],
    ["100 or more campaigns were funded.", ["100"]],
    ["Yes, more than 99 percent want refunds.", ["99"]],
    ["It is 0 percent of them: 8 of 2,890.", ["0"]],
    ["2013 people were funded.", ["2013"]],
    ["None of them was funded.", ["None"]],
    ["Nobody was funded. 977 and 978 failed, half of the projects.", ["Nobody", "half", "977", "978"]],
    ["346 of them, 13 percent.\n\nElsewhere 412.", ["13"]],
  ])("%s is refused, with every fault", (wording, said) => {
    expect(figuresNotIn(wording, FUNDED).map((one) => one.said)).toEqual(expect.arrayContaining(said));
  });

  const RATED: Known = {
    text: "",
    counts: new Set([1000, 125, 87, 3.84, 3.8, 4, 3.41, 3.4, 3, 40, 43]),
    shares: new Set([56.43, 22.31, 12.5, 8.7]),
    names: [],
    values: [],
  };
  it.each([
    ["the distance of two averages", "3.84 for women, 3.41 for men: 0.43 more."],
    ["… in points", "3.84 for women, 3.41 for men: 0.43 points more."],
    ["the sum of two shares as they are rounded", "56 % say slow and 22 % late, 78 % in all."],
    ["… of the exact ones", "56 % say slow and 22 % late, 78.7 % or 79 % in all."],
    ["how far they are apart", "56 % against 22 %, 34 points or 34 % more."],
    ["the share of a sum", "Of 1,000, 125 say slow and 87 late: 21 % together."],
    ["… that stands there", "125 say slow and 87 late.\n\nOf 1,000 that is 212, or 21.2 %."],
    ["what the question is about", "By the 30s group of 2019, aged 18-24, within 24 hours: 125."],
    ["how many things the answer has", "Three things stand out, for two main reasons: 125."],
  ])("%s may be said, too", (_, wording) => {
    const asked = "Do people in their 30s or 18 to 24 want more than in 2019, and refunds within 24 hours?";
    expect(figuresNotIn(wording, RATED, asked)).toEqual([]);
  });

  it.each([
    ["1000 against 125; 87 of 43 and 40: 2 others.", "", ["2"]],
    ["56 % and 22 %, 80 % in all.", "", ["80"]],
    ["125 and 87 say so, 21 %.\n\nOf 1,000.", "", ["21"]],
    [
      "2019 reviewers and 18-24 guests say so, in their 50s.",
      "In 2019, of 18-24, in their 30s?",
      ["2019", "18", "24", "50"],
    ],
    ["Two reviewers, in 24 cases.", "24 hours?", ["24", "two"]],
    ["26 points.", "", ["26"]],
    ["125 and 87: 38 points more.", "", ["38"]],
  ])("%s is not, though the question has it", (wording, asked, said) => {
    expect(figuresNotIn(wording, RATED, asked).map((one) => one.said)).toEqual(said);
  });

  it("names the words around a fault", () => {
    const [first] = figuresNotIn("Books: 638.\nIn all, 977 campaigns failed.", FUNDED);
    expect(first).toEqual({ said: "977", near: "In all, 977 campaigns failed." });
  });

  it.each([
    ["Most of those who wrote to us so far are in their 30s.", "30", "to us so far are in their 30s."],
    ["Most of those who wrote to us so far: twenty percent.", "y percent", "so far: twenty percent."],
  ])("… also where letters stand beside it: %s", (wording, said, place) => {
    expect(figuresNotIn(wording, FUNDED).find((one) => one.said === said)!.near).toContain(place);
  });

  it("takes no claim from the question", () => {
    expect(figuresNotIn("Yes, half of the campaigns fail.", FUNDED, "Do half of the campaigns fail?")).toHaveLength(1);
  });
});
