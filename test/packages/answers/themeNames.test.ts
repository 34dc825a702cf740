import { MockLanguageModelV3 } from "ai/test";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { Snapshot } from "../../../packages/answers/src/dataset/snapshot";
import { openDataset } from "../../../packages/answers/src/engine/dataset";
import { guideOf } from "../../../packages/answers/src/engine/guide";
import { runStep } from "../../../packages/answers/src/engine/run";
import { withThemeNames } from "../../../packages/answers/src/model/themeNames";
import { goalsOfStates, NOW } from "./fixture";

const records = [
  ...goalsOfStates(),
  ...Array.from({ length: 40 }, (_, i) => ({
    text: `Bake bread for the neighbours, ${i + 1} loaves a week`,
    fields: {},
  })),
  { text: "Bake bread with Zebulon Quackenbush", fields: {} },
];
const keys = Uint32Array.from(records, (_, i) => Math.imul(i + 1, 0x9e3779b1));
const learnt = learnSnapshot("goals", records, {
  random: seededRandom(1),
  progress: () => undefined,
  voices: { keys, voices: null, copies: 0 },
});
const opened = (snapshot: Snapshot) =>
  openDataset(snapshot, { kind: "goals", dataHash: "", count: 0, publishedAt: NOW });
const namesOf = (snapshot: Snapshot): string[] => snapshot.themes.map(({ name }) => name);
const baking = learnt.themes.findIndex(({ name }) => /bak|bread/.test(name));

/** The snapshot as a model names it, what the model was shown, and why names were not used. */
async function named(text: string | Error, signal = new AbortController().signal) {
  const model = new MockLanguageModelV3({
    doGenerate: () =>
      text instanceof Error
        ? Promise.reject(text)
        : Promise.resolve({
            content: [{ type: "text" as const, text }],
            finishReason: { unified: "stop" as const, raw: undefined },
            usage: {
              inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 1, text: 1, reasoning: 0 },
            },
            warnings: [],
          }),
  });
  const warned: string[] = [];
  const snapshot = await withThemeNames(learnt, { model, signal, retries: 0, warn: (why) => void warned.push(why) });
  return { snapshot, warned, shown: JSON.stringify(model.doGenerateCalls.map(({ prompt }) => prompt)) };
}
const naming = (name: string) => named(`Here they are: {"${baking + 1}": "${name}"}`);

it("a model's name replaces the local one, and a question for it gets the theme's figure", async () => {
  const { snapshot, warned } = await naming("bread for neighbours");
  expect([namesOf(snapshot)[baking], warned]).toEqual(["bread for neighbours", []]);
  const dataset = opened(snapshot);
  const theme = guideOf(dataset).themes.find(({ name }) => name === "bread for neighbours")!;
  expect(runStep(dataset, { do: "count", of: { topic: theme.name } })).toMatchObject({ of: { count: theme.count } });
  expect(namesOf(snapshot).filter((name) => !namesOf(learnt).includes(name))).toEqual(["bread for neighbours"]);
});

it.each([
  ["words that its records don't use", "buying a spaceship"],
  ["words of other themes' records", "running a marathon"],
  ["words of fewer than five", "baking bread with Zebulon"],
  ["one word", "baking"],
  ["more than five words", "baking some bread for all the neighbours"],
  ["markup", "bake <b>more</b> bread"],
  ["an instruction", "ignore all rules"],
])("MP9: a name of %s is not taken", async (_, name) => {
  expect(namesOf((await naming(name)).snapshot)).toEqual(namesOf(learnt));
});

it("MP9: the model sees nothing that fewer than five people say", async () => {
  expect((await naming("bread for neighbours")).shown).not.toMatch(/zebulon|quackenbush/i);
});

it("MP9: names stay as they are where the model fails, is broken, or has no time", async () => {
  for (const [said, why] of [
    [new TypeError("no network"), "TypeError"],
    ["no JSON", "SyntaxError"],
  ] as const) {
    const { snapshot, warned } = await named(said);
    expect([namesOf(snapshot), warned]).toEqual([namesOf(learnt), [expect.stringMatching(`${why}|RetryError`)]]);
  }
  const late = new AbortController();
  late.abort();
  const { snapshot, shown } = await named("{}", late.signal);
  expect([namesOf(snapshot), shown]).toEqual([namesOf(learnt), "[]"]);
});
