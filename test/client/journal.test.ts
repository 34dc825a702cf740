import { mkdtempSync, readFileSync, rmdirSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { StorageJournal } from "../../packages/client/src/browser";
import { FileJournal, type JournalEntry } from "../../packages/client/src/index";

const entry = (id: string, state: JournalEntry["state"] = "signed"): JournalEntry => ({
  ...{
    id,
    key: id,
    kind: "purchase",
    wallet: "0x",
    path: "/",
    request: {},
    amountUsdcUnits: "1",
    transactions: [],
    state,
  },
});
const idsOf = (entries: JournalEntry[]) => entries.map(({ id, state }) => `${id} ${state}`);
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
};

describe("a journal in a browser's storage", () => {
  it("BW3: keeps all entries that are put at once, by one page or two", async () => {
    const store = storage();
    const [one, two] = [new StorageJournal(store), new StorageJournal(store)];
    await Promise.all([one.put(entry("a")), one.put(entry("b")), two.put(entry("c")), two.put(entry("a", "done"))]);
    expect(idsOf(await one.entries())).toEqual(["a done", "b signed", "c signed"]);
  });

  it("BW3: waits for other tabs where the browser has locks", async () => {
    const asked: string[] = [];
    const locks = {
      request: async (name: string, work: () => unknown) => {
        await Promise.resolve(asked.push(name));
        return work();
      },
    };
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
    try {
      const journal = new StorageJournal(storage(), "mine");
      await Promise.all([journal.put(entry("a")), journal.put(entry("b"))]);
      expect([asked, idsOf(await journal.entries())]).toEqual([
        ["mine", "mine"],
        ["a signed", "b signed"],
      ]);
    } finally {
      if (before) Object.defineProperty(globalThis, "navigator", before);
      else Reflect.deleteProperty(globalThis, "navigator");
    }
  });
});

describe("a journal in a file", () => {
  const BRIEFLY = { retries: 0, factor: 1, minTimeout: 1, maxTimeout: 1 };
  let file: string;
  beforeEach(() => (file = path.join(mkdtempSync(path.join(tmpdir(), "mkt-journal-")), "journal.json")));
  const onDisk = () => idsOf(JSON.parse(readFileSync(file, "utf8")) as JournalEntry[]);

  it("BW4: a process that was paused for longer than its lock lasts replaces nothing, and unlocks nothing", async () => {
    const paused = new FileJournal(file);
    await paused.put(entry("a"));
    rmdirSync(`${file}.lock`);
    const other = new FileJournal(file);
    await other.put(entry("b"));
    for (let time = 0; time < 2; time++)
      await expect(paused.put(entry("c"))).rejects.toMatchObject({ code: "journal_busy" });
    await paused.close();
    await expect(new FileJournal(file, BRIEFLY).entries()).rejects.toMatchObject({ code: "journal_busy" });
    await other.put(entry("d"));
    expect(onDisk()).toEqual(["a signed", "b signed", "d signed"]);
    await other.close();
    await paused.put(entry("c"));
    await paused.close();
    expect(onDisk()).toEqual(["a signed", "b signed", "d signed", "c signed"]);
  });

  it("BW4: an entry's file and its name in the folder are both on disk", async () => {
    const any = await open(tmpdir(), "r");
    const synced: boolean[] = [];
    const sync = jest.spyOn(Object.getPrototypeOf(any) as FileHandle, "sync").mockImplementation(async function (
      this: FileHandle,
    ) {
      synced.push((await this.stat()).isDirectory());
    });
    try {
      const journal = new FileJournal(file);
      await journal.put(entry("a"));
      await journal.close();
      expect(synced).toEqual([false, true]);
    } finally {
      sync.mockRestore();
      await any.close();
    }
  });
});
