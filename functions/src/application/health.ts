import { isClosed, monthAfter, monthOf } from "../domain/analytics/cells";
import { chainOf, TEST_NETWORK_NOTICE } from "../domain/chains";
import { DAY_MS, iso, isoOf } from "../domain/time";
import { KEEPER_CALL_PART, keeperWorks, JOB_MINUTES, jobWorks, type JobName } from "../domain/jobs";
import { formatUsdc } from "../domain/money";
import { RELAY_STEP_PART } from "../domain/task/gasless";
import { INTERFACE_VERSION } from "../domain/version";
import type { ContractName } from "../domain/workflow/variants";
import type { DatasetKind } from "../ports/answers";
import type { WalletVitals } from "../ports/ownWallet";
import type { Static } from "../schema/build";
import type { HealthView } from "../schema/about";
import type { Services } from "./services";

/** A minute without a block means that the node hangs. */
const MAX_LAG_SECONDS = 60;

/** The result of all checks, each of which has limited time to answer. */
export async function healthOf(services: Services, nowMs: number): Promise<Static<typeof HealthView>> {
  const { vitals, snapshots, settings } = services;
  const [isStored, head, marketplace, settlement, keeper, relay, anchoring, jobs, answers, reports] = await Promise.all(
    [
      inTime(async () => (await snapshots.current("chats")) !== undefined),
      inTime(() => vitals.head()),
      contractsHealth(services, nowMs),
      settlementHealth(services),
      keeperHealth(services),
      relayHealth(services),
      anchoringHealth(services, nowMs),
      jobsHealth(services, nowMs),
      answersHealth(services, nowMs),
      reportsHealth(services, nowMs),
    ],
  );
  const lagSeconds = head ? Math.max(0, Math.floor(nowMs / 1000) - head.time) : null;
  const { indexer, contracts } = marketplace ?? { indexer: null, contracts: null };
  const lastBlock = indexer?.lastBlock ?? null;
  const lagBlocks = head && lastBlock !== null ? Math.max(0, Number(head.number) - lastBlock) : null;
  const isCurrent = lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS;
  const checks = {
    firestore: { ok: isStored === true },
    rpc: { ok: isCurrent, blockNumber: head ? Number(head.number) : null, lagSeconds },
    contracts,
    indexer: indexer && { ...indexer, lagBlocks },
    settlement,
    keeper,
    relay,
    anchoring,
    jobs,
    answers,
    reports,
  };
  const { name, isTestNetwork } = chainOf(settings.chainId);
  const notice = isTestNetwork ? { notice: TEST_NETWORK_NOTICE } : {};
  return {
    status: statusOf(checks),
    checks,
    network: { chainId: settings.chainId, name, testNetwork: isTestNetwork, ...notice },
    version: INTERFACE_VERSION,
    commit: settings.commit,
    time: iso(nowMs),
  };
}

type Health = Static<typeof HealthView>;

/**
 * `down` if nothing that this deployment sells can be delivered, `degraded` if any check is not ok.
 *
 * Everything needs the database and the chain. Beyond that, a marketplace or one dataset is enough to have something to
 * sell.
 */
function statusOf(checks: Health["checks"]): Health["status"] {
  const { firestore, rpc, contracts, ...others } = checks;
  const sells =
    contracts !== null || Object.values(others.answers.datasets).some((dataset) => dataset.dataHash !== null);
  if (!firestore.ok || rpc.blockNumber === null || !sells) return "down";
  const parts = [rpc, ...Object.values(contracts ?? {}), ...Object.values(others)];
  return parts.every((part) => part === null || part.ok) ? "ok" : "degraded";
}

const MAX_DATASET_AGE_MS = 365 * DAY_MS;
/** The job that publishes reports runs every hour. */
const MAX_REPORT_DELAY_MS = 2 * DAY_MS;

/** The datasets of paid answers. */
async function answersHealth({ snapshots, settings }: Services, nowMs: number) {
  const [chats, goals] = await Promise.all([look("chats"), look("goals")]);
  const { dataHash, count } = chats;
  const engine = settings.answerModel ? ("model" as const) : ("local" as const);
  return { ok: chats.ok && goals.ok, dataHash, count, engine, datasets: { chats, goals } };

  async function look(kind: DatasetKind) {
    const found = await inTime(() => snapshots.current(kind));
    return {
      ok: found ? nowMs - found.publishedAt <= MAX_DATASET_AGE_MS : false,
      dataHash: found?.dataHash ?? null,
      count: found?.count ?? null,
      publishedAt: found ? iso(found.publishedAt) : null,
    };
  }
}

/** The latest monthly report, and whether one is overdue; null without a marketplace. */
async function reportsHealth({ analytics, settings }: Services, nowMs: number) {
  if (!settings.escrows) return null;
  const read = await inTime(() => Promise.all([analytics.catalogue(), analytics.quietUpTo(), analytics.firstDay()]));
  if (!read) return { ok: false, from: null, to: null, publishedAt: null };
  const [catalogue, quietUpTo, firstDay] = read;
  const last = catalogue?.reports.at(-1);
  const begins = last?.to ?? (firstDay && monthOf(firstDay));
  // Months with too few wallets are merged with the next one.
  const from = begins && quietUpTo && quietUpTo > begins ? quietUpTo : begins;
  return {
    ok: !from || !isClosed(monthAfter(from), nowMs - MAX_REPORT_DELAY_MS),
    from: last?.from ?? null,
    to: last?.to ?? null,
    publishedAt: catalogue ? iso(catalogue.publishedAt) : null,
  };
}

/** The indexer runs every minute. */
const MAX_INDEXER_LAG_SECONDS = 600;

/** The escrows and the indexer's progress; null without a marketplace. */
async function contractsHealth({ liabilities, vitals, settings: { escrows } }: Services, nowMs: number) {
  if (!escrows) return null;
  const [human, agentFast] = await Promise.all([look("human"), look("agent-fast")]);
  const both = [human, agentFast];
  const blocks = both.map(({ block }) => block);
  const times = both.map(({ time }) => time);
  // The deployment that is further behind.
  const lastBlock = blocks.every((block) => block !== null) ? Number(blocks.reduce((a, b) => (a < b ? a : b))) : null;
  const lagSeconds =
    lastBlock !== null && times.every((time) => time !== null)
      ? Math.max(0, Math.floor(nowMs / 1000) - Math.min(...times))
      : null;
  return {
    contracts: { human: human.view, agentFast: agentFast.view },
    indexer: { ok: lagSeconds !== null && lagSeconds <= MAX_INDEXER_LAG_SECONDS, lastBlock, lagSeconds },
  };

  /** The balance on the chain and the projection's liabilities, both at the indexer's latest block. */
  async function look(contract: ContractName) {
    const owed = await inTime(() => liabilities.owed(contract));
    const block = owed?.block ?? null;
    const held = await inTime(() => vitals.vault(contract, block));
    const solvent = held && owed && block !== null ? held.balanceUsdcUnits >= owed.usdcUnits : null;
    return {
      block,
      time: held && block !== null ? held.time : null,
      view: {
        ok: solvent === true,
        address: (escrows as NonNullable<typeof escrows>)[contract],
        codeHash: held?.codeHash ?? null,
        atBlock: block === null ? null : Number(block),
        solvent,
        escrowUsdc: held ? formatUsdc(held.balanceUsdcUnits) : null,
        liabilitiesUsdc: owed ? formatUsdc(owed.usdcUnits) : null,
      },
    };
  }
}

/**
 * The number of settlements at maximum cost that the wallet should be able to fund, and that may be unconfirmed at a
 * time.
 */
const MIN_FUNDED = 20n;
const MAX_PENDING = 50;
/** The share of a day's budget that the keeper's wallet and the relay's should hold. */
const MIN_SHARE = 10n;

/** What a wallet should have: ether, and what is left of today's budget. */
interface Needs {
  readonly wei: bigint;
  readonly budgetWei: bigint;
}

/** The health of one of the service's own wallets. */
async function walletHealth(wallet: () => WalletVitals, needs: Needs) {
  const state = await inTime(() => wallet().state());
  return {
    ok:
      state !== undefined &&
      state.wei >= needs.wei &&
      state.budgetLeftWei >= needs.budgetWei &&
      state.pending <= MAX_PENDING,
    address: state?.address ?? null,
    wei: state ? String(state.wei) : null,
    pending: state?.pending ?? null,
    budgetLeftWei: state ? String(state.budgetLeftWei) : null,
  };
}

/** The health of settlement: the wallet or the facilitator. */
async function settlementHealth(services: Services) {
  const own = services.settings.settlement;
  const nothing = { address: null, wei: null, pending: null, budgetLeftWei: null };
  if (!own) return { ok: true, by: "nobody" as const, ...nothing };
  if (own.kind === "facilitator")
    return { ok: (await inTime(() => services.reachesFacilitator())) === true, by: "facilitator" as const, ...nothing };
  const needs = { wei: MIN_FUNDED * own.maxWei, budgetWei: own.maxWei };
  return { by: "wallet" as const, ...(await walletHealth(() => services.settlement, needs)) };
}

/** The keeper's wallet; null without a keeper. */
async function keeperHealth(services: Services) {
  const { keeper: own, escrows } = services.settings;
  if (!own || !escrows) return null;
  return walletHealth(() => services.keeper, needsOf(own, KEEPER_CALL_PART));
}

/** The relay's wallet; null where no steps are relayed. */
async function relayHealth(services: Services) {
  const { relay: own, escrows } = services.settings;
  if (!own || !escrows) return null;
  return walletHealth(() => services.relay, needsOf(own, RELAY_STEP_PART));
}

/** A share of the day's budget in ether, and enough left today for one transaction at maximum cost. */
function needsOf({ budgetWei }: { budgetWei: bigint }, part: bigint): Needs {
  return { wei: budgetWei / MIN_SHARE, budgetWei: budgetWei / part };
}

/** The maximum that is counted. */
const MAX_COUNTED = 1_000;

/** The signed resubmissions that wait to be anchored; null without a marketplace. */
async function anchoringHealth({ resubmissions, keeperStore, settings }: Services, nowMs: number) {
  if (!settings.escrows) return null;
  const read = await inTime(() => Promise.all([resubmissions.waitingCount(nowMs, MAX_COUNTED), keeperStore.newest()]));
  if (!read) return { ok: false, waiting: null, until: null };
  const [{ count, until }, newestRunMs] = read;
  return {
    ok: count === 0 || keeperWorks(newestRunMs, nowMs),
    waiting: count,
    until: isoOf(until),
  };
}

/** When each scheduled job last succeeded, and how much waits for it. */
async function jobsHealth({ jobRuns }: Services, nowMs: number) {
  const read = await inTime(() => Promise.all([jobRuns.newest(), jobRuns.waiting(nowMs, MAX_COUNTED)]));
  const [newest, counts] = read ?? [{}, null];
  const runOf = (job: JobName) => {
    const last = newest[job] ?? null;
    const waiting = counts && job in counts ? counts[job as keyof typeof counts] : null;
    return {
      ok: read !== undefined && jobWorks(job, last, waiting, nowMs),
      lastSuccess: iso(last),
      waiting,
    };
  };
  const runs = Object.fromEntries((Object.keys(JOB_MINUTES) as JobName[]).map((job) => [job, runOf(job)])) as Record<
    JobName,
    ReturnType<typeof runOf>
  >;
  return { ok: Object.values(runs).every(({ ok }) => ok), runs };
}

/** Long enough for a healthy dependency. */
const PATIENCE_MS = 1_500;
/** The patience is counted in ticks; while the process is busy, at most one passes. */
const TICK_MS = 100;

/**
 * The result of a check, or undefined if it fails or takes too long.
 *
 * Time in which this process is busy does not count: an instance loads its modules on its first request, which on a slow
 * machine takes longer than the checks themselves.
 *
 * @internal
 */
export async function inTime<T>(check: () => Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    let waitedMs = 0;
    timer = setInterval(() => {
      waitedMs += TICK_MS;
      if (waitedMs >= PATIENCE_MS) resolve(undefined);
    }, TICK_MS);
  });
  try {
    return await Promise.race([check().catch(() => undefined), late]);
  } finally {
    clearInterval(timer);
  }
}
