import type { Answers } from "../../../functions/src/ports/answers";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { decodeSnapshot, encodeSnapshot, NO_SUBJECTS } from "../../../packages/answers/src/dataset/snapshotBytes";
import { Engine } from "../../../packages/answers/src/engine/engine";
import { localAnswers } from "../../../packages/answers/src/local";
import { MemorySnapshots } from "../../fakes/snapshots";
import { ask, goalsOfStates, headlineOf, NOW, publish, quiet, sampleAnswers } from "./fixture";

/** The subjects that a reply lists, with their counts. */
const listed = (reply: string): [name: string, count: number][] =>
  [...reply.split("counted by these words")[1]!.matchAll(/^\d+\. \*\*(.+)\*\*: ([\d,]+)/gm)].map(([, name, count]) => [
    name!,
    Number(count!.replaceAll(",", "")),
  ]);

let answers: Answers;
beforeAll(async () => {
  answers = await sampleAnswers();
});

describe("happy", () => {
  it("names the largest subject first, with its share", async () => {
    const reply = await ask(answers, "chats", "What do visitors ask about most?");
    const [name, count] = listed(reply)[0]!;
    expect(reply).toContain(`**${name}** is mentioned most, apart from “agent”: in ${count} of the `);
    expect(reply).toMatch(/Said of many things, and so not ranked: \*\*agent\*\* \d+ \(3\d %\)\./);
    expect(count).toBe(Math.max(...listed(reply).map(([, each]) => each)));
  });

  it("is named by its place in the list", async () => {
    const asked = "What are the three most common topics?";
    const [, [second] = [""]] = listed(await ask(answers, "chats", asked));
    expect(await ask(answers, "chats", asked, "How many mention the second one?")).toContain(`“${second}”`);
  });

  it.each([
    ["chats", "What do visitors ask about most?", ""],
    ["chats", "What do people in the US ask about most?", " in the US"],
    ["goals", "What are the most common goals?", ""],
    ["goals", "What do women want most?", " women"],
  ] as const)("PL6: counts as a question about each would: %s, %s", async (kind, question, among) => {
    const counts = listed(await ask(answers, kind, question));
    expect(counts.length).toBeGreaterThan(4);
    for (const [name, count] of counts) {
      const asked = among === " women" ? `How many women mention "${name}"?` : `How many mention "${name}"${among}?`;
      expect([name, headlineOf(await ask(answers, kind, asked))]).toEqual([name, count]);
    }
  });

  it("lists the largest first, and no two that are nearly the same", async () => {
    const counts = listed(await ask(answers, "chats", "What are the top 10 topics?"));
    expect(counts).toHaveLength(10);
    expect(counts.map(([, count]) => count)).toEqual(counts.map(([, count]) => count).sort((a, b) => b - a));
    expect(counts.map(([name]) => name)).not.toContain("invoice processing");
  });

  it("tells what a subject's own phrases are", async () => {
    expect(await ask(answers, "chats", "What do visitors ask about most?")).toMatch(
      /\*\*invoices\*\*: 78 \(8\.3 %\); among them automate invoice 11/,
    );
  });

  it("writes names as the texts do", async () => {
    expect(listed(await ask(answers, "chats", "What are the top 20 topics?")).map(([name]) => name)).toEqual(
      expect.arrayContaining(["AI", "GDPR"]),
    );
  });
});

describe("what is wrong", () => {
  const said = (what: string, count: number): { text: string; fields: Record<string, string> }[] =>
    Array.from({ length: count }, (_, i) => ({
      text: what.replace("…", NAMES[i % NAMES.length]! + (i % 7)),
      fields: {},
    }));
  const NAMES = ["amber", "birch", "cedar", "dune", "ember", "fern", "grove", "heath", "iris", "jade"];
  let bank: Answers;
  beforeAll(async () => {
    const snapshots = new MemorySnapshots();
    await publish(snapshots, "chats", [
      ...said("Where can I see my statement of …?", 40),
      ...said("My payment to … is still pending", 30),
      ...said("My transfer to … was declined, why?", 20),
      ...said("The card does not work in …", 12),
      ...said("How do I open an account in …?", 60),
    ]);
    bank = localAnswers({ snapshots, now: () => NOW, log: quiet });
  });

  it.each(["What are the top 5 problems?", "What are people's biggest complaints?", "main issues"])(
    "ranks what is said to be wrong: %s",
    async (question) => {
      const reply = await ask(bank, "chats", question);
      expect(reply).toMatch(/^\*\*pending payment\*\* is what they most often say is wrong: in 30 of the 162 chats/);
      expect(listed(reply).map(([name]) => name)).not.toContain("account");
      expect(listed(reply)).toContainEqual(["declined transfer", 20]);
    },
  );

  it("ranks what is wrong with one thing", async () => {
    const reply = await ask(bank, "chats", "What are the main problems with transfers?");
    expect(listed(reply)).toEqual([["declined transfer", 20]]);
  });

  it("says so where hardly anyone says that something is wrong, and tells what is mentioned most", async () => {
    const reply = await ask(answers, "goals", "What are the biggest problems?");
    expect(reply).toContain("Too few of them use words for a problem to rank what is wrong.");
    expect(listed(reply)[0]).toEqual(["AI", 92]);
  });

  it("ranks no word for a problem among what is mentioned most", async () => {
    expect(listed(await ask(bank, "chats", "What do people ask about most?")).map(([name]) => name)).not.toContain(
      "pending",
    );
  });
});

describe("edges", () => {
  it("asks for an import where a snapshot names no subjects, and tells the themes until then", () => {
    const snapshot = learnSnapshot("goals", goalsOfStates(), { random: seededRandom(1), progress: () => undefined });
    const bytes = encodeSnapshot({ ...snapshot, subjects: NO_SUBJECTS });
    expect(decodeSnapshot(bytes).subjects.list).toEqual([]);
    const engine = new Engine();
    const { reply } = engine.open(bytes, { kind: "goals", dataHash: "", count: 150, publishedAt: 0 });
    expect(reply).toMatch(/^1\. \*\*.+\*\*: \d+/m);
  });

  it("keeps subjects through encoding", () => {
    const { subjects, ...rest } = learnSnapshot("goals", goalsOfStates(), {
      random: seededRandom(1),
      progress: () => undefined,
    });
    const read = decodeSnapshot(encodeSnapshot({ ...rest, subjects })).subjects;
    expect(read.list).toEqual(subjects.list);
    expect([...read.ids]).toEqual([...subjects.ids]);
  });
});
