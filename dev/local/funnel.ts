import type { Stats } from "../../functions/src/application/views/analytics";

const STEPS = ["posted", "interested", "started", "submitted", "approved"] as const;
/** Eighths of a block, from none to all of it. */
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/**
 * The conversion funnel of `stats` as lines for a terminal: for each step a bar, how many tasks came so far, and the share
 * of those that came to the step before.
 *
 * @param width the length of the longest bar, in characters
 */
export function funnel(
  { totals, period, filters, suppressedRows }: Omit<Stats, "rows" | "aggregate">,
  width = 40,
): string {
  const named = Object.entries(filters)
    .filter(([, value]) => value !== "ALL")
    .map(([name, value]) => `${name} ${value}`);
  const days = period.from && period.to ? `${period.from.slice(0, 10)} to ${lastDay(period.to)}` : "no report yet";
  const digits = Math.max(...STEPS.map((step) => grouped(totals[step]).length));
  const lines = STEPS.map((step, at) => {
    const before = totals[STEPS[at - 1] ?? step];
    const share = at === 0 || before === 0 ? "" : percent(totals[step] / before);
    const drawn = bar(totals.posted === 0 ? 0 : totals[step] / totals.posted, width).padEnd(width);
    return `${step.padEnd("interested".length)}  ${drawn}  ${grouped(totals[step]).padStart(digits)}  ${share.padStart(6)}`.trimEnd();
  });
  return [
    ["Tasks", ...named, days].join(", "),
    "",
    ...lines,
    "",
    `${percent(totals.conversion.postToApprove)} of what was posted was approved; ${totals.rewardUsdc} USDC were offered.`,
    ...(suppressedRows > 0
      ? [`${grouped(suppressedRows)} monthly rows are left out, to keep few wallets from being told apart.`]
      : []),
  ].join("\n");
}

function bar(share: number, width: number): string {
  const eighths = Math.round(share * width * 8);
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

function percent(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)}%`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** The day before a time, which is the last one of a period that ends there. */
function lastDay(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString().slice(0, 10);
}
