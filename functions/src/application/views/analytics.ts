import { COUNTERS, type Counter, type Counts } from "../../domain/analytics/cells";
import type { Filters, Table } from "../../domain/analytics/report";
import { formatUsdc } from "../../domain/money";
import type { ConversionsAnswer } from "../../schema/analytics";
import type { Static } from "../../schema/build";

export type Stats = Static<typeof ConversionsAnswer>["stats"];

/** A table as the answer shows it. */
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

function countsView({ rewardUsdcUnits, ...counts }: Counts): Stats["totals"] {
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
