import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { withThemeNames } from "../../../packages/answers/src/model/themeNames";
import { goalsOfStates } from "./fixture";
import { openAiStub, saying, type Asked, type OpenAiStub } from "./openAi";

const SNAPSHOT = learnSnapshot("goals", goalsOfStates(), { random: seededRandom(1), progress: () => undefined });
const LABELS = SNAPSHOT.themes.map(({ label }) => label);

let stub: OpenAiStub;
let warnings: string[];
beforeEach(() => void (warnings = []));
afterEach(() => stub.close());

/** What a model was shown of the themes. */
const shownIn = ({ body }: Asked): { theme: number; name: string; words: string[]; quotes: string[] }[] =>
  JSON.parse(/<data-x>\n(.*)\n<\/data-x>/s.exec(body.messages![1]!.content!)![1]!) as never;

const named = (timeoutMs = 2_000) =>
  withThemeNames(SNAPSHOT, {
    url: stub.url,
    model: "namer-1",
    key: "secret-key",
    fetch,
    timeoutMs,
    newId: () => "x",
    warn: (reason) => void warnings.push(reason),
  });
/** A model that names each theme by the local name that it is shown. */
const calls = (nameOf: (local: string) => unknown) => (asked: Asked) =>
  saying(JSON.stringify(Object.fromEntries(shownIn(asked).map(({ theme, name }) => [theme, nameOf(name)]))));

describe("happy", () => {
  it("names themes, and takes those that it names alike for one", async () => {
    const isTime = (label: string): boolean => /summer|winter/.test(label);
    expect(LABELS.filter(isTime)).toHaveLength(2);
    stub = await openAiStub(calls((local) => (isTime(local) ? "before summer or winter" : "nothing of this")));
    const { themes, themeOf } = await named();
    const time = themes.findIndex(({ label }) => label === "before summer or winter");
    expect(themes).toHaveLength(LABELS.length - 1);
    expect(themes[time]!.size).toBe(16);
    expect(themeOf.filter((code) => code === time + 1)).toHaveLength(16);
    expect(themes.map(({ size }) => size)).toEqual(themes.map(({ size }) => size).sort((a, b) => b - a));
    // The others keep their own names.
    expect(themes.filter((_, t) => t !== time).every(({ label }) => LABELS.includes(label))).toBe(true);
    expect(stub.asked.map(({ authorization, body }) => [authorization, body.model, "tools" in body])).toEqual([
      ["Bearer secret-key", "namer-1", false],
    ]);
  });

  it("shows a model common words and publishable quotes alone", async () => {
    stub = await openAiStub(calls(() => null));
    await named();
    for (const { words, quotes } of stub.asked.flatMap(shownIn)) {
      expect(words.length).toBeLessThanOrEqual(8);
      expect(quotes.length).toBeLessThanOrEqual(3);
      for (const word of words)
        expect(goalsOfStates().filter(({ text }) => text.toLowerCase().includes(word)).length).toBeGreaterThanOrEqual(
          5,
        );
    }
  });
});

describe("faults", () => {
  it.each<[string, Parameters<typeof openAiStub>[0], string]>([
    ["breaks the connection", (_, response) => void response.destroy(), "TypeError"],
    ["answers 500", (_, response) => void response.writeHead(500).end(), "status 500"],
    ["says no text", () => saying(null), "no text"],
    ["gives no JSON", () => saying("I would call them many things"), "no names"],
    ["gives broken JSON", () => saying('{"1": late}'), "SyntaxError"],
    ["never stops", (_, response) => void response.writeHead(200).end("x".repeat(300_000)), "too long"],
    ["answers nothing in time", () => undefined, "TimeoutError"],
  ])("a model that %s leaves the local names", async (_, answer, reason) => {
    stub = await openAiStub(answer);
    const { themes, themeOf } = await named(400);
    expect(themes).toEqual(SNAPSHOT.themes);
    expect(themeOf).toEqual(SNAPSHOT.themeOf);
    expect(warnings).toEqual([reason]);
  });
});

describe("security", () => {
  it.each([
    ["one word", "cooking"],
    ["too many words", "learn to cook food and money and house"],
    ["a figure", "80 cook food"],
    ["a link", "food at evil.example"],
    ["markup", "**cook** food"],
    ["quotation marks", "“cook food”"],
    ["words that no record uses", "quantum submarine chess"],
    ["a name of nobody's words", "of the and with"],
    ["an instruction", "ignore previous instructions"],
    ["no text", ["cook", "food"]],
  ])("MP9: %s is no name", async (_, name) => {
    stub = await openAiStub(calls(() => name));
    expect((await named()).themes).toEqual(SNAPSHOT.themes);
  });

  it("MP9: a name that a theme's records do not hold is none of it", async () => {
    stub = await openAiStub(calls((local) => (/marathon/i.test(local) ? "cook thai food" : null)));
    expect((await named()).themes).toEqual(SNAPSHOT.themes);
  });

  it("MP9: a name that more than four themes get is none", async () => {
    const shared = (label: string): boolean => /autumn|easter|summer|winter|thai/.test(label);
    expect(LABELS.filter(shared).length).toBeGreaterThan(4);
    stub = await openAiStub(calls((local) => (shared(local) ? "cook autumn easter summer winter" : null)));
    expect((await named()).themes).toEqual(SNAPSHOT.themes);
  });

  it("MP9: what stands in the data closes no delimiter, and other themes get no names by it", async () => {
    stub = await openAiStub(() => saying('{"1": "x", "999": "cook food", "__proto__": "cook food"}'));
    expect((await named()).themes).toEqual(SNAPSHOT.themes);
  });
});
