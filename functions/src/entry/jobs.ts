import { postLedger } from "../application/ledger";
import { paymentFinality, finishPurchases } from "../application/payments/finality";
import { projectedUpTo, rollups } from "../application/rollups";
import { countInterests, indexer } from "../application/tasks/indexing/indexer";
import { judgeWaiting } from "../application/tasks/disputes/judge";
import { keeper } from "../application/tasks/indexing/keeper";
import type { JobName } from "../domain/jobs";
import type { Purchase } from "../domain/payment/purchase";
import type { Route } from "../http/route";
import type { wire } from "./wire";

/** Notices that one run gives; what is left is due in the next minute. */
const MAX_NOTICES = 500;

/** Wallets in a run whose services get their new record; what is left is due in the next minute. */
const MAX_RELISTED = 100;
/** Posters in a run whose open tasks get what they usually do; likewise. */
const MAX_POSTERS = 20;

type Parts = ReturnType<typeof wire>;

/** The routes that sell, by path. Loaded late, because no other job needs them. */
async function paidRoutes(parts: Parts): Promise<Map<string, Route>> {
  const [{ ENDPOINTS }, { Route: RouteOf }] = await Promise.all([import("../endpoints/all"), import("../http/route")]);
  const sold = Object.values(ENDPOINTS)
    .flat()
    .filter(({ auth }) => auth.kind === "paid");
  return new Map(sold.map((endpoint) => [endpoint.path, new RouteOf(endpoint, parts)]));
}

/**
 * What one run of each job does; resolves to a report of the work done. `domain/jobs.ts` has the schedules.
 *
 * @internal
 */
export const JOBS = {
  async ledger({ ledgerWriter, listings, tasks, log }) {
    const report = await postLedger({ ledgerWriter: ledgerWriter(), log });
    const relisted = await listings().renewRecords(MAX_RELISTED);
    return { ...report, relisted, posters: await tasks().renewUsual(MAX_POSTERS) };
  },

  /** Then the service's judge evaluates what was submitted. */
  async indexer({ projections, interests, contentStore, tasks, withdrawals, escrow, services, log, nowMs }) {
    const deployed = escrow();
    if (!deployed) return [];
    try {
      return await indexer({
        projections: projections(),
        contentStore: contentStore(),
        tasks: tasks(),
        withdrawals: withdrawals(),
        escrow: deployed,
        log,
      });
    } finally {
      await countInterests(interests(), log);
      await judgeWaiting(services, log, nowMs);
    }
  },

  /** Publishes what a process that ended left unpublished, and gives notice of deadlines. */
  async events({ events, deadlines, log, nowMs }) {
    const position = await events().publish();
    const given = await deadlines().giveNotice(nowMs(), MAX_NOTICES);
    log.info("events.done", { position, ...given });
    return { position, ...given };
  },

  async keeper({
    keeper: own,
    keeperStore,
    escrow,
    projections,
    tasks,
    resubmissions,
    settings,
    randomBytes,
    log,
    nowMs,
  }) {
    const deployed = escrow();
    const wallet = own();
    if (!deployed || !wallet) return { off: true };
    return keeper({
      wallet,
      keeperStore: keeperStore(),
      owner: randomBytes(16).toString("hex"),
      callsTimeouts: settings.keeper?.callsTimeouts ?? false,
      escrow: deployed,
      projections: projections(),
      tasks: tasks(),
      resubmissions: resubmissions(),
      log,
      nowMs,
    });
  },

  /** Brings what the service's wallets have sent to its end. */
  async settlements({ settler, relay, keeper: own }) {
    const wallets = [settler(), relay(), own()].filter((wallet) => wallet !== null);
    const ends = await Promise.allSettled(wallets.map((wallet) => wallet.advance()));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return wallets.length === 0 ? { off: true } : {};
  },

  /** Finishes purchases that were paid and not answered, then checks the payments. */
  async paymentFinality(parts) {
    const { payments, chain, authorizations, settler, log, nowMs } = parts;
    let routes: ReturnType<typeof paidRoutes> | undefined;
    const finish = async ({ endpoint, intentKey }: Purchase) =>
      (await (await (routes ??= paidRoutes(parts))).get(endpoint)?.finish(intentKey)) ?? false;
    const purchases = await finishPurchases({ payments: payments(), finish, log, nowMs });
    const report = await paymentFinality({
      payments: payments(),
      chain: chain(),
      authorizations: authorizations(),
      settler: settler(),
      log,
      nowMs,
    });
    return { ...report, purchases };
  },

  async rollups({ analytics, projections, escrow, log, nowMs }) {
    const deployed = escrow();
    if (!deployed) return { off: true };
    return rollups({ analytics: analytics(), projectedUpTo: () => projectedUpTo(projections(), deployed), log, nowMs });
  },
} satisfies Record<JobName, (parts: Parts) => Promise<object>>;

/** One run of a job; one that succeeds is shown by `/mkt/health`. */
export async function runJob(name: JobName, parts: Parts): Promise<object> {
  const report = await JOBS[name](parts);
  await parts.jobRuns().noteSuccess(name, parts.nowMs());
  return report;
}
