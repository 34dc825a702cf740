import type { VariantName } from "../../domain/workflow/variants";
import type { Interests } from "../../ports/interests";
import type { Log } from "../../ports/log";
import { IndexerRun, type IndexerParts, type IndexerReport, type Limits } from "./indexerRun";

/** Well within the time limit of a run. */
const LIMITS: Limits = { ranges: 100, events: 20_000 };

/**
 * Brings every task up to date with the chain, up to the latest block.
 *
 * It may be interrupted anywhere and run concurrently: tasks are written before the cursor, and writing them again is
 * harmless. Nothing is undone unless the chain has replaced its block. A failing deployment does not block the others.
 * Throws `ChainUnavailable`, `StoreUnavailable`.
 */
export async function indexer(parts: IndexerParts, limits: Limits = LIMITS): Promise<IndexerReport[]> {
  const reports: IndexerReport[] = [];
  const failures: unknown[] = [];
  for (const contract of Object.keys(parts.escrow.addresses) as VariantName[]) {
    try {
      const report = await new IndexerRun(contract, parts, limits).run();
      parts.log.info("indexer.done", { ...report });
      reports.push(report);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return reports;
}

/** Counts are secondary: they are updated after the chain's events, and a failed count is left to the next run. */
export async function countInterests(interests: Pick<Interests, "countChanged">, log: Log): Promise<void> {
  try {
    const { failed, ...counted } = await interests.countChanged(MAX_COUNTED);
    log.info("interests.counted", { ...counted });
    if (failed > 0) log.warn("interests.not_counted", { tasks: failed });
  } catch (error) {
    log.warn("interests.not_counted", { reason: error instanceof Error ? error.message : String(error) });
  }
}

/** Maximum changed interests that one run counts: more than 25 a second for a minute. */
const MAX_COUNTED = 2_000;
