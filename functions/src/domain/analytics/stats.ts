import { formatUsdc } from "../money";
import type { Dimension } from "./cell";
import { COUNTERS, type Counter, type Counts } from "./counts";
import type { Filters } from "./question";
import type { Table } from "./report";

/** Each from 0 to 1, or null where the denominator is 0. */
export interface Conversion {
  readonly interestToStart: number | null;
  readonly startToSubmit: number | null;
  readonly submitToApprove: number | null;
  readonly postToApprove: number | null;
}

export type CountsView = Readonly<Record<Counter, number>> & {
  readonly rewardUsdc: string;
  readonly conversion: Conversion;
};

/** The analytics of an answer. */
export interface Stats {
  readonly aggregate: Dimension;
  readonly filters: Omit<Filters, "aggregate">;
  /** ISO 8601 in UTC, end exclusive; null before the first report. */
  readonly period: { readonly from: string | null; readonly to: string | null };
  readonly totals: CountsView;
  readonly rows: (CountsView & { readonly key: string })[];
  readonly suppressedRows: number;
}

export function statsOf({ aggregate, ...filters }: Filters, period: Stats["period"], table: Table): Stats {
  return {
    aggregate,
    filters,
    period,
    totals: countsView(table.totals),
    rows: table.rows.map(({ key, counts }) => ({ key, ...countsView(counts) })),
    suppressedRows: table.suppressedRows,
  };
}

function countsView({ rewardUsdcUnits, ...counts }: Counts): CountsView {
  const { posted, interested, started, submitted, approved } = counts;
  return {
    ...(Object.fromEntries(COUNTERS.map((name) => [name, counts[name]])) as Record<Counter, number>),
    rewardUsdc: formatUsdc(rewardUsdcUnits),
    conversion: {
      interestToStart: share(started, interested),
      startToSubmit: share(submitted, started),
      submitToApprove: share(approved, submitted),
      postToApprove: share(approved, posted),
    },
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
