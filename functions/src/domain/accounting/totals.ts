import type { Address } from "../address";
import { escrowNamed, type Escrows } from "../messages/requestText";
import { amountFields, amountIn, Adding, type Increments, type SumName } from "../contribution";
import { dayOf } from "../time";
import { refuseField } from "../errors";
import type { ContractName } from "../workflow/variants";
import { ROW_TYPES, type RowDirection, type RowRole, type RowType, type AccountingRow } from "./row";

/** The rows to include; null means all. */
export interface RowFilters {
  /** UTC days, `YYYY-MM-DD`, inclusive. */
  readonly fromDay: string | null;
  readonly toDay: string | null;
  readonly role: RowRole | null;
  readonly type: RowType | null;
  readonly contract: ContractName | null;
}

/** The sum of the rows of one type and direction, in USDC base units. */
export interface RowTotal {
  readonly type: RowType;
  readonly direction: RowDirection;
  readonly rows: number;
  readonly grossUsdcUnits: bigint;
  readonly feeUsdcUnits: bigint;
  readonly netUsdcUnits: bigint;
  /** The part of `netUsdcUnits` that the escrow still holds. */
  readonly heldUsdcUnits: bigint;
}

/** The sums of filtered rows: over all, ordered by type, and of each UTC month with rows, oldest first. */
export interface RowSums {
  readonly totals: readonly RowTotal[];
  /** `month` is `YYYY-MM`. */
  readonly months: readonly { readonly month: string; readonly totals: readonly RowTotal[] }[];
}

/** Filters as given in a request; an absent one matches everything. */
export interface GivenFilters {
  readonly from?: string;
  readonly to?: string;
  readonly role?: RowRole;
  readonly type?: RowType;
  /** A deployment's name or address. */
  readonly contract?: string;
}

/** Parses a request's filters. Refuses `invalid_request` for invalid dates and unknown contracts. */
export function filtersOf({ from, to, role, type, contract }: GivenFilters, escrows: Escrows | null): RowFilters {
  for (const [name, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day)) refuseField(`/${name}`, "is not a valid date such as 2026-01-31");
  }
  if (from !== undefined && to !== undefined && from > to) refuseField("/to", "is before from");
  const named = contract === undefined || !escrows ? null : escrowNamed(contract, escrows);
  if (contract !== undefined && !named) refuseField("/contract", "is not one of this service's escrows");
  return {
    fromDay: from ?? null,
    toDay: to ?? null,
    role: role ?? null,
    type: type ?? null,
    contract: named?.name ?? null,
  };
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

type Days = Pick<RowFilters, "fromDay" | "toDay">;

/** The sums of one day or month by role, type, direction and contract, each amount in its parts. */
export type Period = Readonly<Record<string, Record<string, Record<string, Record<string, Figures>>>>>;

type Figures = Readonly<Record<string, number>>;

/** The sums of a wallet: those of all months, and for each month those of its days. */
export function monthsOf(wallet: Address): SumName {
  return `totals/${wallet}`;
}
export function daysOf(wallet: Address, month: string): SumName {
  return `totals/${wallet}-${month}`;
}

/** What rows add to the totals of their wallets, by UTC month and day. */
export function totalsIn(rows: readonly AccountingRow[]): Increments {
  const total = new Adding();
  for (const row of rows) {
    const { wallet, role, type, direction, contract, grossUsdcUnits, feeUsdcUnits, netUsdcUnits, settledAt } = row;
    const day = dayOf(row.movedAt);
    const month = monthOf(day);
    const amounts = [
      ["rows", 1] as const,
      ...amountFields("gross", grossUsdcUnits),
      ...amountFields("fee", feeUsdcUnits),
      ...amountFields("net", netUsdcUnits),
      ...amountFields("held", settledAt === null ? netUsdcUnits : 0n),
    ];
    for (const [name, amount] of amounts) {
      if (amount === 0) continue;
      const cell = [role, type, direction, contract ?? "answer", name].join(".");
      total.add(monthsOf(wallet), `${month}.${cell}`, amount);
      total.add(daysOf(wallet, month), `${day}.${cell}`, amount);
    }
  }
  return total.increments;
}

/** The months that the filters cover only in part: at most two. */
export function partialMonths({ fromDay, toDay }: Days): string[] {
  const partial = [
    ...(fromDay === null || fromDay.endsWith("-01") ? [] : [monthOf(fromDay)]),
    ...(toDay === null || toDay === lastDayOf(monthOf(toDay)) ? [] : [monthOf(toDay)]),
  ];
  return [...new Set(partial)];
}

/** The wallet's periods that together make up the requested days, with their names; `days` holds the days of the partial months. */
export function periodsIn(
  range: Days,
  months: Readonly<Record<string, Period>>,
  days: Readonly<Record<string, Period>>,
): [name: string, Period][] {
  const partial = partialMonths(range);
  const { fromDay, toDay } = range;
  const isMeant = (period: string) =>
    (fromDay === null || period >= fromDay.slice(0, period.length)) &&
    (toDay === null || period <= toDay.slice(0, period.length));
  return [
    ...Object.entries(months).filter(([month]) => isMeant(month) && !partial.includes(month)),
    ...Object.entries(days).filter(([day]) => isMeant(day)),
  ];
}

/** The filtered sums of named periods: over all of them, and of each month with rows, oldest first. */
export function sumsOf(
  periods: readonly (readonly [name: string, Period])[],
  filters: Pick<RowFilters, "role" | "type" | "contract">,
): RowSums {
  const byMonth = new Map<string, Period[]>();
  for (const [name, period] of periods) {
    const month = monthOf(name);
    byMonth.set(month, [...(byMonth.get(month) ?? []), period]);
  }
  const months = [...byMonth]
    .map(([month, own]) => ({ month, totals: totalsOf(own, filters) }))
    .filter(({ totals }) => totals.length > 0)
    .sort((a, b) => (a.month < b.month ? -1 : 1));
  return { totals: summed(months.flatMap(({ totals }) => totals)), months };
}

/** The filtered totals over these periods: only non-empty ones, ordered by type. */
function totalsOf(
  periods: readonly Period[],
  { role, type, contract }: Pick<RowFilters, "role" | "type" | "contract">,
): RowTotal[] {
  return summed(cells());

  function* cells(): Generator<RowTotal> {
    for (const [ofRole, types] of periods.flatMap((period) => Object.entries(period))) {
      if (role !== null && ofRole !== role) continue;
      for (const [ofType, directions] of Object.entries(types)) {
        if (type !== null && ofType !== type) continue;
        for (const [direction, contracts] of Object.entries(directions)) {
          for (const [ofContract, figures] of Object.entries(contracts)) {
            if (contract === null || ofContract === contract)
              yield totalIn(ofType as RowType, direction as RowDirection, figures);
          }
        }
      }
    }
  }
}

function totalIn(type: RowType, direction: RowDirection, figures: Figures): RowTotal {
  return {
    type,
    direction,
    rows: figures["rows"] ?? 0,
    grossUsdcUnits: amountIn(figures, "gross"),
    feeUsdcUnits: amountIn(figures, "fee"),
    netUsdcUnits: amountIn(figures, "net"),
    heldUsdcUnits: amountIn(figures, "held"),
  };
}

/** The sums of totals of one type and direction: ordered by type, incoming before outgoing. */
export function summed(totals: Iterable<RowTotal>): RowTotal[] {
  const sums = new Map<string, RowTotal>();
  for (const total of totals) {
    const { type, direction } = total;
    const sum = sums.get(`${type} ${direction}`);
    sums.set(`${type} ${direction}`, {
      type,
      direction,
      rows: (sum?.rows ?? 0) + total.rows,
      grossUsdcUnits: (sum?.grossUsdcUnits ?? 0n) + total.grossUsdcUnits,
      feeUsdcUnits: (sum?.feeUsdcUnits ?? 0n) + total.feeUsdcUnits,
      netUsdcUnits: (sum?.netUsdcUnits ?? 0n) + total.netUsdcUnits,
      heldUsdcUnits: (sum?.heldUsdcUnits ?? 0n) + total.heldUsdcUnits,
    });
  }
  const place = ({ type, direction }: RowTotal) => 2 * ROW_TYPES.indexOf(type) + (direction === "in" ? 0 : 1);
  return [...sums.values()].sort((a, b) => place(a) - place(b));
}

/** What the escrow holds of what the wallet paid in. */
export function heldOf(totals: readonly RowTotal[], type: "reward" | "stake"): bigint {
  return totals.reduce(
    (sum, one) => (one.type === type && one.direction === "out" ? sum + one.heldUsdcUnits : sum),
    0n,
  );
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return dayOf(Date.UTC(year, number, 0) / 1000);
}
