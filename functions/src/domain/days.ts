/** The UTC day of a time in unix seconds, such as `2026-01-31`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, "2026-01-31".length);
}

/** When a UTC day begins, in unix seconds. */
export function beginOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}
