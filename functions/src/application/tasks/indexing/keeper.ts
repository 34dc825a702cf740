import type { Address } from "../../../domain/address";
import { dayOf } from "../../../domain/time";
import type { Spender } from "../../../domain/payment/gasRisk";
import { MAX_CALL_GAS, type EscrowCall, type Resubmission } from "../../../domain/task/call";
import { taskName, type TaskKey } from "../../../domain/task/events";
import { mayAnchor, anonymousViewer, timeoutCall } from "../../../domain/task/status";
import type { Task } from "../../../domain/task/task";
import type { Escrow } from "../../../ports/escrow";
import type { Log } from "../../../ports/log";
import type { KeeperStore, KeeperWallet, Sent } from "../../../ports/ownWallet";
import type { Projections } from "../../../ports/projections";
import type { Resubmissions, StoredResubmission, Tasks } from "../../../ports/tasks";
import { syncTask } from "./sync";

export interface KeeperParts {
  wallet: KeeperWallet;
  keeperStore: KeeperStore;
  /** Identifies one run. */
  owner: string;
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

/**
 * Anchors workers' stored answers on the chain and calls the timeouts of missed deadlines.
 *
 * Only one run at a time, so that runs do not repeat each other's work. Every call is simulated before it is sent, and its
 * result is in the projection afterwards. A failure for one task does not block others. A run is recorded only if it could anchor: not
 * if gas or time ran out before every answer was sent, or if all attempts failed. Throws `StoreUnavailable`.
 */
export async function keeper(parts: KeeperParts): Promise<KeeperReport> {
  const { keeperStore, owner, nowMs, log } = parts;
  const report: KeeperReport = { anchored: 0, ended: 0, postponed: 0 };
  if (!(await keeperStore.acquireLease(owner, nowMs(), nowMs() + LEASE_MS))) return report;
  try {
    const startMs = nowMs();
    const calls = new KeeperCalls(parts);
    const canAnchor = await anchorAnswers(parts, calls, report, startMs);
    if (canAnchor) await keeperStore.noteRun(nowMs());
    if (parts.callsTimeouts) await callTimeouts(parts, calls, report, startMs);
  } finally {
    await keeperStore.releaseLease(owner);
  }
  log.info("keeper.done", { ...report });
  return report;
}

/** Whether the keeper can anchor. */
async function anchorAnswers(
  parts: KeeperParts,
  calls: KeeperCalls,
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
      outcome = await anchorOne(parts, calls, stored);
      if (outcome === "reverted" || outcome === "over") await forgiveOvertaken(parts, stored);
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
  return !calls.isShort && (failed === 0 || report.anchored > 0);
}

async function anchorOne(
  { tasks, nowMs }: KeeperParts,
  calls: KeeperCalls,
  { key, resubmission }: StoredResubmission,
): Promise<Outcome | "waits" | "over"> {
  const look = async () => {
    const task = (await tasks.get(key))?.task ?? null;
    if (task !== null && mayAnchor(task, { ...anonymousViewer(nowMs()), resubmission })) return task;
    return isKnown(task, resubmission) || nowMs() > resubmission.deadline * 1000 ? "over" : "waits";
  };
  const task = await look();
  if (typeof task === "string") return task;
  const name = nameOf({ key, resubmission });
  const outcome = await calls.send({ name, call: anchorCall(key, resubmission), task: key, signer: task.worker });
  // If it was anchored by another account, the projection knows now.
  return outcome === "refused" && (await look()) === "over" ? "over" : outcome;
}

/**
 * A call that a poster's decision overtook was reverted, and this was not its worker's doing. Where the worker anchored
 * the answer, the contract takes it again and reverts nothing.
 */
async function forgiveOvertaken({ tasks, wallet, log }: KeeperParts, stored: StoredAnswer): Promise<void> {
  const { key, resubmission } = stored;
  const task = (await tasks.get(key))?.task;
  if (!task) return;
  const isOfRound = task.state === "CHANGES_REQUESTED" || task.state === "SUBMITTED";
  if (isOfRound && task.reasonHashes.length <= resubmission.round) return;
  if (await wallet.forgive(nameOf(stored))) log.info("keeper.overtaken", { task: taskName(key) });
}

async function callTimeouts(
  parts: KeeperParts,
  calls: KeeperCalls,
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
      // One that was reverted, or that a reorg undid for good, is sent again on another day.
      const name = `${call.function}-${taskName(task)}-${dayOf(parts.nowMs() / 1000)}`;
      const outcome = await calls
        .send({ name, call, task, signer: null })
        .catch((error: unknown) => logFailure(parts.log, task, error));
      if (outcome === "done") report.ended += 1;
      else report.postponed += 1;
    }
    if (page.length < MAX_CALLS) return;
    after = page.at(-1)?.task;
  }
}

function logFailure(log: Log, key: TaskKey, error: unknown): void {
  log.warn("keeper.step_failed", { task: taskName(key), reason: error instanceof Error ? error.name : "unknown" });
}

type StoredAnswer = Pick<StoredResubmission, "key" | "resubmission">;

function nameOf({ key, resubmission: { round, submissionHash } }: StoredAnswer): string {
  return `anchor-${taskName(key)}-${round}-${submissionHash}`;
}

function anchorCall({ contract, taskId }: TaskKey, signed: Resubmission): EscrowCall {
  const { round, submissionHash } = signed;
  return { function: "resubmitWork", contract, taskId, round, submissionHash, signed };
}

/**
 * Whether the projection knows the change request of an answer; an answer that cannot be anchored then never can be. A
 * reorg may have undone the request permanently: such an answer waits until its signature expires.
 */
function isKnown(task: Task | null, { round }: Resubmission): boolean {
  return task !== null && task.reasonHashes.length >= round;
}

export interface KeeperCallParts {
  wallet: KeeperWallet;
  escrow: Escrow;
  projections: Projections;
  log: Log;
}

export interface KeeperCall {
  /** Identifies the call across runs. */
  name: string;
  call: EscrowCall;
  task: TaskKey;
  /** The wallet whose signature the call carries; its code may verify it. */
  signer: Address | null;
}

/**
 * `reverted`: mined, and did not succeed. `refused`: not sent, because of the call itself. `later`: not sent or not mined
 * yet, because gas is short.
 */
type Outcome = "done" | "reverted" | "refused" | "later";

/** What a call of an ordinary answer takes, roughly. */
const TYPICAL_GAS = 200_000n;
/** Maximum reverts per task and per wallet; after that, nothing more is sent for it. */
const MAX_REVERTED = { task: 1, wallet: 2 };

/** Sends the calls of one run. */
class KeeperCalls {
  /** Whether a call was not sent because gas is short, or a transaction is not mined yet. */
  isShort = false;

  constructor(private readonly parts: KeeperCallParts) {}

  /**
   * Sends a call that would succeed within the gas limit and the day's budget, or waits for one that was sent before.
   */
  async send({ name: key, call, task, signer }: KeeperCall): Promise<Outcome> {
    const { escrow, wallet, log } = this.parts;
    const told = { contract: task.contract, taskId: String(task.taskId), step: call.function };
    const known = await wallet.find(key);
    if (known) return await this.outcomeOf(known, task, told);
    const simulation = await escrow.simulate(call, wallet.address);
    if (!simulation.ok) {
      log.info("keeper.refused", { ...told, reason: simulation.reason });
      await this.sync(task);
      return "refused";
    }
    const { gas } = simulation;
    if (gas > MAX_CALL_GAS) {
      log.warn("keeper.too_much_gas", { ...told, gas: String(gas) });
      return "refused";
    }
    const spenders = signer ? spendersOf(task, signer) : [];
    const sent = await wallet.send({ key, spenders, transaction: escrow.encode(call), gas });
    // A call that is dear by its own gas is postponed; it says nothing about the others.
    if (sent.outcome === "tooExpensive" && (sent.wouldCostWei * TYPICAL_GAS) / gas <= sent.maxWei) return "refused";
    return await this.outcomeOf(sent, task, told);
  }

  private async outcomeOf(sent: Sent, task: TaskKey, told: Record<string, string>): Promise<Outcome> {
    const { log } = this.parts;
    switch (sent.outcome) {
      case "wouldRevert":
        log.warn("keeper.would_revert", told);
        return "refused";
      case "barred":
        return "refused";
      case "reverted":
        return "reverted";
      case "waiting":
        log.warn("keeper.waiting", { ...told, txHash: sent.txHash });
        return this.later();
      case "tooExpensive":
      case "short":
        return this.later();
      case "ended":
        await this.sync(task);
        log.info("keeper.sent", { ...told, txHash: sent.txHash, ending: sent.ending });
        if (sent.ending === "lost") return this.later();
        return sent.ending === "succeeded" ? "done" : "reverted";
    }
  }

  private later(): "later" {
    this.isShort = true;
    return "later";
  }

  private async sync(task: TaskKey): Promise<void> {
    const { escrow, projections } = this.parts;
    await syncTask({ escrow, projections }, task);
  }
}

function spendersOf(task: TaskKey, signer: Address): Spender[] {
  return [
    { rule: "anchoring", name: `task-${taskName(task)}`, maxReverted: MAX_REVERTED.task },
    { rule: "anchoring", name: `wallet-${signer}`, maxReverted: MAX_REVERTED.wallet },
  ];
}
