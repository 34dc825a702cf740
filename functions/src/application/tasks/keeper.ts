import { MAX_CALL_GAS, type EscrowCall, type Resubmission } from "../../domain/task/call";
import type { Address } from "../../domain/address";
import { taskName, type TaskKey } from "../../domain/task/events";
import { mayAnchor, anonymousViewer } from "../../domain/task/status";
import type { Task } from "../../domain/task/task";
import { timeoutCall } from "../../domain/task/timeout";
import type { Escrow } from "../../ports/escrow";
import type { KeeperStore, KeeperWallet } from "../../ports/keeper";
import type { Log } from "../../ports/log";
import type { Projections } from "../../ports/projections";
import type { Resubmissions, StoredResubmission } from "../../ports/resubmissions";
import type { Tasks } from "../../ports/tasks";
import { syncTask } from "./sync";

export interface KeeperParts {
  wallet: KeeperWallet;
  keeperStore: KeeperStore;
  /** Identifies one run. */
  owner: string;
  /** The gas budget of one day. */
  budgetWei: bigint;
  /** Whether to call the timeouts of missed deadlines, too. */
  callsTimeouts: boolean;
  escrow: Escrow;
  projections: Projections;
  tasks: Tasks;
  resubmissions: Resubmissions;
  log: Log;
  nowMs: () => number;
}

export interface KeeperReport {
  anchored: number;
  ended: number;
  /** Calls that failed, would revert now, or could exceed the gas limit or the rest of the day's budget. */
  postponed: number;
}

/** Longer than a run may last, so that the lease expires after a crash. */
const LEASE_MS = 6 * 60_000;
/** A run may last 300 s; until these points it starts on further answers and timeouts. */
const ANSWERS_MS = 200_000;
const TURNS_MS = 250_000;
const MAX_CALLS = 50;
/** Maximum answers, and maximum timeouts, that one run examines. */
const MAX_LOOKED_AT = 500;
/** The delay before an answer that cannot be anchored is retried; it doubles with each attempt. */
const RETRY_MS = 5 * 60_000;
const MAX_RETRY_MS = 6 * 3_600_000;
/** What a call of an ordinary answer takes, roughly. */
const TYPICAL_GAS = 200_000n;
/** The divisor of the day's budget that gives what one transaction may cost: a dear minute must not use up the day. */
const MIN_CALLS_A_DAY = 10n;
/** Maximum reverts per task and per wallet within `REMEMBERED_MS`; after that, nothing more is sent for it. */
const MAX_REVERTS = { task: 1, wallet: 2 };
const REMEMBERED_MS = 30 * 24 * 3_600_000;

/**
 * Anchors workers' stored answers on the chain and calls the timeouts of missed deadlines.
 *
 * Only one run at a time uses the wallet. Every call is simulated before it is sent, and its result is in the
 * projection afterwards. A failure for one task does not block others. A run is recorded only if it could anchor: not
 * if gas or time ran out before every answer was sent, or if all attempts failed. Throws `StoreUnavailable`.
 */
export async function keeper(parts: KeeperParts): Promise<KeeperReport> {
  const { keeperStore, owner, nowMs, log } = parts;
  const report: KeeperReport = { anchored: 0, ended: 0, postponed: 0 };
  if (!(await keeperStore.acquireLease(owner, nowMs(), nowMs() + LEASE_MS))) return report;
  try {
    const startMs = nowMs();
    const gasBudget = new GasBudget(parts);
    const canAnchor = await anchorAnswers(parts, gasBudget, report, startMs);
    if (canAnchor) await keeperStore.noteRun(nowMs());
    if (parts.callsTimeouts) await callTimeouts(parts, gasBudget, report, startMs);
  } finally {
    await keeperStore.releaseLease(owner);
  }
  log.info("keeper.done", { ...report });
  return report;
}

/** Whether the keeper can anchor. */
async function anchorAnswers(
  parts: KeeperParts,
  gasBudget: GasBudget,
  report: KeeperReport,
  startMs: number,
): Promise<boolean> {
  const { resubmissions, nowMs } = parts;
  const fresh = await resubmissions.waiting(MAX_LOOKED_AT);
  const again = await resubmissions.postponed(nowMs(), MAX_LOOKED_AT);
  let failed = 0;
  for (const stored of [...fresh, ...again]) {
    if (report.anchored === MAX_CALLS) break;
    if (nowMs() - startMs > ANSWERS_MS) return false;
    let outcome: Outcome | "waits" | "over" | "failed" = "failed";
    try {
      outcome = await anchorOne(parts, gasBudget, stored);
    } catch (error) {
      failed += 1;
      logFailure(parts.log, stored.key, error);
    }
    if (outcome === "done") report.anchored += 1;
    else if (outcome !== "over" && outcome !== "waits") report.postponed += 1;
    // After one revert it is given up: the worker can still submit the answer to the chain.
    if (outcome === "done" || outcome === "reverted" || outcome === "over")
      await resubmissions.release(stored.key, stored.resubmission.round);
    else if (outcome === "refused" || outcome === "failed") {
      await resubmissions.postpone(stored, nowMs() + Math.min(RETRY_MS * 2 ** stored.tries, MAX_RETRY_MS));
    }
  }
  return !gasBudget.isShort && (failed === 0 || report.anchored > 0);
}

async function anchorOne(
  { tasks, nowMs }: KeeperParts,
  gasBudget: GasBudget,
  { key, resubmission }: StoredResubmission,
): Promise<Outcome | "waits" | "over"> {
  const look = async () => {
    const task = (await tasks.get(key))?.task ?? null;
    if (task !== null && mayAnchor(task, { ...anonymousViewer(nowMs()), resubmission })) return task;
    return isKnown(task, resubmission) || nowMs() > resubmission.deadline * 1000 ? "over" : "waits";
  };
  const task = await look();
  if (typeof task === "string") return task;
  const outcome = await gasBudget.send(anchorCall(key, resubmission), key, task.worker);
  // If it was anchored by another account, the projection knows now.
  return outcome === "refused" && (await look()) === "over" ? "over" : outcome;
}

async function callTimeouts(
  parts: KeeperParts,
  gasBudget: GasBudget,
  report: KeeperReport,
  startMs: number,
): Promise<void> {
  const nowSeconds = Math.floor(parts.nowMs() / 1000);
  let after: Task | undefined;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += MAX_CALLS) {
    const page = await parts.tasks.overdue(nowSeconds, MAX_CALLS, after);
    for (const { task } of page) {
      if (report.ended === MAX_CALLS || parts.nowMs() - startMs > TURNS_MS) return;
      const call = timeoutCall(task, nowSeconds);
      if (!call) continue;
      const outcome = await gasBudget
        .send(call, task, null)
        .catch((error: unknown) => logFailure(parts.log, task, error));
      if (outcome === "done") report.ended += 1;
      else report.postponed += 1;
    }
    if (page.length < MAX_CALLS) return;
    after = page.at(-1)?.task;
  }
}

function logFailure(log: Log, key: TaskKey, error: unknown): void {
  log.warn("keeper.failed", { task: taskName(key), reason: error instanceof Error ? error.name : "unknown" });
}

function anchorCall({ contract, taskId }: TaskKey, signed: Resubmission): EscrowCall {
  return { function: "resubmitWork", contract, taskId, submissionHash: signed.submissionHash, signed };
}

/**
 * Whether the projection knows the change request of an answer; an answer that cannot be anchored then never can be. A
 * reorg may have undone the request permanently: such an answer waits until its signature expires.
 */
function isKnown(task: Task | null, { round }: Resubmission): boolean {
  return task !== null && task.reasonHashes.length >= round;
}

/**
 * `reverted`: mined, and did not succeed. `refused`: not sent, because of the call itself. `later`: not sent, because gas is short.
 */
type Outcome = "done" | "reverted" | "refused" | "later";

/** The day's gas budget, and the only way to spend it. */
class GasBudget {
  /** Whether a call was not sent because the day's budget is used up or a transaction is not mined yet. */
  isShort = false;

  constructor(private readonly parts: KeeperParts) {}

  /**
   * Sends a call that would succeed within the gas limit and the day's budget. A call with a wallet's signature, which
   * the wallet's code may verify, must also be within the revert limits of the task and the wallet.
   */
  async send(call: EscrowCall, key: TaskKey, signer: Address | null): Promise<Outcome> {
    const { escrow, projections, wallet, keeperStore, log, budgetWei, nowMs } = this.parts;
    const spenders = signer ? [`task-${taskName(key)}`, `wallet-${signer}`] : [];
    const [ofTask = 0, ofWallet = 0] = signer ? await keeperStore.revertsSince(spenders, nowMs() - REMEMBERED_MS) : [];
    if (ofTask >= MAX_REVERTS.task || ofWallet >= MAX_REVERTS.wallet) return "refused";
    const simulation = await escrow.simulate(call, wallet.address);
    if (!simulation.ok) {
      log.info("keeper.refused", {
        contract: key.contract,
        taskId: String(key.taskId),
        step: call.function,
        reason: simulation.reason,
      });
      await syncTask({ escrow, projections }, key);
      return "refused";
    }
    if (simulation.gas > MAX_CALL_GAS) {
      log.warn("keeper.too_much_gas", {
        contract: key.contract,
        taskId: String(key.taskId),
        step: call.function,
        gas: String(simulation.gas),
      });
      return "refused";
    }
    const day = new Date(nowMs()).toISOString().slice(0, 10);
    const leftWei = budgetWei - (await keeperStore.spentWei(day));
    const capWei = budgetWei / MIN_CALLS_A_DAY;
    const maxWei = leftWei < capWei ? leftWei : capWei;
    const sent = await wallet.send(escrow.encode(call), simulation.gas, maxWei);
    if (sent.outcome === "wouldRevert") {
      log.warn("keeper.would_revert", { contract: key.contract, taskId: String(key.taskId), step: call.function });
      return "refused";
    }
    if (sent.outcome === "tooExpensive") {
      const wouldCostWei = String(sent.wouldCostWei);
      if (sent.wouldCostWei > leftWei)
        log.warn("keeper.budget_used_up", { day, wouldCostWei, leftWei: String(leftWei) });
      else log.warn("keeper.too_expensive", { step: call.function, wouldCostWei, maxWei: String(maxWei) });
      // A call that is dear by its own gas is postponed; it says nothing about the others.
      const typicalWei = (sent.wouldCostWei * TYPICAL_GAS) / simulation.gas;
      if (sent.wouldCostWei <= leftWei && typicalWei <= maxWei) return "refused";
      this.isShort = true;
      return "later";
    }
    // A pending transaction may still be mined, so it counts in full.
    await keeperStore.addSpentWei(day, sent.outcome === "mined" ? sent.paidWei : sent.maxWei);
    if (sent.outcome === "waiting") {
      log.warn("keeper.waiting", { txHash: sent.txHash });
      this.isShort = true;
      return "later";
    }
    if (!sent.succeeded && signer) await keeperStore.addRevert(spenders, nowMs());
    await syncTask({ escrow, projections }, key);
    log.info("keeper.sent", { txHash: sent.txHash, step: call.function, succeeded: sent.succeeded });
    return sent.succeeded ? "done" : "reverted";
  }
}
