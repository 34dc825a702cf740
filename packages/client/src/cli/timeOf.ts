const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "m"],
] as const;

/** A duration in the largest unit that divides it, such as 90m, as options take it. */
export function timeOf(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [1, "s"];
  return `${seconds / size}${unit}`;
}
