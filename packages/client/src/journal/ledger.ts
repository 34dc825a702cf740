import { dayStartMs, requireAllowed, type Allowance, type Taking } from "./allowance";
import type { Budget, Reservation } from "./budget";
import { MktError } from "../errors";
import { GIVEN_UP, purchasesIn, type Journal, type JournalEntry } from "./journal";

/** What an owner allows a wallet, as the service knows it. */
interface MandateReader {
  isBound(wallet: string): Promise<boolean>;
  /** Null if the wallet is not under a mandate. */
  allowance(wallet: string): Promise<Allowance | null>;
}

/** The journal, the budget and the mandate together: what was begun, what it cost, and what is left. */
export class Ledger {
  private readonly running = new Map<string, Promise<unknown>>();
  private counted: Promise<void> | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly journal: Journal,
    private readonly budget: Budget,
    private readonly mandates: MandateReader,
  ) {}

  /**
   * Sets money aside; throws `OverBudgetError` if it exceeds the budget or the wallet's mandate. Under a mandate, the next
   * call waits until this one has signed or failed, so that it sees a day's total that includes this one.
   */
  async reserve(taking: Taking): Promise<Reservation> {
    const { wallet, units, what } = taking;
    const reserved = this.budget.reserve(units, what);
    let endTurn = () => {};
    const release = () => {
      endTurn();
      reserved.release();
    };
    try {
      if (units > 0n && (await this.mandates.isBound(wallet))) {
        endTurn = await this.takeTurn();
        const allowance = await this.mandates.allowance(wallet);
        if (allowance) requireAllowed(allowance, taking, await this.purchasedUnits(wallet, dayStartMs(allowance)));
      }
    } catch (error) {
      release();
      throw error;
    }
    return {
      spend: () => {
        endTurn();
        reserved.spend();
      },
      release,
    };
  }

  /**
   * Runs the work for a key; while it runs, callers with the same key get the same result, and other programs with the same
   * journal wait.
   */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (running) return running as Promise<T>;
    const started = this.ready()
      .then(() => this.journal.alone?.(key, work) ?? work())
      .finally(() => this.running.delete(key));
    this.running.set(key, started);
    return started;
  }

  /** The newest entry of a key that is not given up. */
  async newest(key: string, wallet: string): Promise<JournalEntry | null> {
    const entries = await this.journal.entries();
    return (
      entries.findLast((entry) => entry.key === key && entry.wallet === wallet && !GIVEN_UP.has(entry.state)) ?? null
    );
  }

  /** What a wallet began and has not finished, oldest first. */
  async open(wallet: string): Promise<JournalEntry[]> {
    await this.ready();
    return (await this.journal.entries()).filter((entry) => entry.wallet === wallet && entry.state === "signed");
  }

  purchases(wallet: string): Promise<JournalEntry[]> {
    return purchasesIn(this.journal, wallet);
  }

  async put(entry: JournalEntry): Promise<void> {
    try {
      await this.journal.put(entry);
    } catch (cause) {
      throw new MktError("journal_failed", "The journal could not be written; nothing was sent.", { cause });
    }
  }

  /** Marks what is finished. Where that cannot be written, the result is not lost: the entry stays, and finishes again. */
  async done(entry: JournalEntry): Promise<void> {
    if (entry.state !== "done") await this.journal.put({ ...entry, state: "done" }).catch(() => undefined);
  }

  /** Marks what may have been paid and is not tried again; its amount stays spent. */
  async abandon(entry: JournalEntry): Promise<void> {
    await this.journal.put({ ...entry, state: "abandoned" });
  }

  /** Marks what moved no money and never will; its amount is free again. */
  async drop(entry: JournalEntry): Promise<void> {
    if (entry.state !== "signed") return;
    await this.journal.put({ ...entry, state: "void" });
    this.budget.giveBack(BigInt(entry.amountUsdcUnits));
  }

  /** What a wallet has paid for answers since a time, without what the service settled: it counts that itself. */
  private async purchasedUnits(wallet: string, sinceMs: number): Promise<bigint> {
    return (await this.journal.entries())
      .filter((entry) => entry.kind === "purchase" && entry.wallet === wallet && entry.state !== "void")
      .filter(({ payment, state }) => !payment || state !== "done")
      .filter(({ signedAt }) => Date.parse(signedAt) >= sinceMs)
      .reduce((sum, { amountUsdcUnits }) => sum + BigInt(amountUsdcUnits), 0n);
  }

  /** Waits until earlier callers are done; returns the function that lets the next one proceed. */
  private async takeTurn(): Promise<() => void> {
    const before = this.turn;
    let end = () => {};
    this.turn = new Promise((resolve) => (end = resolve));
    await before;
    return end;
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
