import { MktError } from "../errors";
import type { RelayedStep } from "../tasks/gasless";
import type { SignedPayment } from "../buying/x402";

/** A transaction that was signed, whether or not it was sent. */
export interface SignedTransaction {
  hash: string;
  /** The signed bytes: sending them again can never pay twice. */
  raw: string;
  nonce: number;
  /** For a wallet that sends what it signs: the requested call. Its hash is empty until the wallet answers. */
  to?: string;
  data?: string;
}

/** One thing that was paid for or done on the chain. */
export interface JournalEntry {
  /** Unique. */
  id: string;
  /** What it is for; a call with the same key resumes it. */
  key: string;
  kind: "purchase" | "step" | "feedback";
  wallet: string;
  /** When it was signed, ISO 8601. */
  signedAt: string;
  /** The endpoint that is asked at the end. */
  path: string;
  /** What that endpoint is sent, besides the transaction's hash. */
  request: Record<string, unknown>;
  /** What it takes from the wallet, USDC base units in decimal. */
  amountUsdcUnits: string;
  transactions: SignedTransaction[];
  /** Instead of transactions: the name of the calls that the wallet was asked to send as one. */
  batch?: string;
  /** Those calls, until the wallet has answered that it took them. */
  calls?: { to: string; data: string }[];
  /** Instead of transactions: what the service's relay sends. */
  relay?: RelayedStep;
  /** Of a purchase, instead of transactions: the signed payment that the service settles. */
  payment?: SignedPayment;
  /** Of a purchase that was answered: PAYMENT-RESPONSE, with the signed receipt where the service signs. */
  receipt?: string;
  /**
   * `signed`: it may be on its way. `done`: the answer is in hand. `void`: it moved no money and never will. `abandoned`: it
   * can no longer be used, but nothing says whether it was; it counts as spent.
   */
  state: "signed" | "done" | "void" | "abandoned";
}

/** Where a client keeps what it signed, so that a crash loses nothing: written before anything is sent. */
export interface Journal {
  /** All entries, oldest first. */
  entries(): Promise<JournalEntry[]>;
  /** Stores an entry, replacing the one with its id. The promise resolves when it is durable. */
  put(entry: JournalEntry): Promise<void>;
  /**
   * Runs the work for a key while no other program that shares the journal does; a journal that no programs share does
   * not need it.
   */
  alone?<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Final states: such an entry is not tried again. */
export const GIVEN_UP: ReadonlySet<JournalEntry["state"]> = new Set(["void", "abandoned"]);

/** What a wallet has bought, or began to buy, oldest first. */
export async function purchasesIn(journal: Journal, wallet: string): Promise<JournalEntry[]> {
  const entries = await journal.entries();
  return entries.filter((entry) => entry.kind === "purchase" && entry.wallet === wallet && !GIVEN_UP.has(entry.state));
}

/** A journal in memory. */
export class MemoryJournal implements Journal {
  private readonly byId = new Map<string, JournalEntry>();

  async entries(): Promise<JournalEntry[]> {
    return structuredClone([...this.byId.values()]);
  }

  async put(entry: JournalEntry): Promise<void> {
    this.byId.set(entry.id, structuredClone(entry));
  }
}

/** What this client asks of the browser's storage. */
interface Store {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

/** The browser's locks across its tabs, where it has them. */
interface Locks {
  request<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  query?(): Promise<{ held?: { name?: string }[] }>;
}

const locksHere = () => (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks;

/** A journal in a browser's storage, such as `localStorage`, which tabs share: each writes its entry beside the others'. */
export class StorageJournal implements Journal {
  constructor(
    private readonly storage: Store,
    private readonly name = "mkt-journal",
  ) {}

  async entries(): Promise<JournalEntry[]> {
    return journalEntries(this.storage.getItem(this.name) ?? "[]", this.name);
  }

  put(entry: JournalEntry): Promise<void> {
    return this.change((entries) => {
      const at = entries.findIndex(({ id }) => id === entry.id);
      entries.splice(at < 0 ? entries.length : at, 1, entry);
      return entries;
    });
  }

  /** Forgets entries for good. */
  remove(isOver: (entry: JournalEntry) => boolean): Promise<void> {
    return this.change((entries) => entries.filter((entry) => !isOver(entry)));
  }

  /** Whether the work for a key is under way here or in another tab. */
  async isHeld(key: string): Promise<boolean> {
    const { held = [] } = (await locksHere()?.query?.()) ?? {};
    return held.some(({ name }) => name === this.lockOf(key));
  }

  /** Until the work ends, or its tab. */
  async alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    return locksHere()?.request(this.lockOf(key), work) ?? work();
  }

  private lockOf(key: string): string {
    return `${this.name} ${key}`;
  }

  /** Without a pause between reading and writing, in which another entry could be written and lost. */
  private async change(changed: (entries: JournalEntry[]) => JournalEntry[]): Promise<void> {
    const write = () => {
      const entries = journalEntries(this.storage.getItem(this.name) ?? "[]", this.name);
      this.storage.setItem(this.name, JSON.stringify(changed(entries)));
    };
    await (locksHere()?.request(this.name, write) ?? write());
  }
}

/** The entries in a journal's text; throws `journal_broken` if it is none. */
export function journalEntries(text: string, name: string): JournalEntry[] {
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries)) return entries as JournalEntry[];
  } catch {
    // Below.
  }
  throw new MktError(
    "journal_broken",
    `The journal ${name} is not one of this client's. Repair it or use another; it was not changed.`,
  );
}

/** A journal in memory with these entries; the last one of an id counts. */
export async function memoryOf(entries: readonly JournalEntry[]): Promise<MemoryJournal> {
  const memory = new MemoryJournal();
  for (const entry of entries) await memory.put(entry);
  return memory;
}
