import type { Related } from "../../../packages/answers/src/dataset/equivalents";
import { learnSnapshot } from "../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../packages/answers/src/dataset/random";
import { decodeSnapshot, encodeSnapshot } from "../../../packages/answers/src/dataset/snapshotBytes";
import type { Snapshot } from "../../../packages/answers/src/dataset/snapshot";
import { openDataset, type Dataset } from "../../../packages/answers/src/engine/dataset";
import { Engine } from "../../../packages/answers/src/engine/engine";
import { Evidences, type Evidence } from "../../../packages/answers/src/engine/evidence";
import { installedThesaurus } from "../../../dev/tools/thesaurus";

const NONE: Related = { near: new Set(), same: new Set(), kin: new Set(), opposite: new Set() };
/** A small thesaurus: the first word of each line has the others as synonyms. */
const RELATED: Readonly<Record<string, Partial<Related>>> = {
  film: { near: new Set(["movie"]) },
  repair: { near: new Set(["mend"]), opposite: new Set(["break"]) },
  open: { near: new Set(["unlock", "close"]), opposite: new Set(["close"]) },
};
const FIRST = ["today", "again", "please", "soon", "kindly", "maybe", "once", "twice", "tonight", "tomorrow"];

function snapshotOf(texts: Readonly<Record<string, number>>): Snapshot {
  const records = Object.entries(texts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({ text: `${FIRST[i % 10]} ${text} ${i}`, fields: {} })),
  );
  return learnSnapshot("chats", records, {
    random: seededRandom(1),
    progress: () => undefined,
    thesaurus: (word) => ({ ...NONE, ...RELATED[word] }),
  });
}
const pointer = { kind: "chats", dataHash: "", count: 0, publishedAt: 0 } as const;
const opened = (texts: Readonly<Record<string, number>>): Dataset => openDataset(snapshotOf(texts), pointer);
const found = (dataset: Dataset, text: string, is: "topic" | "mentions" = "topic"): Evidence =>
  new Evidences(dataset, []).of({ is, text, words: text });
const others = (dataset: Dataset, text: string): string[] =>
  new Evidences(dataset, []).otherWords({ is: "topic", text, words: text });

const CHATS = {
  "watch a film about the sea": 20,
  "watch a movie about the sea": 12,
  "repair the old wooden fence behind our garden shed": 15,
  "mend the old wooden fence behind our garden shed": 9,
  "break the old wooden fence behind our garden shed": 7,
  "mend a broken heart with songs": 8,
  "open the shop": 10,
  "close the shop": 10,
  "less noise on facebook": 6,
  "less noise on twitter": 7,
  "less noise on social media": 8,
};
const chats = opened(CHATS);

describe("what is counted in other words", () => {
  it("counts a phrase with a synonym in the place of a word, and names it", () => {
    expect(found(chats, "repair fence")).toMatchObject({ count: 24 });
    expect(others(chats, "repair fence")).toEqual(["mend fence"]);
  });

  it("counts a literal question by its own words only", () => {
    expect(found(chats, "repair fence", "mentions").count).toBe(15);
  });

  it("takes no opposite, and no word that the records use of something else", () => {
    expect(others(chats, "open shop")).toEqual([]);
    expect(others(chats, "mend heart")).toEqual([]);
    expect(others(chats, "repair")).toEqual([]);
  });

  it("counts the members of a group", () => {
    expect(found(chats, "less noise social media").count).toBe(21);
    expect(others(chats, "less noise social media")).toEqual(["less noise facebook or twitter"]);
  });

  it("says what was counted, and how many say it exactly", () => {
    const engine = new Engine();
    engine.open(encodeSnapshot(snapshotOf(CHATS)), pointer);
    const { reply } = engine.reply("chats", [{ role: "user", content: "How many ask to repair a fence?" }], 0).answer;
    expect(reply).toContain("also counts “mend fence”");
    expect(reply).toContain("15 use “repair a fence” itself");
  });

  it("loads a snapshot of an earlier version, which has no table", () => {
    const bytes = Buffer.from(encodeSnapshot(snapshotOf(CHATS)));
    bytes.write("xquivalents", bytes.indexOf("equivalents"), "latin1");
    const old = decodeSnapshot(bytes);
    expect(old.equivalents).toEqual([]);
    expect(decodeSnapshot(encodeSnapshot(chats)).equivalents).toEqual(chats.equivalents);
    expect(found(openDataset(old, pointer), "repair fence").count).toBe(15);
  });
});

describe("security", () => {
  it("PL1: words that fewer than five records hold are in no reply, as other words of a topic, either", () => {
    const few = opened({
      ...CHATS,
      "mend the old wooden fence behind our garden shed": 4,
      "mend a broken heart with songs": 0,
    });
    expect(found(few, "repair fence").count).toBe(15);
    expect(others(few, "repair fence")).toEqual([]);
  });

  it("PL2: a count in other words tells of no one to four people who use both", () => {
    const both = opened({ ...CHATS, "repair and mend the old wooden fence behind our garden shed": 3 });
    expect(found(both, "repair fence").count).toBe(18);
    expect(others(both, "repair fence")).toEqual([]);
    expect(new Evidences(both, []).besideWords({ is: "topic", text: "repair fence", words: "" })).toEqual([
      { words: "mend fence", count: 12 },
    ]);
  });
});

it("reads WordNet as it is installed", async () => {
  const thesaurus = (await installedThesaurus())!;
  expect([...thesaurus("film").near]).toContain("movie");
  expect([...thesaurus("close").opposite]).toContain("open");
  expect([...thesaurus("quit").near, ...thesaurus("quit").same]).toContain("give up");
  expect(thesaurus("zzyzx")).toEqual(NONE);
});
