import { mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
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
    signedAt: "2026-01-31T12:00:00.000Z",
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

/** A place for a journal, which can be opened, closed and spoiled. */
const PLACES = {
  file: () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), "mkt-journal-")), "journal.json");
    return { open: () => new FileJournal(file), spoil: (text: string) => writeFileSync(file, text) };
  },
  storage: () => {
    const store = storage();
    return {
      open: () => Object.assign(new StorageJournal(store, "mine"), { close: () => Promise.resolve() }),
      spoil: (text: string) => store.setItem("mine", text),
    };
  },
};

describe.each(Object.entries(PLACES))("any journal: %s", (_name, newPlace) => {
  it("has nothing at first, keeps entries in their order, and replaces one by its id", async () => {
    const place = newPlace();
    const first = place.open();
    expect(await first.entries()).toEqual([]);
    await first.put(entry("a"));
    await first.put(entry("b"));
    await first.put({ ...entry("a", "done"), receipt: "its receipt" });
    expect(idsOf(await first.entries())).toEqual(["a done", "b signed"]);
    await first.close();
    const second = place.open();
    expect(await second.entries()).toEqual([{ ...entry("a", "done"), receipt: "its receipt" }, entry("b")]);
    await second.close();
  });

  it("is not changed by what is done with its entries", async () => {
    const journal = newPlace().open();
    const own = entry("a");
    await journal.put(own);
    own.request["changed"] = true;
    (await journal.entries())[0]!.state = "void";
    expect(await journal.entries()).toEqual([entry("a")]);
    await journal.close();
  });

  it.each(["not JSON", "{}"])("neither reads nor replaces what is no journal: %s", async (text) => {
    const place = newPlace();
    place.spoil(text);
    const journal = place.open();
    const broken = { code: "journal_broken" };
    await expect(journal.entries()).rejects.toMatchObject(broken);
    await expect(journal.put(entry("a"))).rejects.toMatchObject(broken);
    await journal.close();
    await expect(place.open().entries()).rejects.toMatchObject(broken);
  });
});

/** A browser whose tabs lock what they share. */
async function withLocks(work: (asked: string[]) => Promise<void>): Promise<void> {
  const asked: string[] = [];
  const last = new Map<string, Promise<unknown>>();
  const locks = {
    request: (name: string, locked: () => unknown) => {
      asked.push(name);
      const turn = (last.get(name) ?? Promise.resolve()).then(locked);
      last.set(
        name,
        turn.catch(() => {}),
      );
      return turn;
    },
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
  try {
    await work(asked);
  } finally {
    if (before) Object.defineProperty(globalThis, "navigator", before);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
}

describe("a journal in a browser's storage", () => {
  it("BW3: keeps all entries that are put at once, by one page or two", async () => {
    const store = storage();
    const [one, two] = [new StorageJournal(store), new StorageJournal(store)];
    await Promise.all([one.put(entry("a")), one.put(entry("b")), two.put(entry("c")), two.put(entry("a", "done"))]);
    expect(idsOf(await one.entries())).toEqual(["a done", "b signed", "c signed"]);
  });

  it("BW3: waits for other tabs where the browser has locks", () =>
    withLocks(async (asked) => {
      const journal = new StorageJournal(storage(), "mine");
      await Promise.all([journal.put(entry("a")), journal.put(entry("b"))]);
      expect([asked, idsOf(await journal.entries())]).toEqual([
        ["mine", "mine"],
        ["a signed", "b signed"],
      ]);
    }));

  it("BW3: two tabs do the work of one key one after the other, also where the first fails", () =>
    withLocks(async () => {
      const store = storage();
      const [one, two] = [new StorageJournal(store), new StorageJournal(store)];
      const done: string[] = [];
      const first = one.alone("buy", async () => {
        await new Promise(setImmediate);
        done.push("first");
        throw new Error("refused");
      });
      const second = two.alone("buy", async () => void done.push("second"));
      await Promise.all([expect(first).rejects.toThrow("refused"), second]);
      expect(done).toEqual(["first", "second"]);
    }));

  it("does the work at once where the browser has no locks", async () => {
    expect(await new StorageJournal(storage()).alone("buy", () => Promise.resolve(7))).toBe(7);
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
