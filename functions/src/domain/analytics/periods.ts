import { dayOf } from "../days";

/** Days after the end of a month during which final events and late metadata still enter its report. */
const GRACE_DAYS = 3;
const DAY_MS = 86_400_000;

/** The first day of a day's month. Days are UTC, such as `2026-01-31`. */
export function monthOf(day: string): string {
  return `${day.slice(0, "2026-01".length)}-01`;
}

/** The first day of the month after a day's month. */
export function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return dayOf(Date.UTC(year, month, 1) / 1000);
}

/** Whether a period that ends before a day may be reported. */
export function isClosed(to: string, nowMs: number): boolean {
  return nowMs >= Date.parse(to) + GRACE_DAYS * DAY_MS;
}
