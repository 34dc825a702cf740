/** Runs a few acts at a time and queues a few more; refuses when the queue is full or the wait too long. */
export class Lane {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly width: number,
    private readonly maxWaiting: number,
    private readonly maxWaitMs: number,
  ) {}

  get isFull(): boolean {
    return this.running >= this.width && this.waiting.length >= this.maxWaiting;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** @param refuse throws; called, before anything is done, when the queue is full or the wait was too long */
  async run<T>(act: () => Promise<T>, refuse: () => never): Promise<T> {
    if (this.isFull) refuse();
    if (this.running < this.width) this.running += 1;
    else if (!(await this.waitForPlace())) refuse();
    try {
      return await act();
    } finally {
      const next = this.waiting.shift();
      // The next in line takes this one's place.
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Whether a place became free in time. */
  private waitForPlace(): Promise<boolean> {
    return new Promise((answer) => {
      const go = () => {
        clearTimeout(timer);
        answer(true);
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        answer(false);
      }, this.maxWaitMs);
      this.waiting.push(go);
    });
  }
}

/** Maximum clients with a lane at a time. */
const MAX_LANES = 10_000;

/** One lane per client, so that clients do not wait for each other's requests. */
export class Lanes {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly make: () => Lane) {}

  async run<T>(key: string, act: () => Promise<T>, refuse: () => never): Promise<T> {
    if (!this.lanes.has(key) && this.lanes.size >= MAX_LANES) refuse();
    const lane = this.lanes.get(key) ?? this.make();
    this.lanes.set(key, lane);
    try {
      return await lane.run(act, refuse);
    } finally {
      if (lane.isIdle) this.lanes.delete(key);
    }
  }
}
