/** Answers whose times are remembered, and calls that may be hedged for one that was answered in time. */
const REMEMBERED = 50;
const HEDGES_PER_CALL = 0.1;
const MAX_HEDGES_SAVED = 10;
const MIN_HEDGE_MS = 300;

/**
 * When a second node is asked although the first may still answer: after the time in which 19 of 20 answers come.
 *
 * Healthy nodes that are all slow are not asked twice for long: of 100 calls, 10 are hedged.
 */
export class Hedge {
  private readonly times: number[] = [];
  private saved = MAX_HEDGES_SAVED;
  private readonly maxMs: number;

  /** @param timeoutMs what one node may take */
  constructor(timeoutMs: number) {
    this.maxMs = timeoutMs / 2;
  }

  /** Milliseconds without an answer after which the next node is asked. */
  get delayMs(): number {
    const slow = [...this.times].sort((a, b) => a - b)[Math.floor(this.times.length * 0.95)] ?? 0;
    return Math.min(Math.max(slow, MIN_HEDGE_MS), this.maxMs);
  }

  answered(ms: number): void {
    this.times.push(ms);
    if (this.times.length > REMEMBERED) this.times.shift();
    this.saved = Math.min(this.saved + HEDGES_PER_CALL, MAX_HEDGES_SAVED);
  }

  /** False where enough was hedged. */
  take(): boolean {
    if (this.saved < 1) return false;
    this.saved -= 1;
    return true;
  }
}
