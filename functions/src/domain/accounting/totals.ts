import type { Address } from "../address";
import { amountFields, amountIn } from "../contribution/amount";
import type { Increments } from "../contribution/increments";
import type { RowFilters, RowTotal } from "./filters";
import { ROW_TYPES, type AccountingRow, type RowDirection, type RowType } from "./row";

type Days = Pick<RowFilters, "fromDay" | "toDay">;

/** The sums of one day or month by role, type, direction and contract, each amount in its parts. */
export type Period = Readonly<Record<string, Record<string, Record<string, Record<string, Figures>>>>>;

type Figures = Readonly<Record<string, number>>;

/** The documents that hold a wallet's totals: one for all months, and one per month for its days. */
export function monthsOf(wallet: Address): string {
  return `ledgerTotals/${wallet}`;
}
export function daysOf(wallet: Address, month: string): string {
  return `ledgerTotals/${wallet}-${month}`;
}

/** What rows add to the totals of their wallets, by UTC month and day. */
export function totalsIn(rows: readonly AccountingRow[]): Increments {
  const increments = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const day = new Date(row.settledAt * 1000).toISOString().slice(0, 10);
    const month = monthOf(day);
    addTo(monthsOf(row.wallet), month, row);
    addTo(daysOf(row.wallet, month), day, row);
  }
  return increments;

  function addTo(document: string, period: string, row: AccountingRow): void {
    const fields = increments.get(document) ?? new Map<string, number>();
    increments.set(document, fields);
    const { role, type, direction, contract, grossUsdcUnits, feeUsdcUnits, netUsdcUnits } = row;
    const cell = [period, role, type, direction, contract ?? "answer"].join(".");
    const amounts = [
      ...amountFields("gross", grossUsdcUnits),
      ...amountFields("fee", feeUsdcUnits),
      ...amountFields("net", netUsdcUnits),
    ];
    for (const [name, amount] of [["rows", 1] as const, ...amounts]) {
      if (amount !== 0) fields.set(`${cell}.${name}`, (fields.get(`${cell}.${name}`) ?? 0) + amount);
    }
  }
}

/** The months that the filters cover only in part: at most two. */
export function partialMonths({ fromDay, toDay }: Days): string[] {
  const partial = [
    ...(fromDay === null || fromDay.endsWith("-01") ? [] : [monthOf(fromDay)]),
    ...(toDay === null || toDay === lastDayOf(monthOf(toDay)) ? [] : [monthOf(toDay)]),
  ];
  return [...new Set(partial)];
}

/** The wallet's periods that together make up the requested days; `days` holds the days of the partial months. */
export function periodsIn(
  range: Days,
  months: Readonly<Record<string, Period>>,
  days: Readonly<Record<string, Period>>,
): Period[] {
  const partial = partialMonths(range);
  const { fromDay, toDay } = range;
  const isMeant = (period: string) =>
    (fromDay === null || period >= fromDay.slice(0, period.length)) &&
    (toDay === null || period <= toDay.slice(0, period.length));
  return [
    ...Object.entries(months).filter(([month]) => isMeant(month) && !partial.includes(month)),
    ...Object.entries(days).filter(([day]) => isMeant(day)),
  ].map(([, period]) => period);
}

/** The filtered totals over all periods: only non-empty ones, ordered by type. */
export function totalsOf(
  periods: readonly Period[],
  { role, type, contract }: Pick<RowFilters, "role" | "type" | "contract">,
): RowTotal[] {
  const totals = new Map<string, RowTotal>();
  for (const [ofRole, types] of periods.flatMap((period) => Object.entries(period))) {
    if (role !== null && ofRole !== role) continue;
    for (const [ofType, directions] of Object.entries(types)) {
      if (type !== null && ofType !== type) continue;
      for (const [direction, contracts] of Object.entries(directions)) {
        for (const [ofContract, figures] of Object.entries(contracts)) {
          if (contract === null || ofContract === contract) add(ofType as RowType, direction as RowDirection, figures);
        }
      }
    }
  }
  return [...totals.values()].sort((a, b) => order(a) - order(b));

  function add(ofType: RowType, direction: RowDirection, figures: Figures): void {
    const sum = totals.get(`${ofType} ${direction}`);
    totals.set(`${ofType} ${direction}`, {
      type: ofType,
      direction,
      rows: (sum?.rows ?? 0) + (figures["rows"] ?? 0),
      grossUsdcUnits: (sum?.grossUsdcUnits ?? 0n) + amountIn(figures, "gross"),
      feeUsdcUnits: (sum?.feeUsdcUnits ?? 0n) + amountIn(figures, "fee"),
      netUsdcUnits: (sum?.netUsdcUnits ?? 0n) + amountIn(figures, "net"),
    });
  }
}

/** By type, incoming before outgoing. */
function order({ type, direction }: RowTotal): number {
  return 2 * ROW_TYPES.indexOf(type) + (direction === "in" ? 0 : 1);
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
