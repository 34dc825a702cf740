import type { Address } from "../address";
import { arbiterReadsUntil } from "../content";
import type { Interest } from "../interest";
import type { TaskKey } from "../task/events";
import type { Task } from "../task/task";
import type { ThreadRole } from "./message";

/** How long the parties of a settled task may still write. */
export const OPEN_AFTER_SECONDS = 7 * 86_400;

/** What the poster of a task and one worker write each other. The poster's thread outlives no reorg of the task. */
export interface ThreadKey extends TaskKey {
  readonly poster: Address;
  readonly worker: Address;
}

/** A worker of a task, and what makes a thread with the poster possible: an interest, or the stake. */
export interface Counterpart {
  readonly worker: Address;
  readonly interest: Pick<Interest, "status"> | null;
}

/**
 * The part of a wallet in the thread of this worker, which lets it read; null for a stranger.
 *
 * Only the thread of the worker who staked is part of a dispute: its arbiter reads all of it as long as the case.
 */
export function threadRole(
  task: Task,
  { worker, interest }: Counterpart,
  wallet: Address,
  nowMs: number,
): ThreadRole | null {
  const isStaked = worker === task.worker;
  if (!isStaked && interest === null) return null;
  if (wallet === task.poster) return "poster";
  if (wallet === worker) return "worker";
  return wallet === task.arbiter && isStaked && nowMs <= arbiterReadsUntil(task) ? "arbiter" : null;
}

/** When the thread closes for writing, in unix seconds; null while the task is not settled. */
export function closesAt({ settled, updatedAt }: Task): number | null {
  return settled ? updatedAt + OPEN_AFTER_SECONDS : null;
}

/** Why a wallet in this part may not write now, as a sentence; null if it may. */
export function closedBecause(
  task: Task,
  { worker, interest }: Counterpart,
  role: ThreadRole,
  nowMs: number,
): string | null {
  if (role === "arbiter") {
    return task.state === "DISPUTED" ? null : "The task is not disputed any more, so its arbiter only reads.";
  }
  if (worker === task.worker) {
    const until = closesAt(task);
    return until === null || nowMs <= until * 1000 ? null : "The task was settled more than seven days ago.";
  }
  if (task.state !== "FUNDED") return `The task is ${task.state} without this worker.`;
  if (interest?.status === "withdrawn")
    return "The worker has withdrawn the interest. Registering it again reopens it.";
  if (interest?.status === "rejected") return "The poster has rejected this worker. An approval reopens it.";
  return null;
}
