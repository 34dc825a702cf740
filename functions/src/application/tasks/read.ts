import type { Address } from "../../domain/address";
import { mayRead, type ContentKind } from "../../domain/content";
import type { Services } from "../services";
import { refuseWith, syncedTask, taskToCall, type TaskRecord } from "./task";

/** How long a reorg may undo a step; Base's blocks are final in half of this time. */
const SETTLING_SECONDS = 3_600;

/**
 * The current task: if a reorg has undone its latest step, and perhaps a worker's stake, it is read from the chain
 * again.
 */
export async function standingTask(known: TaskRecord, services: Services, nowMs: number): Promise<TaskRecord> {
  const { at, updatedAt } = known.task;
  if (updatedAt + SETTLING_SECONDS < nowMs / 1000) return known;
  const [isOnChain] = await services.escrow.areOnChain([{ number: at.blockNumber, hash: at.blockHash }]);
  return isOnChain ? known : syncedTask(known.task, services);
}

/**
 * The task whose contents of a kind this wallet may read, by its role on the chain; refuses `forbidden_role`. Reads the
 * chain before it refuses on an open task: an unconfirmed stake counts.
 */
export async function taskToRead(
  kind: ContentKind,
  named: { contract?: string; taskId: string | number },
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<TaskRecord> {
  const found = await taskToCall(named, services);
  const known = wallet === found.task.worker ? await standingTask(found, services, nowMs) : found;
  if (mayRead(kind, known.task, wallet)) return known;
  const { task } = known;
  const synced = task.state === "FUNDED" ? await syncedTask(task, services) : known;
  if (mayRead(kind, synced.task, wallet)) return synced;
  const detail = "Only the task's poster, and its worker while staked, may read this.";
  return refuseWith("forbidden_role", detail, { record: synced, wallet, services, nowMs });
}
