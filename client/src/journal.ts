import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";

/** A transaction that was signed, whether or not it was sent. */
export interface SignedTransaction {
  hash: string;
  /** The signed bytes: sending them again can never pay twice. */
  raw: string;
  nonce: number;
}

/** One thing that was paid for or done on the chain. */
export interface JournalEntry {
  /** Unique. */
  id: string;
  /** What it is for; a call with the same key takes it up again. */
  key: string;
  kind: "purchase" | "step";
  wallet: string;
  /** The endpoint that is asked at the end. */
  path: string;
  /** What that endpoint is sent, beside the transaction's hash. */
  request: Record<string, unknown>;
  /** What it takes from the wallet, USDC base units in decimal. */
  amountUsdcUnits: string;
  transactions: SignedTransaction[];
  /** `signed`: it may be on its way. `done`: the answer is in hand. `void`: it moved no money and never will. */
  state: "signed" | "done" | "void";
}

/** Where a client keeps what it signed, so that a crash loses nothing: written before anything is sent. */
export interface Journal {
  /** Everything that was put, the oldest first. */
  entries(): Promise<JournalEntry[]>;
  /** Stores an entry, in the place of the one with its id. The promise resolves when it is safe. */
  put(entry: JournalEntry): Promise<void>;
}

/** A journal that lasts as long as the process. */
export class MemoryJournal implements Journal {
  private readonly byId = new Map<string, JournalEntry>();

  async entries(): Promise<JournalEntry[]> {
    return structuredClone([...this.byId.values()]);
  }

  async put(entry: JournalEntry): Promise<void> {
    this.byId.set(entry.id, structuredClone(entry));
  }
}

/**
 * A journal in a JSON file that only its owner reads. Each change takes the file's place in one step and is on the disk
 * when `put` resolves. For one process at a time.
 */
export class FileJournal implements Journal {
  private readonly memory = new MemoryJournal();
  private loaded: Promise<void> | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(readonly file: string) {}

  async entries(): Promise<JournalEntry[]> {
    await this.load();
    return this.memory.entries();
  }

  async put(entry: JournalEntry): Promise<void> {
    await this.load();
    await this.memory.put(entry);
    const written = this.turn.then(() => this.write());
    this.turn = written.catch(() => undefined);
    return written;
  }

  private load(): Promise<void> {
    this.loaded ??= this.read();
    return this.loaded;
  }

  private async read(): Promise<void> {
    const text = await readFile(this.file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "[]";
      throw error;
    });
    for (const entry of JSON.parse(text) as JournalEntry[]) await this.memory.put(entry);
  }

  private async write(): Promise<void> {
    const text = `${JSON.stringify(await this.memory.entries(), null, 2)}\n`;
    await mkdir(path.dirname(this.file), { recursive: true });
    const draft = `${this.file}.${process.pid}`;
    const handle = await open(draft, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, this.file);
  }
}
