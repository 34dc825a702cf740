import type { Budget } from "./budget";
import { MktError } from "./errors";
import type { Journal, JournalEntry } from "./journal";

/** The journal and the budget together: what was begun, and what it cost. */
export class Ledger {
  private readonly running = new Map<string, Promise<unknown>>();
  private counted: Promise<void> | undefined;

  constructor(
    private readonly journal: Journal,
    readonly budget: Budget,
  ) {}

  /** Runs the work for a key; while it runs, callers with the same key get the same result. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running) return running as Promise<T>;
    const started = this.ready()
      .then(work)
      .finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  /** The newest entry of a key that is not void. */
  async newest(key: string, wallet: string): Promise<JournalEntry | null> {
    const entries = await this.journal.entries();
    return entries.findLast((entry) => entry.key === key && entry.wallet === wallet && entry.state !== "void") ?? null;
  }

  /** What a wallet began and has not finished, oldest first. */
  async open(wallet: string): Promise<JournalEntry[]> {
    await this.ready();
    return (await this.journal.entries()).filter((entry) => entry.wallet === wallet && entry.state === "signed");
  }

  async put(entry: JournalEntry): Promise<void> {
    try {
      await this.journal.put(entry);
    } catch (cause) {
      throw new MktError("journal_failed", "The journal could not be written; nothing was sent.", { cause });
    }
  }

  async done(entry: JournalEntry): Promise<void> {
    if (entry.state !== "done") await this.journal.put({ ...entry, state: "done" });
  }

  /** Marks what moved no money and never will; its amount is free again. */
  async drop(entry: JournalEntry): Promise<void> {
    if (entry.state !== "signed") return;
    await this.journal.put({ ...entry, state: "void" });
    this.budget.giveBack(BigInt(entry.amountUsdcUnits));
  }

  /** Counts what the journal says was spent before, once. */
  private ready(): Promise<void> {
    this.counted ??= this.journal.entries().then((entries) => {
      for (const { state, amountUsdcUnits } of entries)
        if (state !== "void") this.budget.count(BigInt(amountUsdcUnits));
    });
    this.counted.catch(() => (this.counted = undefined));
    return this.counted;
  }
}
