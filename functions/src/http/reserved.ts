const WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

interface Entry {
  readonly since: number;
  /** Acts that were counted, or that are running and may be. */
  units: number;
}

/**
 * Each client's remaining allowance in this instance, reserved before the act, so that concurrent requests cannot all
 * pass before the first is counted. The allowance shared by all instances is charged after the act.
 */
export class Reserved {
  private readonly entries = new Map<string, Entry>();

  /** Reserves one unit: returns a function that releases it, or null if none is left. */
  take(key: string, perMinute: number, nowMs: number): (() => void) | null {
    const before = this.entries.get(key);
    const entry = before && nowMs < before.since + WINDOW_MS ? before : { since: nowMs, units: 0 };
    if (entry.units >= perMinute) return null;
    entry.units += 1;
    this.entries.delete(key);
    if (this.entries.size >= MAX_CLIENTS) this.entries.delete(this.entries.keys().next().value ?? "");
    this.entries.set(key, entry);
    return () => void (entry.units -= 1);
  }
}
