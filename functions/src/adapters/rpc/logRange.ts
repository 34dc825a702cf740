import { ChainUnavailable, NodesDisagree } from "../../ports/chain";
import { blockCall } from "./json";
import type { Nodes } from "./nodes";

/** Blocks in the first request for logs. Nodes allow between a few hundred and any number. */
const FIRST_RANGE = 10_000n;
const MAX_RANGE = 50_000n;
/** Ranges that must go well before a longer one is tried again, at the most. */
const MAX_PATIENCE = 256;

/**
 * How many blocks the nodes take in one request for logs: halved where they refuse, doubled where they don't. After each
 * longer range that is refused it takes twice as many good ones until the next is tried, so a limit costs little, and one
 * bad moment is soon forgotten.
 */
export class LogRange {
  private patience = 1;
  private taken = 0;
  private isGrowing = false;

  constructor(
    private readonly nodes: Nodes,
    private longest = FIRST_RANGE,
    private readonly max = MAX_RANGE,
  ) {}

  /** Blocks that are asked for at once now. */
  get length(): bigint {
    return this.longest;
  }

  /**
   * Reads logs from a block on, up to `to` at most; gives what was read and the last block of it. Throws
   * `ChainUnavailable` where it is not the length that is at fault.
   */
  async read<T>(
    from: bigint,
    to: bigint,
    ask: (from: bigint, to: bigint) => Promise<T>,
  ): Promise<{ value: T; end: bigint }> {
    for (;;) {
      const end = to - from < this.longest ? to : from + this.longest - 1n;
      try {
        const value = await ask(from, end);
        if (end - from + 1n === this.longest) this.wentWell();
        return { value, end };
      } catch (error) {
        if (!(error instanceof ChainUnavailable) || error instanceof NodesDisagree || from === end) throw error;
        // Throws as well where the nodes give no answer at all.
        await this.nodes.ask([blockCall(end)], (results) => results);
        this.wasRefused(end - from + 1n);
      }
    }
  }

  private wentWell(): void {
    this.isGrowing = false;
    this.taken += 1;
    if (this.taken < this.patience || this.longest >= this.max) return;
    this.taken = 0;
    this.longest = 2n * this.longest < this.max ? 2n * this.longest : this.max;
    this.isGrowing = true;
  }

  private wasRefused(blocks: bigint): void {
    this.longest = blocks / 2n;
    this.taken = 0;
    if (this.isGrowing) this.patience = Math.min(2 * this.patience, MAX_PATIENCE);
    this.isGrowing = false;
  }
}
