import { fullName, isWeak } from "../../../../packages/answers/src/dataset/fullNames";
import { fullThemes } from "../../../../packages/answers/src/dataset/fullThemes";
import { askedFor } from "../../../../packages/answers/src/dataset/labelWords";
import { stemOf, words } from "../../../../packages/answers/src/dataset/words";

describe("what says too little alone", () => {
  it.each([
    "people",
    "life",
    "losing",
    "working",
    "goal",
    "waiting",
    "thing",
    "time",
    "day",
    "year",
    "world",
    "stolen",
  ])("is %s", (label) => expect(isWeak(label)).toBe(true));
  it.each(["gym", "crypto", "passport", "running", "reading", "marketing", "money", "USDC", "lose weight", "e-mails"])(
    "is not %s: a specific noun, an activity or a phrase",
    (label) => expect(isWeak(label)).toBe(false),
  );
});

it.each([
  ["losing", ["Lose my belly", "I lost twenty pounds", "losing weight"], "losing something"],
  ["waiting", ["Still waiting for my card", "How long do I wait for it?", "waiting"], "waiting for something"],
  ["listening", ["Listen to my wife", "listening to others"], "listening to something"],
  ["learning", ["Learn to sail", "Learn how to cook", "learn French"], "learning to do something"],
  ["meeting", ["Meet [name]", "meet you", "Meet [handle]"], "meeting someone"],
  ["spending", ["Spend less", "spend less!", "Spend"], "spending less"],
  ["spending", ["Spend less", "spend my money well", "Spend it on me"], "spending something"],
  ["losing", ["Stop losing my keys", "stop losing them", "lose less"], "stop losing"],
  ["declining", ["My card was declined", "It got declined", "why decline it?"], "being declined"],
  ["working", ["It is not working", "top up doesn't work", "The app isn't working"], "not working"],
  ["arriving", ["When will it arrive?", "The card arrives tomorrow"], "something arriving"],
  ["caring", ["Take care of myself", "care about the planet", "I care about it"], "caring about something"],
  ["mailing", ["Answer my e-mails", "Too many e-mails"], "e-mails"],
  ["stolen", ["It was stolen"], "being stolen"],
  ["life", ["Enjoy my life", "live your life", "life"], "my life"],
  ["people", ["Help other people", "people"], "other people"],
  ["visiting", ["Visit often", "I will visit", "not to visit"], "visiting something"],
  ["body", ["Love my body", "a body like hers", "a body to be proud of"], "my body"],
  ["mistake", ["Make a mistake", "the mistake", "a mistake"], "a mistake"],
  ["mistakes", ["Made mistakes", "a mistakes list", "my old mistakes"], "the mistakes"],
  ["girl", ["Find a girl", "the girl", "a girl"], "girls"],
  ["world", ["See the world", "travel the world"], "the world"],
])("calls %s as the records use it", (label, texts, name) => {
  expect(fullName(label, texts)).toBe(name);
  expect(isWeak(name)).toBe(false);
});

it.each([
  ["losing something", "losing"],
  ["something arriving", "arriving"],
  ["learning to do something", "learning"],
  ["lose weight", "lose weight"],
])("asks for %s by %s", (label, asked) => expect(askedFor(label)).toBe(asked));

it("makes a phrase that enough records say a theme of its own, and leaves no record out that had one", () => {
  const said = [
    ...Array.from({ length: 8 }, (_, i) => `I will lose weight by ${i}`),
    ...Array.from({ length: 7 }, (_, i) => `Lose the ${"abcdefg"[i]}keys`),
    "Shed pounds",
  ];
  const all = said.map((_, i) => i);
  const themes = fullThemes(
    [{ names: ["losing"], holders: all.slice(0, 15), group: all, middle: new Float32Array(1) }],
    {
      said,
      stemsOf: said.map((text) => new Set(words(text).map(stemOf))),
      isFrame: () => false,
      middleOf: () => new Float32Array(1),
      closeness: () => 0,
    },
  );
  expect(themes.map(({ names, holders }) => [names, holders.length])).toEqual([
    [["lose weight"], 8],
    [["losing something"], 7],
  ]);
  expect(themes.flatMap(({ group }) => group).sort((a, b) => a - b)).toEqual(all);
});
