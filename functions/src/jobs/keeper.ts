import type { EscrowCall, Resubmission } from "../domain/task/call";
import type { Address } from "../domain/address";
import { taskName, type TaskKey } from "../domain/task/events";
import { mayAnchor, passerBy } from "../domain/task/status";
import type { Task } from "../domain/task/task";
import { timeoutCall } from "../domain/task/timeout";
import type { Escrow } from "../ports/escrow";
import type { Log } from "../ports/log";
import type { Mirrors } from "../ports/mirrors";
import type { Resubmissions } from "../ports/resubmissions";
import type { Tasks } from "../ports/tasks";
import { job, type KeeperOwn } from "./job";
import { syncTask } from "./sync";

export interface KeeperParts extends KeeperOwn {
  escrow: Escrow;
  mirrors: Mirrors;
  tasks: Tasks;
  resubmissions: Resubmissions;
  log: Log;
  nowMs: () => number;
}

export interface KeeperReport {
  anchored: number;
  ended: number;
  /** Calls that the contract would refuse just now, or that could cost more than they should or than is left of the day's budget. */
  leftAlone: number;
}

export default job({
  schedule: "every 1 minutes",
  run: async ({ keeper: own, escrow, mirrors, tasks, resubmissions, log, nowMs }) => {
    const deployed = escrow();
    const given = own();
    if (!deployed || !given) return { off: true };
    return keeper({ ...given, escrow: deployed, mirrors: mirrors(), tasks: tasks(), resubmissions: resubmissions(), log, nowMs });
  },
});

/** Longer than a run may last, so that a turn is free again after a crash. */
const TURN_MS = 6 * 60_000;
const MOST_CALLS = 50;
/** Answers that one run looks at: many, because those that the contract refuses stand before the others. */
const MOST_LOOKED_AT = 500;
/** Twice what any call takes, a wallet's own signature check included. */
const MAX_GAS = 600_000n;
/** Calls for one task, and for one wallet, that may be reverted within `REMEMBERED_MS`; then nothing is sent for it. */
const MAX_REVERTS = { task: 1, wallet: 2 };
const REMEMBERED_MS = 30 * 24 * 3_600_000;

/**
 * Workers' stored answers stand on the chain, and turns that ended unanswered are ended there too.
 *
 * One run at a time has the wallet; every call is simulated before it is sent, and whatever it did is in the mirror
 * afterwards. A call that fails or waits is tried again by the next run. Throws `ChainUnavailable`, `StoreUnavailable`.
 */
export async function keeper(parts: KeeperParts): Promise<KeeperReport> {
  const { books, owner, nowMs, log } = parts;
  const report: KeeperReport = { anchored: 0, ended: 0, leftAlone: 0 };
  if (!(await books.takeTurn(owner, nowMs(), nowMs() + TURN_MS))) return report;
  try {
    const purse = new Purse(parts);
    await anchorAnswers(parts, purse, report);
    if (parts.endsTurns) await endTurns(parts, purse, report);
    await books.noteRun(nowMs());
  } finally {
    await books.endTurn(owner);
  }
  log.info("keeper.done", { ...report });
  return report;
}

async function anchorAnswers(parts: KeeperParts, purse: Purse, report: KeeperReport): Promise<void> {
  const { tasks, resubmissions, nowMs } = parts;
  for (const { key, resubmission } of await resubmissions.waiting(MOST_LOOKED_AT)) {
    if (report.anchored === MOST_CALLS) return;
    const task = (await tasks.get(key))?.task ?? null;
    const waits = task !== null && mayAnchor(task, { ...passerBy(nowMs()), resubmission });
    if (waits) {
      const outcome = await purse.send(anchorCall(key, resubmission), key, task.worker);
      if (outcome !== "done") report.leftAlone += 1;
      // One revert is the end of it: the worker can still bring the answer to the chain.
      if (outcome === "later") continue;
      if (outcome === "done") report.anchored += 1;
    } else if (!isKnown(task, resubmission) && nowMs() <= resubmission.deadline * 1000) {
      continue;
    }
    await resubmissions.release(key, resubmission.round);
  }
}

async function endTurns(parts: KeeperParts, purse: Purse, report: KeeperReport): Promise<void> {
  const nowSeconds = Math.floor(parts.nowMs() / 1000);
  for (const { task } of await parts.tasks.overdue(nowSeconds, MOST_CALLS)) {
    const call = timeoutCall(task, nowSeconds);
    if (!call) continue;
    if ((await purse.send(call, task, null)) === "done") report.ended += 1;
    else report.leftAlone += 1;
  }
}

function anchorCall({ contract, taskId }: TaskKey, signed: Resubmission): EscrowCall {
  return { function: "resubmitWork", contract, taskId, submissionHash: signed.submissionHash, signed };
}

/**
 * Whether the mirror knows the change request that an answer is to; what cannot be anchored then never can. A reorg may
 * have undone the request for good: such an answer waits no longer than its signature.
 */
function isKnown(task: Task | null, { round }: Resubmission): boolean {
  return task !== null && task.reasonHashes.length >= round;
}

/** The day's budget, and the only way to spend it. */
class Purse {
  constructor(private readonly parts: KeeperParts) {}

  /**
   * Sends a call that would succeed, takes no more gas than it should and is within the budgets of the day, the task and
   * the wallet whose signature it brings.
   * @returns `done` when it was mined and succeeded, `reverted` when it was mined and did not
   */
  async send(call: EscrowCall, key: TaskKey, signer: Address | null): Promise<"done" | "reverted" | "later"> {
    const { escrow, mirrors, wallet, books, log, budgetWei, nowMs } = this.parts;
    const spenders = [`task-${taskName(key)}`, ...(signer ? [`wallet-${signer}`] : [])];
    const [ofTask = 0, ofWallet = 0] = await books.revertsSince(spenders, nowMs() - REMEMBERED_MS);
    if (ofTask >= MAX_REVERTS.task || ofWallet >= MAX_REVERTS.wallet) return "later";
    const simulation = await escrow.simulate(call, wallet.address);
    if (!simulation.ok) {
      log.info("keeper.refused", { contract: key.contract, taskId: String(key.taskId), step: call.function, reason: simulation.reason });
      await syncTask({ escrow, mirrors }, key);
      return "later";
    }
    if (simulation.gas > MAX_GAS) {
      log.warn("keeper.too_much_gas", { contract: key.contract, taskId: String(key.taskId), step: call.function, gas: String(simulation.gas) });
      return "later";
    }
    const day = new Date(nowMs()).toISOString().slice(0, 10);
    const left = budgetWei - (await books.spentWei(day));
    const sent = await wallet.send(escrow.encode(call), simulation.gas, left);
    if (sent.outcome === "wouldRevert") {
      log.warn("keeper.would_revert", { contract: key.contract, taskId: String(key.taskId), step: call.function });
      return "later";
    }
    if (sent.outcome === "tooExpensive") {
      log.warn("keeper.budget_used_up", { day, wouldCostWei: String(sent.wouldCostWei), leftWei: String(left) });
      return "later";
    }
    // What waits may still be mined: it counts as if it were.
    await books.addSpentWei(day, sent.outcome === "mined" ? sent.paidWei : sent.mostWei);
    if (sent.outcome === "waiting") {
      log.warn("keeper.waiting", { txHash: sent.txHash });
      return "later";
    }
    if (!sent.succeeded) await books.addRevert(spenders, nowMs());
    await syncTask({ escrow, mirrors }, key);
    log.info("keeper.sent", { txHash: sent.txHash, step: call.function, succeeded: sent.succeeded });
    return sent.succeeded ? "done" : "reverted";
  }
}
