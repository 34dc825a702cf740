import { figureNotIn, quoteNotIn } from "../../../packages/answers/src/figures";

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
    expect([figureNotIn(wording, shown, ASKED), quoteNotIn(wording, shown)]).toEqual([null, null]);
  });

  it("names the points of a list in bold", () => {
    expect(
      quoteNotIn("1. **Not getting into their account**: 139\n- **Something broken or slow**: 86", SHOWN),
    ).toBeNull();
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
    expect(figureNotIn(wording, SHOWN, ASKED)?.toLowerCase()).toBe(figure.toLowerCase());
  });

  it("… also a quote of which one word was changed, left out or added, in any marks", () => {
    const said = [
      "I ordered 4 cards two weeks ago",
      "I ordered cards two weeks ago",
      "I ordered my 3 cards two weeks ago",
    ];
    for (const quote of said)
      for (const [open, close] of ["“”", "«»", '""', "**"])
        expect(quoteNotIn(`One writes ${open}${quote}${close}.`, SHOWN)).toBe(quote);
    // Part of a word is another word.
    expect(quoteNotIn("One writes “ordered 3 cards two week”.", SHOWN)).not.toBeNull();
    expect(quoteNotIn("**I hate them and will leave** is what one says.", SHOWN)).not.toBeNull();
  });
});
