import type { Answers } from "../../../functions/src/ports/answers";
import { localAnswers } from "../../../packages/answers/src/local";
import type { DatasetKind, DatasetRecord } from "../../../packages/answers/src/dataset/record";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, NOW, publish, quiet, sampleAnswers } from "./fixture";

const NAMES = ["amber", "birch", "cedar", "dune", "ember", "fern", "grove", "heath", "iris", "jade", "kelp"];
/** So many records that say the same of different things. */
const said = (what: string, count: number, fields: Record<string, string> = {}): DatasetRecord[] =>
  Array.from({ length: count }, (_, i) => ({
    text: what.replace("…", NAMES[i % NAMES.length]! + (i % 7)),
    fields,
  }));

async function answersOver(kind: DatasetKind, records: readonly DatasetRecord[]): Promise<Answers> {
  const snapshots = new MemorySnapshots();
  await publish(snapshots, kind, records);
  return localAnswers({ snapshots, now: () => NOW, log: quiet });
}

/** The subjects that a reply lists, with their counts. */
const listed = (reply: string): Record<string, number> =>
  Object.fromEntries(
    Array.from(reply.matchAll(/^\d+\. \*\*(.+?)\*\*: ([\d,]+)/gm), ([, name, count]) => [name!, Number(count)]),
  );

describe("what is mentioned most", () => {
  const shop = [
    ...said("Can an agent water the garden of …?", 40),
    ...said("Which agent writes a newsletter for …?", 30),
    ...said("How do I pay the gardener of …?", 9),
    ...said("Who pays the tax on …?", 8),
    ...said("May I pay by wallet at …?", 8),
    ...said("How healthy is the soup of …?", 12),
    ...said("Is my health at risk from … and should I see anyone?", 12),
    ...said("Do you ship tulips to …?", 50),
  ];

  it("ranks a word that two in five records hold", async () => {
    const reply = await ask(await answersOver("chats", shop), "chats", "What do people ask about most?");
    expect(reply).toMatch(/^\*\*agent\*\* is mentioned most: in 70 of the 169 chats/);
  });

  it("names a verb by what people do, though they write it otherwise, and a noun by all its forms", async () => {
    const reply = await ask(await answersOver("chats", shop), "chats", "What are the top 20 topics?");
    expect(listed(reply)).toMatchObject({ paying: 25, health: 24 });
  });

  it("says which words are left out, because most records hold them", async () => {
    const reply = await ask(
      await answersOver("goals", [
        ...said("My resolution is to swim in …", 40),
        ...said("A resolution: cook soup for …", 30),
        ...said("This resolution is to paint … in oil", 25),
      ]),
      "goals",
      "What do people want most?",
    );
    expect(Object.keys(listed(reply))).not.toContain("resolution");
    expect(reply).toContain("Not listed: “resolution”, which more than half of all goals say.");
  });

  it("names no subject by a noun and what it is asked to do", async () => {
    const records = [
      ...said("Can your agent paint the door of …?", 20),
      ...said("Will an agent paint … for us?", 20),
      ...said("I want to paint … and they paint it too", 20),
      ...said("Where is the agent from … today?", 20),
    ];
    const reply = await ask(await answersOver("chats", records), "chats", "What are the top 20 topics?");
    expect(Object.keys(listed(reply)).filter((name) => /^agents? paint/.test(name))).toEqual([]);
  });
});

it("takes a place of two words for no person", async () => {
  const records = [
    ...said("Do you ship tulips to …?", 30, { country: "GB" }),
    ...said("Do you ship roses to …?", 30, { country: "US" }),
  ];
  const reply = await ask(await answersOver("chats", records), "chats", "What do people in Great Britain ask?");
  expect(reply).toContain("30 of 60 chats (50 %)** come from the United Kingdom");
});

describe("what a group mentions most", () => {
  let reply: string;
  beforeAll(async () => {
    reply = await ask(await sampleAnswers(), "chats", "What do people in Great Britain ask?");
  });

  it("stands beside how many of all mention it", () => {
    expect(reply).toMatch(/^1\. \*\*invoices\*\*: \d+ \(8\.\d %; 8\.\d % of all chats\)/m);
  });

  it("is no word that is said of many things", () => {
    expect(reply).toMatch(/^\*\*invoices\*\* is mentioned most, apart from “agent”: in \d+ of \d+ chats/);
    expect(Object.keys(listed(reply))).not.toContain("agent");
    expect(reply).toMatch(/^Said of many things, and so not ranked: \*\*agent\*\* \d+ \(\d+ %\)\.$/m);
  });
});

it("tells what is said of a topic, where few subjects are told of it", async () => {
  const reply = await ask(await sampleAnswers(), "chats", "What do people ask about refunds?");
  expect(reply).toMatch(/^\*\*\d+ of \d+ chats \([\d.]+ %\)\*\* mention “refunds”\./);
  expect(reply).toMatch(/They ask \*\*whether\*\*[^]*In their words:/);
  expect(reply).not.toContain("No other count among them may be told");
});

it("tells of a group how many come under what most of all come under who say it", async () => {
  const reply = await ask(await sampleAnswers(), "goals", "How many women want to start a business?");
  expect(reply).toMatch(
    /^Across all groups, most who say so come under category “Business”; of these \d+, \*\*\d+ \(1\d %\)\*\* do\.$/m,
  );
});

describe("what is wrong", () => {
  let bank: Answers;
  beforeAll(async () => {
    bank = await answersOver("chats", [
      ...said("My payment to … is still pending", 30),
      ...said("The transfer for … has been pending for days", 24),
      ...said("My card hasn't arrived in … yet", 20),
      ...said("I'm still waiting for my parcel from …", 18),
      ...said("How long do I wait for a statement of …?", 25),
      ...said("I cannot open the vault in …", 16),
      ...said("How do I open an account in …?", 60),
    ]);
  });

  it("ranks faults at one level, each with the things that it is said of", async () => {
    const reply = await ask(bank, "chats", "What are the biggest problems?");
    expect(reply).toMatch(/^\*\*pending\*\* is what they most often say is wrong: in 54 of/);
    expect(reply).toContain("1. **pending**: 54 (28 %); among them pending payment 30 and pending transfer 24\n");
    expect(listed(reply)).toEqual({
      pending: 54,
      // All that hasn't arrived is a card: the fault is told as that.
      "card not arrived": 20,
      "waiting for parcel": 18,
      "cannot open vault": 16,
    });
    expect(reply).toContain("a question without such words isn't counted.");
  });

  it("where few faults are told of a topic, tells what else is said of it, and that this need be no fault", async () => {
    const reply = await ask(bank, "chats", "What do people complain about when it comes to accounts and vaults?");
    expect(reply).toMatch(/1\. \*\*cannot open vault\*\*: 16[^]*naming a fault or not\.[^]*What they say most/);
  });

  it("takes a plain question for no problem", async () => {
    const names = Object.keys(listed(await ask(bank, "chats", "What are the biggest problems?")));
    expect(names.join()).not.toMatch(/statement|account/);
  });

  it.each([
    [
      "accounts",
      "**These counts don't settle it**: “accounts” is mentioned in 60 (31 %), with or without a fault; **pending payment** is what they most often say is wrong with one thing: 30 (16 %).",
    ],
    ["payments", "**Yes**: **pending payment** is what they most often say is wrong with one thing: 30 (16 %)."],
    [
      "pending transfers",
      "**No**: **pending payment** is what they most often say is wrong with one thing: 30 (16 %). **pending transfer** is number 2 with 24 (12 %).",
    ],
    [
      "vaults",
      "**No**: **pending payment** is what they most often say is wrong with one thing: 30 (16 %). “vaults” is mentioned in 16 (8.3 %), with or without a fault.",
    ],
    ["pending", "**Yes**: **pending**, whatever it is with, is in 54 (28 %)."],
  ])("sets no mentions against faults: are %s the biggest problem?", async (claimed, verdict) => {
    const reply = await ask(bank, "chats", `My boss says ${claimed} are the biggest problem. Is he right?`);
    expect(reply.split("\n")[0]).toContain(verdict);
  });

  it("gives no yes or no where no faults are counted", async () => {
    const plain = await answersOver("chats", [
      ...said("Do you ship tulips to …?", 30),
      ...said("Roses for …, please", 20),
    ]);
    const reply = await ask(plain, "chats", "My boss says tulips are the biggest problem. Is he right?");
    expect(reply).toContain("**These counts don't settle it**: “tulips” is mentioned in 30");
    expect(reply).toContain("Too few of them use words for a problem to rank what is wrong.");
  });

  it("PL6: counts each as a question about it would", async () => {
    const counts = listed(await ask(bank, "chats", "What are the biggest problems?"));
    for (const [name, count] of Object.entries(counts))
      expect([name, await ask(bank, "chats", `How many mention "${name.replace(" for ", " ")}"?`)]).toEqual([
        name,
        expect.stringContaining(`**${count} of 193 chats`),
      ]);
  });

  it("ranks complaints about one thing by what is wrong with it, and describes it where nothing is", async () => {
    const about = await ask(bank, "chats", "What do people complain about when it comes to transfers?");
    expect(listed(about)).toMatchObject({ "pending transfer": 24 });
    const none = await ask(bank, "chats", "What do people complain about when it comes to accounts?");
    expect(none).toContain("Too few of them use words for a problem to rank what is wrong.");
    expect(none).toContain("How do I open an account");
  });
});

describe("why", () => {
  const goals = [
    ...said("Learn to dance because my wedding is near", 14),
    ...said("Learn to dance with … in the spring", 14),
    ...said("Paint the old barn of … before winter", 20),
  ];

  it("shows the reasons that are given, and not how many give one", async () => {
    const reply = await ask(await answersOver("goals", goals), "goals", "Why do people want to dance?");
    expect(reply).toMatch(/^Some give a reason, in words such as “because”/m);
    expect(reply).toMatch(/^- “Learn to dance because my wedding is near/m);
  });

  it("says that none is given where none is", async () => {
    const reply = await ask(await answersOver("goals", goals), "goals", "Why do people want to paint a barn?");
    expect(reply).toContain("The goals don't say why in words that may be shown");
    expect(reply).not.toContain("give a reason");
  });
});

describe("comparisons", () => {
  const goals = [
    ...said("Swim in the lake of …", 30, { gender: "male", category: "Sport" }),
    ...said("Swim in the lake of …", 12, { gender: "female", category: "Sport" }),
    ...said("Bake bread for …", 10, { gender: "male", category: "Food" }),
    ...said("Bake bread for …", 14, { gender: "female", category: "Food" }),
    ...said("Read a book by …", 12, { gender: "male", category: "Books" }),
    ...said("Read a book by …", 13, { gender: "female", category: "Books" }),
    ...said("Knit a scarf for …", 9, { gender: "female", category: "Craft" }),
  ];

  it("puts the largest of both sides beside each other, with what is beyond chance", async () => {
    const reply = await ask(await answersOver("goals", goals), "goals", "How do men differ from women?");
    expect(reply).toContain("| category | men | women | difference | more than chance |");
    expect(reply).toContain("| Sport | 30 (58 %) | 12 (25 %) | 33 points | yes |");
    expect(reply).toMatch(/\| Food \| 10 \(19 %\) \| 14 \(29 %\) \| 9\.\d points \| no \|/);
    expect(reply).toMatch(/\| Books \| 12 \(23 %\) \| 13 \(27 %\) \|/);
    expect(reply).not.toContain("You can ask next");
  });

  it("tells first how many there are of what a column tells, and who they are", async () => {
    const reply = await ask(await answersOver("goals", goals), "goals", "Tell me about sport");
    expect(reply).toMatch(
      /^\*\*42 of 100 goals \(42 %\)\*\* come under category “Sport”\.\nBy gender: men 30 \(71 %; 52 % of all goals\)/,
    );
  });
});

describe("phrases that can't be counted", () => {
  it("says once that five or more say each", async () => {
    const records = [
      ...said("I was charged twice for the same thing in …", 8),
      ...said("Why was I charged twice by …?", 12),
      ...said("Where is the bakery of …?", 30),
    ];
    const reply = await ask(
      await answersOver("chats", records),
      "chats",
      "What do people say about being charged twice?",
    );
    expect(reply).not.toContain(": 5 or more");
  });
});
