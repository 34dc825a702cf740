/** Time that passes only when a test says so. */
export class Clock {
  private readonly running = new Set<{ ms: number; end: () => void }>();

  private readonly waiting = new Set<() => void>();

  readonly countdown = (ms: number, end: () => void): (() => void) => {
    const one = { ms, end };
    this.running.add(one);
    for (const look of this.waiting) look();
    return () => void this.running.delete(one);
  };

  /** Resolves once so many countdowns of this length run. */
  async until(ms: number, count: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (this.count(ms) < count) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  /** How many countdowns of this length run. */
  count = (ms: number): number => [...this.running].filter((one) => one.ms === ms).length;

  /** Lets every countdown of this length end. */
  pass(ms: number): void {
    for (const one of [...this.running].filter((each) => each.ms === ms)) {
      this.running.delete(one);
      one.end();
    }
  }
}
