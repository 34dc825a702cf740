import type { Address } from "../../domain/address";
import type { Spender } from "../../domain/payment/gasRisk";
import { MAX_CALL_GAS, type EscrowCall } from "../../domain/task/call";
import { taskName, type TaskKey } from "../../domain/task/events";
import type { Escrow } from "../../ports/escrow";
import type { KeeperWallet, Sent } from "../../ports/keeper";
import type { Log } from "../../ports/log";
import type { Projections } from "../../ports/projections";
import { syncTask } from "./sync";

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
export type Outcome = "done" | "reverted" | "refused" | "later";

/** What a call of an ordinary answer takes, roughly. */
const TYPICAL_GAS = 200_000n;
/** Maximum reverts per task and per wallet; after that, nothing more is sent for it. */
const MAX_REVERTED = { task: 1, wallet: 2 };

/** Sends the calls of one run. */
export class KeeperCalls {
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
