/** A UTC day: all are as long, leap seconds aside. */
export const DAY_SECONDS = 86_400;
export const DAY_MS = 1_000 * DAY_SECONDS;

/** The UTC day of a time in unix seconds, such as `2026-01-31`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, "2026-01-31".length);
}

/** When a UTC day begins, in unix seconds. */
export function beginOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}
