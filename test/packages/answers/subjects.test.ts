import type { Answers } from "../../../functions/src/ports/answers";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { decodeSnapshot, encodeSnapshot, NO_SUBJECTS } from "../../../packages/answers/src/dataset/snapshotBytes";
import { Engine } from "../../../packages/answers/src/engine/engine";
import { ask, goalsOfStates, headlineOf, sampleAnswers } from "./fixture";

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
    expect(reply).toMatch(/^\*\*invoices\*\* is mentioned most: in 30 of the 315 chats \(9\.5 %\)\./);
    expect(listed(reply)[0]).toEqual(["invoices", 30]);
  });

  it.each([
    ["chats", "What do visitors ask about most?", ""],
    ["chats", "What do people in the US ask about most?", " in the US"],
    ["goals", "What are the most common goals?", ""],
    ["goals", "What do women want most?", " women"],
  ] as const)("counts as a question about each would: %s, %s", async (kind, question, among) => {
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
      /\*\*invoices\*\*: 30 \(9\.5 %\); among them automate invoice processing 7/,
    );
  });

  it("writes names as the texts do", async () => {
    expect(listed(await ask(answers, "chats", "What are the top 20 topics?")).map(([name]) => name)).toEqual(
      expect.arrayContaining(["AI", "CRM"]),
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
