import type { Address } from "../../domain/address";
import { mayRead, type ContentKind } from "../../domain/content";
import type { Services } from "../../http/endpoint";
import { refuseWith, syncedTask, taskToCall, type TaskRecord } from "./task";

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
  const known = await taskToCall(named, services);
  if (mayRead(kind, known.task, wallet)) return known;
  const { task } = known;
  const synced = task.state === "FUNDED" ? await syncedTask(task, services) : known;
  if (mayRead(kind, synced.task, wallet)) return synced;
  return refuseWith("forbidden_role", "This is for the task's poster, and for its worker while the stake counts.", synced, wallet, services, nowMs);
}
