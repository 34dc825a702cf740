import { localAnswers } from "../../../packages/answers/src/local";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { DatasetRecord } from "../../../packages/answers/src/dataset/record";
import type { Answers } from "../../../functions/src/ports/answers";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, headlineOf, NOW, publish, quiet } from "./fixture";

const THEMES = 24;
const THEME_SIZE = 40;
const RARE = 6;

/**
 * Themes that half of their people call by one name and half by another, in words of their own; every second theme is
 * about a "parcel". Beside them, a rare matter of six people, in its own words.
 */
function records(): DatasetRecord[] {
  const random = seededRandom(3);
  const oneOf = (words: readonly string[]): string => words[Math.floor(random() * words.length)]!;
  const name = (start: string, theme: number): string => `${start}${String.fromCharCode(97 + theme)}ik`;
  const own = (theme: number): string[] => ["bo", "du", "fe", "gu", "la", "mi"].map((start) => name(start, theme));
  const text = (called: string, words: readonly string[], parcel: boolean): string =>
    [
      oneOf(["please", "hello", "sorry"]),
      oneOf(words),
      called,
      oneOf(words),
      parcel ? "parcel" : oneOf(words),
      oneOf(["today", "again", "quickly", "somehow"]),
      Math.floor(random() * 90),
    ].join(" ");
  const themes = Array.from({ length: THEMES }, (_, t) =>
    Array.from({ length: THEME_SIZE }, (__, i) => text(i % 2 ? name("ko", t) : name("zu", t), own(t), t % 2 === 0)),
  );
  const rare = Array.from({ length: RARE }, () => text("zebra", ["stripes", "savanna", "gallop"], false));
  return [...themes.flat(), ...rare].map((said) => ({ text: said, fields: {} }));
}

let answers: Answers;
beforeAll(async () => {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, "chats", records());
  answers = localAnswers({ snapshots, now: () => NOW, log: quiet });
});

describe("happy", () => {
  it("says how many hold the word, and guesses nothing of those who say it in other words", async () => {
    for (let theme = 0; theme < THEMES; theme++) {
      const reply = await ask(answers, "chats", `How many ask about ko${String.fromCharCode(97 + theme)}ik?`);
      expect(headlineOf(reply)).toBe(THEME_SIZE / 2);
      expect(reply).toContain("those who say it in other words are not in it.");
    }
  });

  it("counts a broad matter whole, however large it is beside the themes", async () => {
    expect(headlineOf(await ask(answers, "chats", "How many ask about parcels?"))).toBe((THEMES / 2) * THEME_SIZE);
  });

  it("leaves a rare matter as small as it is", async () => {
    const count = headlineOf(await ask(answers, "chats", "How many ask about zebras?"))!;
    expect(count).toBeGreaterThanOrEqual(RARE);
    expect(count).toBeLessThanOrEqual(RARE * 1.5);
  });
});

describe("refusals", () => {
  it("counts nothing where the data knows nothing of it", async () => {
    expect(await ask(answers, "chats", "How many ask about giraffes?")).toContain("nothing to report");
  });
});

it("offers questions that have answers where one has none", async () => {
  const refused = await ask(answers, "chats", "How many mention unicorn parcels?");
  const [, offered = ""] = refused.split("You can ask: ");
  const questions = Array.from(offered.matchAll(/“([^”]+)”/g), ([, question]) => question!);
  expect(questions[0]).toBe("How many mention parcels?");
  for (const question of questions) expect(await ask(answers, "chats", question)).not.toContain("nothing to report");
});
