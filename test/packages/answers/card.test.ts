import type { DatasetCard } from "../../../packages/answers/src/card";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import type { DatasetRecord } from "../../../packages/answers/src/dataset/record";
import { cardOf } from "../../../packages/answers/src/engine/card";
import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { publishSample } from "../../setup/sample";
import { ask, goalsOfStates, NOW, quiet } from "./fixture";

const UNSTATED = { licence: null, source: null, period: null, languages: null };

function cardFrom(records: readonly DatasetRecord[], kind: "chats" | "goals" = "goals"): DatasetCard {
  const snapshot = learnSnapshot(kind, records, { random: seededRandom(1), progress: () => undefined });
  return cardOf(snapshot, { kind, dataHash: "sha256:0", count: records.length, publishedAt: NOW }, UNSTATED);
}

describe("the card of an imported dataset", () => {
  const snapshots = new MemorySnapshots();
  const stated = { licence: "CC0", source: "a survey", period: "2026-01/2026-06", languages: null };
  let card: DatasetCard;
  beforeAll(async () => {
    card = (await snapshots.card(await publishSample(snapshots, "goals", { publishedAt: NOW, stated })))!;
  });

  it("says what was stated, what was measured, and by what people can be selected", () => {
    expect(card).toMatchObject({
      kind: "goals",
      count: 777,
      licence: "CC0",
      source: "a survey",
      period: "2026-01/2026-06",
      languages: ["English"],
      quality: { inThemes: expect.any(Number), quotable: expect.any(Number), meaningFrom: null },
    });
    const { inThemes, named } = card.quality;
    expect(inThemes).toBeLessThan(named);
    expect(card.columns.find(({ name }) => name === "gender")).toEqual({
      name: "gender",
      values: [
        { value: "women", count: 398 },
        { value: "men", count: 379 },
      ],
      notListed: 0,
    });
  });

  it("has ten questions of different kinds, with the replies that a buyer gets", async () => {
    const answers = localAnswers({ snapshots, now: () => NOW, log: quiet });
    expect(card.examples).toHaveLength(10);
    for (const { question, reply } of card.examples) expect(await ask(answers, "goals", question)).toBe(reply);
    const told = card.examples.map(({ reply }) => reply).join("\n");
    for (const kind of [
      /\| gender \|/,
      /[Cc]ounted by (?:these words|what they mean)/,
      /In their words/,
      /nothing to report/,
    ])
      expect(told).toMatch(kind);
  });
});

describe("copies", () => {
  const once = goalsOfStates();
  const copied = (copies: number) => cardFrom([{ ...once[0]!, copies }, ...once.slice(1)]).copies;

  it("says how many rows were joined, but none of fewer than five", () => {
    expect([0, 3, 28].map(copied)).toEqual([0, null, 28]);
  });
});

describe("without columns", () => {
  it("has ten questions, too", () => {
    const things = ["top up", "card payment", "exchange rate", "virtual card", "bank transfer"];
    const records = things.flatMap((thing) =>
      Array.from({ length: 24 }, (_, i) => ({
        text: `${["Why is my", "Where is the", "Help with my"][i % 3]} ${thing} ${["late", "pending", "gone"][i % 3]} today?`,
        fields: {},
      })),
    );
    const { examples, columns } = cardFrom(records, "chats");
    expect(columns).toEqual([]);
    expect(examples).toHaveLength(10);
    expect(new Set(examples.map(({ question }) => question)).size).toBe(10);
  });
});

describe("security", () => {
  it("DS1: tells no group of fewer than five, and none that could be found by subtraction", () => {
    const rare = { text: "Meet Zebulon Quackenbush on the moon", fields: { state: "AK", gender: "other" } };
    const { columns, examples } = cardFrom([...goalsOfStates(), rare, rare, rare]);
    expect(columns.flatMap(({ values }) => values).every(({ count }) => count >= 5)).toBe(true);
    expect(JSON.stringify(columns)).not.toMatch(/"AK"|Alaska/);
    // The three others could be found by subtraction, so the smaller of the rest is left out with them.
    expect(columns.find(({ name }) => name === "gender")?.values ?? []).toHaveLength(1);
    expect(JSON.stringify(examples)).not.toMatch(/zebulon|quackenbush|moon/i);
  });

  it("DS1: stays small, whatever the columns are", () => {
    const records = goalsOfStates().map(({ text }, i) => ({
      text,
      fields: Object.fromEntries(
        Array.from({ length: 40 }, (_, column) => [`column ${column} ${"x".repeat(column)}`, `value ${i % 30}`]),
      ),
    }));
    const card = cardFrom(records);
    expect(card.columns).toHaveLength(12);
    expect(JSON.stringify(card).length).toBeLessThan(64 * 1024);
  });

  it("DS1: lists at most thirty values, and says how many more there are", () => {
    const records = Array.from({ length: 250 }, (_, i) => ({
      text: `Learn to cook dish ${i % 7} before summer`,
      fields: { town: `Town ${i % 50}` },
    }));
    expect(cardFrom(records).columns).toMatchObject([{ name: "town", notListed: 20 }]);
  });
});

describe("degenerate", () => {
  it("is made of any records: a few, all alike, in another language, or without columns", () => {
    const few = cardFrom(Array.from({ length: 5 }, () => ({ text: "Run", fields: {} })));
    expect(few).toMatchObject({ columns: [], count: 5, quality: { countSkill: null } });
    const spanish = Array.from({ length: 20 }, (_, i) => ({
      text: `Quiero aprender a cocinar con mi familia para el verano ${i}`,
      fields: {},
    }));
    expect(cardFrom(spanish, "chats").languages).toEqual(["Spanish"]);
  });
});
