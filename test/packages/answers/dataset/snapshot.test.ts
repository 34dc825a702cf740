import { learnSnapshot } from "../../../../packages/answers/src/dataset/learn";
import { seededRandom } from "../../../../packages/answers/src/dataset/random";
import { setAt } from "../../../../packages/answers/src/dataset/snapshot";
import type { DatasetRecord } from "../../../../packages/answers/src/dataset/record";
import { decodeSnapshot, encodeSnapshot } from "../../../../packages/answers/src/dataset/snapshotBytes";

const THINGS = ["blue", "green", "second", "broken", "spare", "golden", "new", "shiny"];
const records: DatasetRecord[] = THINGS.flatMap((thing) => [
  { text: `How do I reset the forgotten pin of my ${thing} card?`, fields: { plan: "free" } },
  { text: `I forgot the pin code for the ${thing} card`, fields: { plan: "free" } },
  { text: `What exchange rate do I get in a ${thing} currency?`, fields: { plan: "paid" } },
  { text: `Is the exchange rate good for ${thing} money?`, fields: {} },
  { text: `Can I close the account of my ${thing} dog?`, fields: {} },
  { text: `Please send the ${thing} parcel again`, fields: {} },
  { text: `The ${thing} shop is shut on Sunday`, fields: {} },
  { text: `Who delivers to a ${thing} island?`, fields: {} },
]);
const learnt = (kind: "chats" | "goals", some: readonly DatasetRecord[]) =>
  learnSnapshot(kind, some, {
    random: seededRandom(1),
    progress: () => undefined,
    voices: { keys: Uint32Array.from(some, (_, i) => i * 7_919), voices: null, copies: 0 },
  });
const learn = () => learnt("chats", records);

describe("happy", () => {
  it("gives back from its bytes exactly what went in", () => {
    const snapshot = learn();
    const again = decodeSnapshot(encodeSnapshot(snapshot));
    expect(again).toEqual(snapshot);
    expect(records.map((_, i) => again.texts.at(i))).toEqual(records.map(({ text }) => text));
  });

  it("keeps the numbers of its columns", () => {
    const some = records.map((one, i) => ({
      ...one,
      fields: { age: "20+" },
      ...(i > 0 && { numbers: { age: 20 + (i % 32) } }),
    }));
    const { columns } = decodeSnapshot(encodeSnapshot(learnt("chats", some)));
    expect(columns[0]!.numbers).toMatchObject({ spread: expect.any(Number), isCut: false });
    expect([...columns[0]!.numbers!.values.slice(0, 3)]).toEqual([NaN, 21, 22]);
  });

  it("reads bytes that start anywhere in memory", () => {
    const bytes = encodeSnapshot(learn());
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeSnapshot(shifted.subarray(3))).toEqual(decodeSnapshot(bytes));
  });

  it("makes the same bytes from the same records", () => {
    expect(Buffer.from(encodeSnapshot(learn())).equals(encodeSnapshot(learn()))).toBe(true);
  });

  it("finds the themes in the data itself, and calls them by phrases", () => {
    const { themes, themeSets } = learn();
    expect(themes.some(({ name }) => name.includes(" "))).toBe(true);
    expect(themes.length).toBeGreaterThanOrEqual(2);
    themes.forEach((_, t) => {
      const kinds = new Set([...setAt(themeSets, t)].map((i) => /pin/.test(records[i]!.text)));
      expect([kinds.size, setAt(themeSets, t).length >= 5]).toEqual([1, true]);
    });
  });

  it("learns from a single record, and from records without a word in common", () => {
    for (const texts of [["hello world"], ["one", "two", "three", "four", "five", "six"]]) {
      const few = texts.map((text) => ({ text, fields: {} }));
      const snapshot = learnt("goals", few);
      expect(decodeSnapshot(encodeSnapshot(snapshot)).texts.length).toBe(texts.length);
    }
  });
});

describe("refusals", () => {
  it("refuses bytes that are no snapshot, or only a part of one", () => {
    const bytes = encodeSnapshot(learn());
    expect(() => decodeSnapshot(new Uint8Array(0))).toThrow("not a dataset snapshot");
    expect(() => decodeSnapshot(new Uint8Array(100))).toThrow("not a dataset snapshot");
    expect(() => decodeSnapshot(bytes.slice(0, 40))).toThrow("truncated");
    expect(() => decodeSnapshot(bytes.slice(0, bytes.length - 9))).toThrow("truncated");
  });
});

describe("faults", () => {
  it("says of a snapshot of an older format that the data must be imported again", () => {
    const older = encodeSnapshot(learn());
    older.set(Buffer.from("mktsnap2", "latin1"));
    expect(() => decodeSnapshot(older)).toThrow("mktsnap2, not mktsnap5: import the data again");
  });
});

describe("security", () => {
  it("P26: learns no word that fewer than five records hold", () => {
    const rare = Array.from({ length: 4 }, (_, i) => ({ text: `The zanzibar pin ${i}`, fields: {} }));
    const { vocabulary, holders } = learnt("chats", [...records, ...rare]);
    expect(vocabulary.stems).toContain("pin");
    expect(vocabulary.stems.join(" ")).not.toContain("zanzibar");
    expect(Math.min(...vocabulary.stems.map((_, id) => setAt(holders, id).length))).toBeGreaterThanOrEqual(5);
  });
});
