import { recordsFrom } from "../../../packages/answers/src/dataset/prepare";
import { scrub } from "../../../packages/answers/src/dataset/scrub/scrub";

const letters = (i: number): string => `${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10) % 10]}x`;

/** What is left of some texts, each of another group of people, among sixty others. */
function imported(...texts: string[]): { texts: string[]; joined: number } {
  const collected = recordsFrom(scrub, { secret: new Uint8Array(32) });
  const own = Array.from({ length: 60 }, (_, i) => `My resolution is to grow ${letters(i)} in the garden`);
  [...texts, ...own].forEach((text, i) => collected.add({ text, columns: { group: `of ${i}` } }));
  const { records, summary } = collected.finish();
  return {
    texts: records.map(({ text }) => text).filter((text) => !own.includes(text)),
    joined: summary.duplicates,
  };
}

const TEMPLATE = (who: string): string =>
  `My #NewYearsResolution is to make more money. Thanks to @${who}wins that is possible!`;
const STORY =
  "Looks like my card payment was made twice by mistake, I paid at the store earlier which rejected once and worked the second time, the app is on pending";

describe("happy", () => {
  it.each([
    ["templates with another handle", [TEMPLATE("ann"), TEMPLATE("bob"), TEMPLATE("cleo").toUpperCase()]],
    [
      "templates with another link or count",
      [
        "Living a connected life with my smart kettle https://a.example/1 day 3",
        "Living a connected life with my smart kettle https://a.example/2 day 4",
      ],
    ],
    [
      "a retweet and its original, in either order",
      ["RT @one: Learn to whistle on two fingers", "Learn to whistle on two fingers"],
    ],
    [
      "an original and its retweet",
      ["Learn to whistle on two fingers", "So true RT @one: Learn to whistle on two fingers"],
    ],
    [
      "quotes of a post with remarks before and behind them",
      ["“@one: Supper club stops smoking cigarettes” same", "Yes! “@one: Supper club stops smoking cigarettes” good"],
    ],
    [
      "a retweet that is cut off",
      [
        "RT @one: Never again sleep through the alarm, the second alarm, the phone call and the neighbour who kno…",
        "Never again sleep through the alarm, the second alarm, the phone call and the neighbour who knocks",
      ],
    ],
    ["a long text with a word changed", [STORY, `${STORY.replace("paid", "payed")}, please help`]],
  ])("takes for one voice: %s", (_, texts) => {
    const found = imported(...texts);
    expect(found.texts).toEqual([scrub(texts[0]!).text.replace(/^RT \[handle\]: | \[link\]$/g, "")]);
    expect(found.joined).toBe(texts.length - 1);
  });

  it.each([
    [
      "a short question, in the same words or with a courtesy",
      ["I lost my card", "I lost my card", "Hi, I lost my card", "I lost my card #sad @bank"],
    ],
    [
      "a common wish with a picture",
      ["My resolution is to lose weight https://a.example/1", "My resolution is to lose weight"],
    ],
    ["another amount", ["I want to save $5,000 this year", "I want to save $9,000 this year"]],
    ["another thing in the same sentence", ["Can I pay for my hotel in euros?", "Can I pay for my lunch in euros?"]],
    ["a short text that somebody else passed on", ["RT @one: stop smoking", "stop smoking"]],
  ])("takes for voices of their own: %s", (_, texts) => {
    expect(imported(...texts).texts).toHaveLength(texts.length);
  });
});
