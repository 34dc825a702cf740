const WINDOW_MS = 60_000;
const MAX_CLIENTS = 10_000;

interface Entry {
  readonly since: number;
  /** Acts that were counted, or are under way and may yet be. */
  units: number;
}

/**
 * What each client may still cost in this instance, reserved before the act: requests that come at the same time can't
 * all pass before the first is counted. The budget that all instances share is charged after the act.
 */
export class Reserved {
  private readonly entries = new Map<string, Entry>();

  /** Takes one unit: a function that gives it back, or null where none is left. */
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
