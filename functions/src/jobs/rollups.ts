import { isClosed, monthAfter, monthOf } from "../domain/analytics/periods";
import { reportOf } from "../domain/analytics/report";
import { settledBlock } from "../domain/task/cursor";
import type { VariantName } from "../domain/workflow/variants";
import type { Analytics } from "../ports/analytics";
import type { Escrow } from "../ports/escrow";
import type { Log } from "../ports/log";
import type { Projections } from "../ports/projections";
import { job } from "./job";

export interface RollupsParts {
  analytics: Analytics;
  /** Up to when the projection holds all that happened, unix milliseconds. */
  projectedUpTo: () => Promise<number>;
  log: Log;
  nowMs: () => number;
}

/** What one run did. */
export interface RollupsReport {
  /** The periods that were reported on, such as `2026-01-01/2026-02-01`. */
  published: string[];
  /** Whether a period is over that cannot be reported on yet, because the indexer or the books are behind. */
  waits: boolean;
  /** Whether a period is left to the next run because this one had published enough. */
  hasMore: boolean;
}

export default job({
  schedule: "every 1 hours",
  run: async ({ analytics, projections, escrow, log, nowMs }) => {
    const deployed = escrow();
    if (!deployed) return { off: true };
    return rollups({ analytics: analytics(), projectedUpTo: () => projectedUpTo(projections(), deployed), log, nowMs });
  },
});

/** Of one run, which has five minutes; on the emulator a month of eight thousand tasks takes half a minute. */
const MAX_REPORTS = 3;

/**
 * Every month that is over has its report, once and for good; one in which too few wallets were active is reported on
 * together with the next, and read again no sooner. A run publishes a few at most and the next goes on behind them.
 *
 * Reports never change, whatever the books learn later: from two versions of one, or from two that overlap, a reader
 * could tell what a single wallet did between them. So each waits for an indexer that is behind: what came after it would
 * be told nowhere. Throws `ChainUnavailable`, `StoreUnavailable`.
 */
export async function rollups(
  { analytics, projectedUpTo, log, nowMs }: RollupsParts,
  maxReports = MAX_REPORTS,
): Promise<RollupsReport> {
  const report: RollupsReport = { published: [], waits: false, hasMore: false };
  let from = await begin();
  for (let to = from && monthAfter(await quietSince(from)); from && to && isClosed(to, nowMs()); to = monthAfter(to)) {
    report.hasMore = report.published.length >= maxReports;
    if (report.hasMore) break;
    const cube = isClosed(to, await projectedUpTo()) ? await analytics.cube(from, to) : null;
    report.waits = cube === null;
    if (!cube) break;
    const content = reportOf(cube);
    if (!content) {
      await analytics.keepQuiet(to);
      continue;
    }
    // Where somebody else has published it meanwhile, theirs counts.
    if (await analytics.publish(content, { from, to }, nowMs())) report.published.push(`${from}/${to}`);
    from = to;
  }
  log.info("rollups.done", { ...report, published: report.published.join(" ") });
  return report;

  /** Where the next period begins; null where nothing was ever counted. */
  async function begin(): Promise<string | null> {
    const last = (await analytics.catalogue())?.reports.at(-1);
    if (last) return last.to;
    const first = await analytics.firstDay();
    return first && monthOf(first);
  }

  /** The end of what is known to be about too few wallets, or the beginning itself. */
  async function quietSince(begins: string): Promise<string> {
    const quietUpTo = await analytics.quietUpTo();
    return quietUpTo !== null && quietUpTo > begins ? quietUpTo : begins;
  }
}

/** The time of the last block whose events are in every deployment's projections for good; 0 before the first. */
export async function projectedUpTo(projections: Projections, escrow: Escrow): Promise<number> {
  const times = Object.keys(escrow.addresses).map(async (contract) => {
    const cursor = await projections.cursor(contract as VariantName);
    return cursor && settledBlock(cursor) >= escrow.fromBlock ? 1_000 * (await escrow.timeOf(settledBlock(cursor))) : 0;
  });
  return Math.min(...(await Promise.all(times)));
}
