/** What a measure should reach. */
export interface Goal {
  told: string;
  isMet: (value: number) => boolean;
}

export const atLeast = (least: number, unit = ""): Goal => ({
  told: `≥ ${least.toLocaleString("en-US")}${unit && ` ${unit}`}`,
  isMet: (value) => value >= least,
});
export const below = (most: number, unit = ""): Goal => ({
  told: `< ${most.toLocaleString("en-US")}${unit && ` ${unit}`}`,
  isMet: (value) => value < most,
});

export type Add = (what: string, value: number, unit?: string, goal?: Goal) => void;

export interface Line {
  what: string;
  value: number;
  unit: string;
  goal: string;
  isMet: boolean | null;
}

export const lineOf = (what: string, value: number, unit = "", goal?: Goal): Line => ({
  what,
  value,
  unit,
  goal: goal?.told ?? "",
  // What could not be measured also counts as missed.
  isMet: goal ? goal.isMet(value) : null,
});

const round = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3);

/** The lines as a table, how many of the goals are missed, and what was not measured at all. */
export function tableOf(lines: readonly Line[], skipped: readonly string[] = []): string {
  const rows = lines.map(
    ({ what, value, unit, goal, isMet }) =>
      `| ${what} | ${round(value)}${unit && ` ${unit}`} | ${goal}${isMet === false ? ", **missed**" : ""} |`,
  );
  const [set, missed] = [lines.filter(({ isMet }) => isMet !== null), lines.filter(({ isMet }) => isMet === false)];
  return [
    "| what | measured | goal |\n|---|---:|---|",
    ...rows,
    `\n${set.length - missed.length} of ${set.length} goals met${skipped.length > 0 ? " of what was measured" : ""}.`,
    ...skipped.map((one) => `Not measured: ${one}.`),
  ].join("\n");
}
