import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { words } from "../../../packages/answers/src/dataset/words";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { Engine } from "../../../packages/answers/src/engine/engine";
import { encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import type { Snapshot } from "../../../packages/answers/src/dataset/snapshot";
import { Evidences, type Evidence } from "../../../packages/answers/src/engine/evidence";
import { publishableCount } from "../../../packages/answers/src/engine/publishable";
import { sizeOf, type Condition, type Mask } from "../../../packages/answers/src/engine/sets";

const learnt = (texts: Readonly<Record<string, number>>): Snapshot => {
  const records = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({
      text: `${text} ${i}`,
      fields: { gender: i % 2 === 0 ? "male" : "female" },
    })),
  );
  return learnSnapshot("goals", records, { random: seededRandom(1), progress: () => undefined });
};
const pointer = { kind: "goals", dataHash: "", count: 0, publishedAt: 0 } as const;
const datasetOf = (texts: Readonly<Record<string, number>>): Dataset => openDataset(learnt(texts), pointer);
const found = (dataset: Dataset, text: string, is: "topic" | "mentions" = "topic"): Evidence =>
  new Evidences(dataset, []).of({ is, text, words: text });

const GOALS = {
  "Drink less": 7,
  "Stop drinking for good": 6,
  "No more drinking on Sundays": 5,
  "Drink more water every morning": 12,
  "Use Twitter less": 6,
  "Delete Facebook from my phone": 5,
  "Attract followers on Twitter": 8,
  "Find a new job in the city this spring": 8,
  "Find a job in the city this spring": 9,
  "Paint the garden fence before the rain": 11,
  "Sing in a choir with my neighbours": 13,
};
const goals = datasetOf(GOALS);
const engine = new Engine();
engine.open(encodeSnapshot(learnt(GOALS)), pointer);
const reply = (...asked: string[]): string =>
  engine.reply(
    "goals",
    asked.map((content) => ({ role: "user", content })),
    0,
  ).answer.reply;

describe("who means a topic", () => {
  it("is counted in any words that ask for less, or for none", () => {
    expect(found(goals, "drink less")).toMatchObject({ count: 18, isWider: true });
    expect(found(goals, "stop drinking").count).toBe(18);
    expect(found(goals, "drink less", "mentions").count).toBe(7);
  });

  it("is counted with all that belong to a group, however it is said", () => {
    expect(found(goals, "less social media").count).toBe(11);
  });

  it("is counted without what only qualifies the topic, where the others speak of the same", () => {
    expect(found(goals, "new job").count).toBe(17);
  });

  it("is the headline, and how many say it in the words asked for comes after it", () => {
    const said = reply("How many want to drink less?");
    expect(said).toMatch(
      /^\*\*About 18 of 90 goals \(20 %\)\*\* speak of “drink less”\.\n7 use these words, 11 more say it in other words for less or none/,
    );
  });

  it("is split by a column as the same", () => {
    expect(reply("How many want to drink less?", "And among women?")).toMatch(/^\*\*About 8 of 42 goals from women/);
  });
});

it("says of what is asked about how many there are, where that may be told of the others only", () => {
  const visits = new Engine();
  const texts = {
    "The exchange rate was wrong on Saturday": 12,
    "Saturday is the party of my sister": 2,
    "The exchange rate was wrong this morning": 40,
    "Bake a chocolate cake with old friends": 30,
  };
  visits.open(encodeSnapshot(learnt(texts)), pointer);
  const asked = ["How many mention exchange rates?", "Of those, how many mention Saturday?"];
  const messages = asked.map((content) => ({ role: "user" as const, content }));
  expect(visits.reply("goals", messages, 0).answer.reply).toMatch(
    /^\*\*Between 10 and 14 of 52 goals that mention “exchange rates” \(19 % to 27 %\)\*\* mention “Saturday”/,
  );
  const either = [messages[0]!, { role: "user" as const, content: "Of those, how many mention weekends or Saturday?" }];
  expect(visits.reply("goals", either, 0).answer.reply).toMatch(
    /^\*\*Between 10 and 18 of 52 goals that mention “exchange rates” \(19 % to 35 %\)\*\* mention “Saturday” or “weekends”:/,
  );
});

it("of what is counted in words that are named, says between which figures the rest is, by the counts of each word", () => {
  const visits = new Engine();
  const texts = {
    "My transfer is still pending at the bank": 30,
    "My transfer is waiting for the bank": 12,
    "My transfer has a delay": 1,
    "The parcel has a delay in the rain": 4,
    "The parcel is pending in the rain": 20,
    "Who signs a transfer for my boss": 60,
    "Bake a chocolate cake with old friends": 40,
  };
  visits.open(encodeSnapshot(learnt(texts)), pointer);
  const messages = [{ role: "user" as const, content: "How many ask about transfers but not about delays?" }];
  const [, low, high] = /^\*\*Between (\d+) and (\d+) of/.exec(visits.reply("goals", messages, 0).answer.reply) ?? [];
  // 103 transfers, of which 43 are late in one of these words.
  expect(Number(low)).toBeLessThanOrEqual(60);
  expect(Number(high)).toBeGreaterThanOrEqual(60);
  expect(Number(high) - Number(low)).toBeLessThan(20);
});

it("says of those who use the question's own words what may be told, where it may not of all who mean it", () => {
  const said = reply("How many want to drink less but don't mention Sundays?");
  expect(said).toMatch(/In these words alone: \*\*Nearly all, at least|\*\*About 1\d of|\*\*Between/);
});

it("takes a comparison for no reason", () => {
  const goals = new Engine();
  const texts = {
    "Don't get as drunk as I was": 9,
    "Get drunk less, as my doctor says": 9,
    "Sing in a choir with my neighbours": 40,
  };
  goals.open(encodeSnapshot(learnt(texts)), pointer);
  const messages = [{ role: "user" as const, content: "Why do people want to get drunk less?" }];
  const said = goals.reply("goals", messages, 0).answer.reply;
  expect(said).not.toMatch(/Some give a reason[^]*as drunk as I[^]*(?:What goes along|By )/);
});

it("tells either of two of which fewer than five use one, between the figures that are told", () => {
  expect(reply("How many mention Twitter or zebras?")).toMatch(
    /^\*\*Between 14 and 18 of 90 goals \(16 % to 20 %\)\*\* mention “Twitter” or “zebras”:/,
  );
  expect(reply("How many mention Twitter but not zebras?")).not.toContain("Between");
});

it("says how little it changes to leave out what hardly anyone mentions", () => {
  expect(reply("How many want to drink less but don't mention zebras?")).toMatch(
    /^\*\*About 18 of 90 [^]*To leave out “zebras” changes this by 4 at most/,
  );
});

it("does not take a signature for what a text is about", () => {
  expect(words("Can it draft replies? My e-mail is [email].")).toEqual(["can", "it", "draft", "replies"]);
  expect(words("You can call me on [phone], my e-mail is broken")).toEqual([
    "you",
    "can",
    "my",
    "e",
    "mail",
    "is",
    "broken",
  ]);
});

describe("security", () => {
  const size = 60;
  const held = (from: number, to: number): Mask => Uint8Array.from({ length: size }, (_, i) => +(i >= from && i < to));

  it("PL8: the size of what is meant tells of no one to four people who say it in two ways", () => {
    for (let shared = 1; shared < 5; shared++)
      for (let more = 0; more < 20; more++) {
        const [own, other] = [held(0, 10), held(10 - shared, 20 - shared)];
        const mask = held(0, 20 - shared + more);
        const count = publishableCount(size, [{ mask, parts: [own, mask], beside: [other], isMeant: true }]);
        // Who knows both counts finds the shared ones only where they know how many more there are.
        expect(count === null || count - sizeOf(own) - sizeOf(other) >= 5).toBe(true);
      }
  });

  it("PL8: within a group, no part that is told there can be taken from what is meant to leave one to four", () => {
    const codes = (isIn: (i: number) => boolean) => Uint16Array.from({ length: size }, (_, i) => (isIn(i) ? 1 : 2));
    for (let inside = 0; inside <= 12; inside++)
      for (let left = 0; left <= 12; left++) {
        // `inside` of the twelve who say it are in the group, and `left` of the twelve others who mean it.
        const group = codes((i) => i < inside || (i >= 12 && i < 12 + left) || i >= 40);
        const [own, mask] = [held(0, 12), held(0, 24)];
        const told = (condition: Condition) => publishableCount(size, [condition, { codes: group, code: 1 }]);
        const [meant, said] = [told({ mask, parts: [own, mask], isMeant: true }), told({ mask: own })];
        if (meant !== null && said !== null) expect([0, 1, 2, 3, 4].slice(1)).not.toContain(meant - said);
      }
  });

  it.each([
    // Who say it in the words asked for, who mean it otherwise, and all others, in each group.
    [
      [10, 3, 8],
      [3, 7, 2],
      [60, 60, 47],
    ],
    [
      [6, 0],
      [2, 6],
      [50, 50],
    ],
    [
      [4, 8, 10],
      [1, 0, 8],
      [50, 50, 50],
    ],
  ])("PL8: what is told of all groups but one leaves no one to four in it: %j %j", (own, more, rest) => {
    const rows = own.flatMap((_, g) => [
      ...Array.from({ length: own[g]! }, () => [g + 1, 1, 1]),
      ...Array.from({ length: more[g]! }, () => [g + 1, 0, 1]),
      ...Array.from({ length: rest[g]! }, () => [g + 1, 0, 0]),
    ]);
    const group = Uint16Array.from(rows, ([code]) => code!);
    const [said, mask] = [Uint8Array.from(rows, (row) => row[1]!), Uint8Array.from(rows, (row) => row[2]!)];
    const codes = own.map((_, g) => g + 1);
    const told = (condition: Condition) =>
      codes.map((code) => publishableCount(rows.length, [condition, { codes: group, code }]));
    const [ofMeant, ofSaid] = [told({ mask, parts: [said, mask], isMeant: true }), told({ mask: said })];
    const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
    const hidden = codes.filter((code) => ofMeant[code - 1] === null);
    const unsaid = codes.filter((code) => ofSaid[code - 1] === null);
    for (const some of [hidden, unsaid])
      if (!hidden.some((code) => unsaid.includes(code)))
        expect([1, 2, 3, 4]).not.toContain(sum(some.map((code) => more[code - 1]!)));
  });
});
