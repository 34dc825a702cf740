import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { MktError } from "./errors";
import { journalEntries, memoryOf, MemoryJournal, type Journal, type JournalEntry } from "./journal";

/** Times that a lock is tried while another process has it, a quarter of a second apart; a crashed one's is free after ten seconds. */
const TRIES = { retries: 80, factor: 1, minTimeout: 250, maxTimeout: 250 };

/**
 * A journal in a JSON file that only its owner can read. Each change replaces the file atomically and is on disk when `put`
 * resolves. From the first read, no other process can open it until this one ends or closes it: two processes unaware of
 * each other would pay twice.
 */
export class FileJournal implements Journal {
  private memory = new MemoryJournal();
  private opened: Promise<() => Promise<void>> | undefined;
  private queue: Promise<void> = Promise.resolve();
  private isLost = false;

  constructor(
    readonly file: string,
    private readonly tries: typeof TRIES = TRIES,
  ) {}

  async entries(): Promise<JournalEntry[]> {
    await this.open();
    return this.memory.entries();
  }

  async put(entry: JournalEntry): Promise<void> {
    await this.open();
    const written = this.queue.then(() => this.write(entry));
    this.queue = written.catch(() => undefined);
    return written;
  }

  /** Unlocks the file for other processes. */
  async close(): Promise<void> {
    const release = await this.opened?.catch(() => undefined);
    this.opened = undefined;
    await this.queue;
    await release?.();
  }

  private async open(): Promise<void> {
    this.opened ??= this.take();
    this.opened.catch(() => (this.opened = undefined));
    await this.opened;
  }

  /** Locks the file and reads it; gives what unlocks it. */
  private async take(): Promise<() => Promise<void>> {
    const { lock } = await import("proper-lockfile");
    await mkdir(path.dirname(this.file), { recursive: true });
    const onCompromised = () => (this.isLost = true);
    const release = await lock(this.file, { realpath: false, retries: this.tries, onCompromised }).catch(
      (cause: NodeJS.ErrnoException) => {
        throw cause.code === "ELOCKED" ? this.busy(cause) : cause;
      },
    );
    try {
      this.isLost = false;
      this.memory = await this.read();
      return release;
    } catch (error) {
      await release();
      throw error;
    }
  }

  private async read(): Promise<MemoryJournal> {
    const text = await readFile(this.file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "[]";
      throw error;
    });
    return memoryOf(journalEntries(text, this.file));
  }

  /** An entry that is not on disk must not be sent. */
  private async write(entry: JournalEntry): Promise<void> {
    if (this.isLost) throw this.busy();
    const next = await memoryOf([...(await this.memory.entries()), entry]);
    const draft = `${this.file}.${process.pid}`;
    const handle = await open(draft, "w", 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(await next.entries(), null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, this.file);
    this.memory = next;
  }

  private busy(cause?: unknown): MktError {
    return new MktError(
      "journal_busy",
      `Another process is using the journal ${this.file}. Repeat the call when it is done.`,
      { cause },
    );
  }
}
