/** A few at a time, and a few more that wait: what comes on top is turned away. */
export class Lane {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly maxWaiting: number,
  ) {}

  get isFull(): boolean {
    return this.running >= this.width && this.waiting.length >= this.maxWaiting;
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    if (this.running >= this.width) await new Promise<void>((go) => this.waiting.push(go));
    else this.running += 1;
    try {
      return await act();
    } finally {
      const next = this.waiting.shift();
      // Whoever waits takes this one's place.
      if (next) next();
      else this.running -= 1;
    }
  }
}
