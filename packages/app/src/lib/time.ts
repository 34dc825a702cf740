const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time in its largest unit, and in the next one where that is not zero: "2 days 3 hours". */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = UNITS.findIndex(([, length]) => whole >= length);
  if (first < 0) return "0 seconds";
  const parts: string[] = [];
  let left = whole;
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? "" : "s"}`);
  }
  return parts.join(" ");
}

/** A typical length of time as people say it, in one unit: "about 3 hours". */
export function roughly(seconds: number): string {
  const [, length] = UNITS.find(([, each]) => Math.round(seconds / each) >= 1) ?? [null, 1];
  return length === 1 ? "less than a minute" : `about ${duration(Math.round(seconds / length) * length)}`;
}

/** How far a time is from now: "in 3 hours" or "2 days ago". */
export function fromNow(time: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(time) - nowMs) / 1000);
  const size = Math.abs(seconds);
  if (size < 1) return "now";
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? (["second", 1] as const);
  const count = Math.floor(size / length);
  const text = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}

/** When a text of `duration` or `fromNow` next changes, in milliseconds from now. */
export function nextTick(time: string, nowMs: number): number {
  const size = Math.abs(Date.parse(time) - nowMs) / 1000;
  if (size < 3_600) return 1_000;
  return size < 86_400 ? 30_000 : 300_000;
}

/** A day of the visitor's own time zone: "31 Jan 2026". */
export function dayOf(time: string): string {
  return new Date(time).toLocaleDateString("en-GB", { dateStyle: "medium" });
}

/** A month such as 2026-01, as people write it. */
export function monthName(month: string): string {
  const time = new Date(`${month}-01T00:00:00Z`);
  return time.toLocaleDateString("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
}

/** The months from one time up to another, exclusive: "Jan 2026", or "Jan 2026 to Feb 2026". */
export function monthsText(from: string, to: string): string {
  const [first, last] = [from.slice(0, 7), new Date(Date.parse(to) - 1).toISOString().slice(0, 7)];
  return first === last ? monthName(first) : `${monthName(first)} to ${monthName(last)}`;
}
