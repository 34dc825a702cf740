import { isClosed, monthAfter, monthOf } from "../domain/analytics/cells";
import { reportOf } from "../domain/analytics/report";
import { settledBlock } from "../domain/task/events";
import type { ContractName } from "../domain/workflow/variants";
import type { Analytics } from "../ports/ledger";
import type { Escrow } from "../ports/escrow";
import type { Log } from "../ports/log";
import type { Projections } from "../ports/projections";

export interface RollupsParts {
  analytics: Analytics;
  /** The time up to which the projection is complete, in unix milliseconds. */
  projectedUpTo: () => Promise<number>;
  log: Log;
  nowMs: () => number;
}

/** What one run did. */
export interface RollupsReport {
  /** The published periods, such as `2026-01-01/2026-02-01`. */
  published: string[];
  /** Whether an ended period cannot be published yet because the indexer or the ledger is behind. */
  waits: boolean;
  /** Whether a period is left to the next run because this one reached its limit. */
  hasMore: boolean;
}

/** Per run of five minutes; on the emulator, a month of eight thousand tasks takes half a minute. */
const MAX_REPORTS = 3;

/**
 * Publishes one permanent report for every past month. A month with too few active wallets is merged with the next one
 * and not read again before that. A run publishes a few reports at most; the next run continues.
 *
 * Reports never change, even if the ledger changes later: two versions of a report, or two overlapping reports, could
 * reveal what a single wallet did between them. Each report therefore waits until the indexer has caught up, because
 * later data would not be reported anywhere. Throws `ChainUnavailable`, `StoreUnavailable`.
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
    // If another run has published it meanwhile, that report counts.
    if (await analytics.publish(content, { from, to }, nowMs())) report.published.push(`${from}/${to}`);
    from = to;
  }
  log.info("rollups.done", { ...report, published: report.published.join(" ") });
  return report;

  /** Where the next period begins; null if nothing was ever counted. */
  async function begin(): Promise<string | null> {
    const last = (await analytics.catalogue())?.reports.at(-1);
    if (last) return last.to;
    const first = await analytics.firstDay();
    return first && monthOf(first);
  }

  /** The end of the period known to have too few wallets, or its start. */
  async function quietSince(begins: string): Promise<string> {
    const quietUpTo = await analytics.quietUpTo();
    return quietUpTo !== null && quietUpTo > begins ? quietUpTo : begins;
  }
}

/** The time of the last block whose events are final in every deployment's projections; 0 before the first. */
export async function projectedUpTo(projections: Projections, escrow: Escrow): Promise<number> {
  const times = Object.keys(escrow.addresses).map(async (contract) => {
    const cursor = await projections.cursor(contract as ContractName);
    return cursor && settledBlock(cursor) >= escrow.fromBlock ? 1_000 * (await escrow.timeOf(settledBlock(cursor))) : 0;
  });
  return Math.min(...(await Promise.all(times)));
}
