/** How many of the last replies count. */
const REPLIES = 8;

/**
 * The service's time, from the `Date` of its replies: a visitor's own clock may be wrong, and a deadline that is
 * missed by it costs a stake. A reply is on its way for a while, or comes from a cache, so the latest time said is right.
 */
export class Clock {
  /** By how many milliseconds the service was ahead of the visitor's clock. */
  private readonly ahead: number[] = [];

  /** Takes the `Date` header of a reply that came at `nowMs` of the visitor's clock. */
  hear(date: string | null, nowMs: number): void {
    const saidMs = Date.parse(date ?? "");
    if (Number.isNaN(saidMs)) return;
    this.ahead.push(saidMs - nowMs);
    if (this.ahead.length > REPLIES) this.ahead.shift();
  }

  /** The service's time when the visitor's clock shows `nowMs`; that, as long as no reply has said another. */
  at(nowMs: number): number {
    return nowMs + (this.ahead.length === 0 ? 0 : Math.max(...this.ahead));
  }
}
