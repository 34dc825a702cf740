/** One figure of a run, and its reference. */
export interface Figure {
  /** What was measured. */
  what: string;
  value: number;
  /** How to print the value: `0.93 ×`, `412 ms`, `0 calls`. */
  unit: string;
  /** The same in another unit, for a reader. */
  beside?: string;
  goal?: { most: number } | { least: number };
}

export const figure = (what: string, value: number, unit: string, goal?: Figure["goal"], beside?: string): Figure => ({
  ...{ what, value, unit },
  ...(goal && { goal }),
  ...(beside !== undefined && { beside }),
});

/** Adds the figure that `figure` makes of these. */
export type Add = (...made: Parameters<typeof figure>) => void;

/** True, false, or undefined for a figure without a goal. */
export function met({ value, goal }: Figure): boolean | undefined {
  if (!goal) return undefined;
  return "most" in goal ? value <= goal.most : value >= goal.least;
}

/** The figures as lines of a Markdown table. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [figure.what, shown(figure), goalOf(figure), verdict(figure)]);
  const all = [["Figure", "Value", "Goal", "Met"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(all[0] ?? []), rule, ...rows.map(line)].join("\n");
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = NaN, high = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

function shown({ value, unit, beside }: Figure): string {
  const digits = unit === "×" ? 2 : value < 10 && !Number.isInteger(value) ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`.trim() + (beside ? ` (${beside})` : "");
}

function goalOf({ goal, unit }: Figure): string {
  if (!goal) return "";
  return ("most" in goal ? `≤ ${goal.most} ${unit}` : `≥ ${goal.least} ${unit}`).trim();
}

function verdict(figure: Figure): string {
  const good = met(figure);
  return good === undefined ? "" : good ? "yes" : "no";
}
