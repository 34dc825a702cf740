import { learnSnapshot } from "../../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../../packages/answers/src/dataset/random";
import { openDataset } from "../../../../packages/answers/src/engine/dataset";
import type { ThemesResult } from "../../../../packages/answers/src/engine/results";
import { runStep } from "../../../../packages/answers/src/engine/run";
import type { Step } from "../../../../packages/answers/src/plan";
import { replyOf } from "../../../../packages/answers/src/reply/reply";
import { guideOf } from "../../../../packages/answers/src/engine/guide";

const HOTELS = ["Alpha", "Beta", "Gamma"];
const DAYS =
  "beach,harbour,museum,castle,market,bridge,garden,lighthouse,zoo,cathedral,theatre,gallery,island,lake,mill"
    .split(",")
    .map((place) => `We saw the ${place}.`);
/** Long reviews, each about many things at once: of 60, 40 blame the food, 20 praise it; 20 blame the staff, 40 praise it. */
const records = Array.from({ length: 60 }, (_, i) => ({
  text: [
    `We stayed at the ${HOTELS[i % 3]!} hotel for ${2 + (i % 7)} nights in ${["May", "June", "July"][i % 3]!}.`,
    i % 3 === 0 ? "The food was tasty and fresh." : "The food was cold and the choice of food limited.",
    i % 3 === 1 ? "The staff were rude at the hotel." : "The staff were friendly and helpful.",
    i % 2 === 0 ? "The hotel was dirty." : "It is a short walk from the hotel to the station.",
    ...Array.from({ length: 8 }, (_, at) => DAYS[(i * 7 + at * 4) % DAYS.length]!),
    i % 4 === 0 ? `I wish the hotel had a ${i % 8 === 0 ? "balcony" : "sauna"}.` : "We left the hotel early.",
  ].join(" "),
  fields: { hotel: HOTELS[i % 3]! },
}));
const dataset = openDataset(
  learnSnapshot("chats", records, {
    random: seededRandom(1),
    progress: () => undefined,
    voices: { keys: Uint32Array.from(records, (_, i) => Math.imul(i + 1, 0x9e3779b1)), voices: null, copies: 0 },
  }),
  { kind: "chats", dataHash: "", count: 0, publishedAt: 0 },
);
const themes = (step: Omit<Extract<Step, { do: "themes" }>, "do">) =>
  runStep(dataset, { do: "themes", ...step }) as ThemesResult;
const named = ({ lines }: ThemesResult, name: string) => lines.find((line) => line.name === name);

describe("happy", () => {
  it("counts who blames and who praises each aspect of texts that are about many, out of all of them", () => {
    for (const [cue, name, size] of [
      ["problem", "food", 40],
      ["problem", "staff", 20],
      ["praise", "food", 20],
      ["praise", "staff", 40],
    ] as const) {
      const result = themes({ cue });
      const line = named(result, name)!;
      expect([cue, name, Math.abs(line.count.told! - size) <= 3]).toEqual([cue, name, true]);
      expect(line.base).toEqual(dataset.people.all.figure);
    }
  });

  it("names things as people do, and not what all speak of, values of columns, or feelings", () => {
    const all = [themes({ limit: 20 }), themes({ cue: "problem", limit: 20 }), themes({ cue: "praise", limit: 20 })];
    const names = all.flatMap(({ lines }) => lines.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(["food", "staff", "cleanliness"]));
    expect(names.filter((name) => /hotel|alpha|beta|gamma|rude|dirty|tasty|choice/i.test(name))).toEqual([]);
  });

  it("tells the words that are said most of an aspect, and quotes what blames it itself", () => {
    const result = themes({ cue: "problem" });
    expect(named(result, "food")!.said).toEqual(expect.arrayContaining(["limited"]));
    const quote = named(result, "staff")!.quote?.text;
    if (quote !== undefined) expect(quote).toMatch(/staff were rude/);
    const reply = replyOf([result], guideOf(dataset));
    expect(reply).toMatch(/^What \d+ chats complain of most is \*\*food\*\* \(\d+%\), followed by /);
    expect(reply).toMatch(/Staff \(rude\): \d+/);
  });

  it("takes a wish from the sentence that it stands in", () => {
    const result = themes({ cue: "wish" });
    expect(result.lines.map(({ name }) => name)).toContain("balcony");
    expect(named(result, "food")).toBeUndefined();
  });
});

describe("security", () => {
  it("tells no word that fewer than five of the set say of an aspect", () => {
    const few = themes({ cue: "problem", of: { where: { hotel: "Beta" } } });
    for (const { said, count } of few.lines) expect([said, count.told! >= 5]).toEqual([said, true]);
    const rude = records.filter(({ text, fields }) => fields.hotel === "Gamma" && /rude/.test(text)).length;
    expect(rude).toBe(0);
    const gamma = themes({ cue: "problem", of: { where: { hotel: "Gamma" } } });
    expect(gamma.lines.flatMap(({ said = [] }) => said)).not.toContain("rude");
  });
});
