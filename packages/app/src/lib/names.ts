/** What a wallet is called and drawn by; null for what it has not chosen. */
export interface Named {
  address: string;
  displayName: string | null;
  avatarSeed: string | null;
}

/** As many as the service tells at once. */
const AT_ONCE = 50;

/** The public names of wallets, each asked for once, those of one page together. */
export class Names {
  private readonly known = new Map<string, Named>();
  private readonly listeners = new Set<() => void>();
  private due = new Set<string>();
  private asking: Promise<void> | null = null;

  constructor(private readonly load: (addresses: readonly string[]) => Promise<ReadonlyMap<string, Named>>) {}

  of(address: string): Named | undefined {
    return this.known.get(address.toLowerCase());
  }

  learn(names: Iterable<Named>): void {
    for (const name of names) this.known.set(name.address.toLowerCase(), name);
    for (const heard of this.listeners) heard();
  }

  /** Ends when these are known, or could not be told: a page without names is better than none. */
  need(addresses: readonly string[]): Promise<void> {
    const unknown = addresses.filter((address) => !this.of(address));
    if (unknown.length === 0) return Promise.resolve();
    for (const address of unknown) this.due.add(address);
    // What is drawn together is asked for together.
    this.asking ??= Promise.resolve().then(() => this.ask());
    return this.asking;
  }

  /** Calls back when names were learned, until what it returns is called. */
  listen(heard: () => void): () => void {
    this.listeners.add(heard);
    return () => this.listeners.delete(heard);
  }

  private async ask(): Promise<void> {
    const all = [...this.due];
    this.due = new Set();
    this.asking = null;
    const parts = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
      all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
    await Promise.all(
      parts.map((part) =>
        this.load(part).then(
          (found) => this.learn(found.values()),
          () => {},
        ),
      ),
    );
  }
}
