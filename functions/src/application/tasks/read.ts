import type { Address } from "../../domain/address";
import { mayRead, type ContentKind } from "../../domain/content";
import type { Services } from "../services";
import { refuseWith, syncedTask, taskToCall, type TaskRecord } from "./task";

/** So long a reorg may undo a step; Base's blocks are final in half of it. */
const SETTLING_SECONDS = 3_600;

/** The task as it stands: where a reorg has undone its newest step, and perhaps a worker's stake, it is read from the chain anew. */
export async function standingTask(known: TaskRecord, services: Services, nowMs: number): Promise<TaskRecord> {
  const { at, updatedAt } = known.task;
  if (updatedAt + SETTLING_SECONDS < nowMs / 1000) return known;
  const [isOnChain] = await services.escrow.areOnChain([{ number: at.blockNumber, hash: at.blockHash }]);
  return isOnChain ? known : syncedTask(known.task, services);
}

/**
 * The task whose contents of a kind this wallet may read, by the part that the chain gives it; refuses `forbidden_role`.
 * Looks at the chain itself before it refuses on an open task: a stake that nobody confirmed counts.
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
  return refuseWith(
    "forbidden_role",
    "This is for the task's poster, and for its worker while the stake counts.",
    synced,
    wallet,
    services,
    nowMs,
  );
}
