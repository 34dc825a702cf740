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
