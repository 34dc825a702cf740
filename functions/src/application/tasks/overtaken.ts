import type { Address } from "../../domain/address";
import { mainCall, type GaslessStep } from "../../domain/task/gasless";
import type { Task } from "../../domain/task/task";
import { EDGES } from "../../domain/workflow/edges";
import type { Services } from "../services";
import { syncTask } from "./sync";

/**
 * Takes a revert off its wallet's record where another wallet's transaction changed the task after the step was signed for
 * the chain: a poster adds a base unit to the reward, or another worker starts first. What the wallet itself did between the
 * simulation and the block counts against it.
 */
export async function forgiveOvertaken(key: string, { call, from }: GaslessStep, services: Services): Promise<void> {
  const main = mainCall(call);
  if (!main || !("taskId" in main)) return;
  const signedAtMs = await services.relay.revertedSince(key);
  if (signedAtMs === null) return;
  const task = await syncTask(services, { contract: call.contract, taskId: main.taskId });
  const mover = task && moverOf(task);
  if (mover && mover !== from && task.at.time >= Math.floor(signedAtMs / 1_000)) await services.relay.forgive(key);
}

/** The wallet whose transaction changed the task last; null for its creation, and where anyone may take that step. */
function moverOf({ at, history, poster, worker, arbiter }: Task): Address | null {
  const last = history.findLast(({ txHash }) => txHash === at.txHash);
  const edge = EDGES.find(({ id }) => id === last?.step);
  switch (edge?.who) {
    case "poster":
      return poster;
    case "worker":
      return worker;
    case "arbiter":
      return arbiter;
    case "outsider":
      return edge.id === "start" ? worker : null;
    default:
      return null;
  }
}
