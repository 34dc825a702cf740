import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Progress } from "../../../packages/answers/src/dataset/learn";
import { RowError } from "../../../packages/answers/src/dataset/rows";
import { decodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import { importDataset } from "../../../dev/tools/importDataset";
import { MemorySnapshots } from "../../fakes/snapshots";
import { publishSample } from "../../setup/sample";

const ROOT = join(__dirname, "../../..");
const SAMPLE = join(ROOT, "dev/local/sample");
const NOW = 1_790_000_000_000;
const STATED = { licence: "CC0", source: "a survey", period: "2026-01/2026-06", languages: null };
let folder: string;
let chats: Awaited<ReturnType<typeof imported>>;
let goals: typeof chats;
/** What the import of the goals reported. */
const steps: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mkt-import-"));
  chats = await imported("chats", join(SAMPLE, "chats.jsonl"));
  goals = await imported(
    "goals",
    join(SAMPLE, "goals.csv"),
    (step, part) => void steps.push(`${step} ${part >= 0 && part <= 1}`),
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function imported(kind: "chats" | "goals", path: string, progress: Progress = () => undefined) {
  const snapshots = new MemorySnapshots();
  const result = await importDataset({ kind, file: path, snapshots, now: () => NOW, progress, stated: STATED });
  const snapshot = decodeSnapshot(await snapshots.load(result.pointer));
  return {
    ...result,
    texts: Array.from({ length: snapshot.texts.length }, (_, i) => snapshot.texts.at(i)),
    snapshot,
    snapshots,
  };
}

describe("happy", () => {
  it("reads CSV with quotes, line breaks, a byte order mark and free columns", async () => {
    const rows = Array.from({ length: 6 }, (_, i) => `"Learn ""Go"",\nchapter ${i}",TX`).join("\n");
    const { texts, snapshot } = await imported("goals", await file("goals.csv", `\uFEFFtext,state\n${rows}\n`));
    expect(texts).toHaveLength(6);
    expect(texts[0]).toBe('Learn "Go", chapter 0');
    expect(snapshot.columns.map(({ name, values }) => [name, values])).toEqual([["state", ["TX"]]]);
  });

  it("reads JSONL with messages", async () => {
    const line = JSON.stringify({
      messages: [
        { role: "user", content: "Where is my card?" },
        { role: "assistant", content: "Coming." },
      ],
    });
    const { texts } = await imported("chats", await file("chats.jsonl", `${line}\n\n`));
    expect(texts).toEqual(["Where is my card?"]);
  });

  it("publishes the same snapshot for the same file", async () => {
    // Learnt apart, for other test files.
    const pointer = await publishSample(new MemorySnapshots(), "chats", { publishedAt: NOW });
    expect(pointer).toEqual(chats.pointer);
    expect(pointer).toMatchObject({ kind: "chats", count: 939, publishedAt: NOW });
  });

  it("stores the card with the snapshot, with what was stated", async () => {
    expect(goals.card).toMatchObject({ licence: "CC0", source: "a survey", count: goals.texts.length });
    expect(await goals.snapshots.card(goals.pointer)).toEqual(goals.card);
  });

  it("shows progress from start to end", () => {
    expect(new Set(steps)).toEqual(
      new Set(["scrub", "words", "vectors", "themes", "subjects", "done", "publish"].map((step) => `${step} true`)),
    );
  });
});

describe("refusals", () => {
  it("counts rows that cannot be read, and keeps the others", async () => {
    const { texts, unreadable } = await imported(
      "chats",
      await file("broken.jsonl", '{"text":"Where is my card?"}\n{"text":\n{"txt":"x"}\n[1]\n'),
    );
    expect(texts).toEqual(["Where is my card?"]);
    expect(unreadable).toEqual(["line 2: not JSON", "line 3: no text or messages", "line 4: not an object"]);
  });

  it("publishes nothing from a file without a usable row", async () => {
    const path = await file("empty.csv", "name,topic\nAda,x\n");
    const snapshots = new MemorySnapshots();
    await expect(
      importDataset({ kind: "goals", file: path, snapshots, now: () => NOW, progress: () => undefined }),
    ).rejects.toThrow("no usable row (row 2: no text)");
    expect(snapshots.asked.publish).toBe(0);
  });

  it("V1: publishes nothing where fewer than five records were taken out, whose columns the counts would tell", async () => {
    const snapshots = new MemorySnapshots();
    const importRows = async (count: number) => {
      const rows = Array.from({ length: count }, (_, i) => `Learn chapter ${i},TX`).join("\n");
      const path = await file("removals.csv", `text,state\n${rows}\n`);
      return importDataset({ kind: "goals", file: path, snapshots, now: () => NOW, progress: () => undefined });
    };
    await importRows(20);
    for (const count of [19, 16]) {
      await expect(importRows(count)).rejects.toThrow(/Nothing was published: \d of 20 records .* Take out 5 or more/);
      expect((await snapshots.current("goals"))?.count).toBe(20);
    }
    expect((await importRows(15)).pointer.count).toBe(15);
    expect((await importRows(20)).pointer.count).toBe(20);
  });

  it("reads a quote that stands within a cell as it is", async () => {
    const { texts } = await imported("goals", await file("quote.csv", 'text\nplay "the long song" by heart\n'));
    expect(texts).toEqual(['play "the long song" by heart']);
  });

  it.each([
    ["a quote that is never closed", 'text\nread more\n"learn to swim\n', "not CSV after row 2 (CSV_QUOTE_NOT_CLOSED)"],
    ["another encoding", Buffer.from("text\nmore caf\xe9\n", "latin1"), "not text in UTF-8"],
    ["UTF-16", Buffer.from("\ufefftext\nread more\n", "utf16le"), "not text in UTF-8"],
  ])("publishes nothing from a file with %s, and does not repeat what it says", async (_, content, message) => {
    const path = await file("spoilt.csv", content);
    const snapshots = new MemorySnapshots();
    const importing = importDataset({
      kind: "goals",
      file: path,
      snapshots,
      now: () => NOW,
      progress: () => undefined,
    });
    await expect(importing).rejects.toThrow(new RowError(`${path}: ${message}`));
    expect(snapshots.asked.publish).toBe(0);
  });
});

describe("security", () => {
  it("P26: publishes no personal data of the sample, in texts or elsewhere", async () => {
    for (const { snapshots, pointer, summary } of [chats, goals]) {
      const all = Buffer.from(await snapshots.load(pointer)).toString("latin1");
      expect(summary.scrubbedRecords).toBeGreaterThan(20);
      expect(all).not.toMatch(/@example|halvorsen|ferreira|okafor|sandvik|555 01|555-01|0x[0-9a-f]{40}|ORD-\d/i);
    }
  });
});
