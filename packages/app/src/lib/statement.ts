import type { Format } from "../../../../functions/src/domain/statement/part";
import type { RowRole, RowType } from "../../../../functions/src/domain/accounting/row";
import { usdcUnits } from "../../../client/src/money";
import { unitsOf } from "./units";
import type { components } from "../../../client/src/generated/openapi";

export type StatementRow = components["schemas"]["AccountingRow"];
export type StatementQuery = Omit<components["schemas"]["MktAccountingInSession"], "wallet" | "agentSessionToken">;
/** What was earned and spent in a month; stakes that come back are neither. */
export type StatementMonth = { month: string } & components["schemas"]["SettledMonth"];

/** What each type of row is, whichever side its wallet is on. */
export const ROW_NAMES: Readonly<Record<RowType, string>> = {
  reward: "Reward",
  refund: "Refund",
  stake: "Stake paid in",
  stake_returned: "Stake returned",
  stake_forfeited: "Stake lost or received",
  cancel_fee: "Cancel fee",
  platform_fee: "Platform fee",
  paid_answer: "Answer",
};
export const ROLE_NAMES: Readonly<Record<RowRole, string>> = {
  poster: "Poster",
  worker: "Worker",
  payer: "Buyer of answers",
  platform: "Platform",
};
export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  settlements: "Settlements, one row each (CSV)",
  pdf: "Download PDF",
  zip: "ZIP, a PDF for each settlement",
  csv: "CSV, all movements",
  koinly: "Koinly (CSV)",
  xero: "Xero (CSV)",
  datev: "DATEV, one year (CSV)",
};

/** The filters as they stand in the address. */
const FIELDS = ["from", "to", "role", "type", "contract"] as const;
export type StatementField = (typeof FIELDS)[number];
export type StatementFilters = Partial<Record<StatementField, string>>;

/** The filters of an address; what the page does not know is dropped, and so is what is empty. */
export function filtersOf(query: Readonly<Record<string, string>>): StatementFilters {
  const filters: StatementFilters = {};
  for (const field of FIELDS) {
    const value = query[field]?.trim();
    if (value) filters[field] = value;
  }
  return filters;
}

/** What the API is asked for. A value that it does not accept goes through, and its reply says what is wrong. */
export function askedBy(filters: StatementFilters): StatementQuery {
  return filters as StatementQuery;
}

/** The address of filters; the same filters always have the same address. */
export function filterQuery(filters: StatementFilters): string {
  const pairs = new URLSearchParams();
  for (const field of FIELDS) {
    const value = filters[field];
    if (value) pairs.set(field, value);
  }
  return pairs.size === 0 ? "" : `?${pairs.toString()}`;
}

/** Periods that people ask for, as filters of the days. */
export function periodsAt(nowMs: number): readonly { name: string; from: string; to: string }[] {
  const now = new Date(nowMs);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (...parts: [number, number, number]) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  return [
    { name: "This month", from: day(year, month, 1), to: day(year, month + 1, 0) },
    { name: "Last month", from: day(year, month - 1, 1), to: day(year, month, 0) },
    { name: String(year), from: day(year, 0, 1), to: day(year, 11, 31) },
    { name: String(year - 1), from: day(year - 1, 0, 1), to: day(year - 1, 11, 31) },
  ];
}

/** The latest months up to `most`, with those in which nothing moved. */
export function latestMonths(months: readonly StatementMonth[], most: number): readonly StatementMonth[] {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const known = new Map(months.map((one) => [one.month, one]));
  const filled: StatementMonth[] = [];
  for (let month = last.month; month >= first.month && filled.length < most; month = monthBefore(month))
    filled.unshift(known.get(month) ?? { month, inUsdc: "0", outUsdc: "0", netUsdc: "0" });
  return filled;
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** Base units of an amount that may be negative. */
function signedUnits(usdc: string): bigint {
  return usdc.startsWith("-") ? -usdcUnits(usdc.slice(1)) : usdcUnits(usdc);
}

export function sumOf(usdc: readonly string[]): string {
  return unitsOf(usdc.reduce((all, one) => all + usdcUnits(one), 0n));
}

export function rowsIn(totals: readonly { rows: number }[]): number {
  return totals.reduce((sum, { rows }) => sum + rows, 0);
}

/** What was earned and what was spent in all months. */
export function settledSums(months: readonly { settled: components["schemas"]["SettledMonth"] }[]) {
  const sum = (field: "inUsdc" | "outUsdc") => sumOf(months.map(({ settled }) => settled[field]));
  return { inUsdc: sum("inUsdc"), outUsdc: sum("outUsdc") };
}

/** Amounts of USDC that sum up, with what each is; a net sums what is above it. */
export interface SumLine {
  name: string;
  usdc: string;
  isNet: boolean;
}

/**
 * How what was earned and spent becomes the change of the wallet's balance: what went into escrow, less what left it, is
 * negative. `beforeUsdc` is what had moved before the period; null where it has no beginning.
 */
export function reconciled(
  { inUsdc, outUsdc, rewardUsdc, netUsdc }: Record<"inUsdc" | "outUsdc" | "rewardUsdc" | "netUsdc", string>,
  beforeUsdc: string | null,
): readonly SumLine[] {
  const earned = signedUnits(inUsdc);
  const spent = signedUnits(outUsdc);
  const rewards = signedUnits(rewardUsdc);
  const change = signedUnits(netUsdc);
  const line = (name: string, units: bigint, isNet = false) => ({ name, usdc: signedText(units), isNet });
  const before = beforeUsdc === null ? null : signedUnits(beforeUsdc);
  return [
    line("Earned", earned),
    line("Spent", -spent),
    line("Earned less spent", earned - spent, true),
    line("Rewards in escrow", -rewards),
    line("Stakes paid in, less those returned or lost", change - (earned - spent) + rewards),
    line("Change of your wallet's balance", change, true),
    ...(before === null
      ? []
      : [
          line("All such changes before this period", before),
          line("All such changes, until its end", before + change, true),
        ]),
  ];
}

const signedText = (units: bigint) => `${units < 0n ? "-" : ""}${unitsOf(units < 0n ? -units : units)}`;

/** The same filters for all days before a period; null where it has no beginning. */
export function filtersBefore({ from, to: _to, ...others }: StatementFilters): StatementFilters | null {
  const began = Date.parse(`${from}T00:00:00Z`);
  return Number.isNaN(began) ? null : { ...others, to: new Date(began - 86_400_000).toISOString().slice(0, 10) };
}

export interface NetBar {
  month: string;
  /** From the top of the drawing, as shares of its height. */
  top: number;
  height: number;
  isLoss: boolean;
}

/** Bars up and down from one line, which `zero` says; all as shares of the height, to a scale that fits all. */
export function netBars(months: readonly StatementMonth[]): { zero: number; bars: readonly NetBar[] } {
  const nets = months.map(({ netUsdc }) => signedUnits(netUsdc));
  const high = nets.reduce((most, net) => (net > most ? net : most), 0n);
  const low = nets.reduce((least, net) => (net < least ? net : least), 0n);
  const span = high - low;
  // Parts of ten thousand: the amounts themselves may be larger than a number holds exactly.
  const share = (units: bigint) => (span === 0n ? 0 : Number((units * 10_000n) / span) / 10_000);
  const zero = span === 0n ? 0.5 : share(high);
  const bars = months.map(({ month }, at) => {
    const net = nets[at] ?? 0n;
    const height = share(net < 0n ? -net : net);
    return { month, height, top: net < 0n ? zero : zero - height, isLoss: net < 0n };
  });
  return { zero, bars };
}
