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

type Shown<T> = T extends null ? null : string;

/** A time in unix milliseconds as answers show it: ISO 8601 in UTC; null for none. */
export const iso = <T extends number | null>(ms: T) => (ms === null ? null : new Date(ms).toISOString()) as Shown<T>;

/** The same of unix seconds. */
export const isoOf = <T extends number | null>(seconds: T) => iso(seconds === null ? null : seconds * 1000) as Shown<T>;
