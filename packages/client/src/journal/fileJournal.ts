import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { MktError } from "../errors";
import { journalEntries, memoryOf, MemoryJournal, type Journal, type JournalEntry } from "./journal";

/**
 * How often a lock is tried while another process has it, a quarter of a second apart; a crashed one's is free after
 * ten seconds.
 */
const TRIES = { retries: 80, factor: 1, minTimeout: 250, maxTimeout: 250 };

/**
 * A journal in a JSON file that only its owner can read. Each change replaces the file atomically and is on disk when `put`
 * resolves. From the first read, no other process can open it until this one ends or closes it: two processes unaware of
 * each other would pay twice.
 */
export class FileJournal implements Journal {
  private memory = new MemoryJournal();
  /** The file as this process read or wrote it last. */
  private text = "";
  private opened: Promise<() => Promise<void>> | undefined;
  private queue: Promise<void> = Promise.resolve();
  private lock = { isLost: false };

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
    // A lock that was lost may be another process's.
    if (!this.lock.isLost) await release?.();
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
    const taken = { isLost: false };
    const onCompromised = () => (taken.isLost = true);
    const release = await lock(this.file, { realpath: false, retries: this.tries, onCompromised }).catch(
      (cause: NodeJS.ErrnoException) => {
        throw cause.code === "ELOCKED" ? this.busy(cause) : cause;
      },
    );
    try {
      this.text = await this.read();
      this.memory = await memoryOf(journalEntries(this.text || "[]", this.file));
      this.lock = taken;
      return release;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** The file's text; empty if there is none. */
  private async read(): Promise<string> {
    return readFile(this.file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
  }

  /** An entry that is not on disk must not be sent. */
  private async write(entry: JournalEntry): Promise<void> {
    const next = await memoryOf([...(await this.memory.entries()), entry]);
    const text = `${JSON.stringify(await next.entries(), null, 2)}\n`;
    const draft = `${this.file}.${process.pid}`;
    const handle = await open(draft, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.requireUnchanged();
    await rename(draft, this.file);
    await syncFolder(path.dirname(this.file));
    this.memory = next;
    this.text = text;
  }

  /** A process that was paused for longer than its lock lasts must not replace what another has written since. */
  private async requireUnchanged(): Promise<void> {
    if (!this.lock.isLost && (await this.read()) === this.text) return;
    this.lock.isLost = true;
    throw this.busy();
  }

  private busy(cause?: unknown): MktError {
    return new MktError(
      "journal_busy",
      `Another process is using the journal ${this.file}. Repeat the call when it is done.`,
      { cause },
    );
  }
}

/** A file's new name is on disk only once its folder is; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
