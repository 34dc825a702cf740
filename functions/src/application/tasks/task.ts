import type { Address } from "../../domain/address";
import { refuse, type ErrorCode } from "../../domain/errors";
import { nextAction } from "../../domain/task/nextAction";
import type { Services } from "../services";
import type { TaskKey } from "../../domain/task/events";
import { syncTask } from "./indexing/sync";
import { refuseUnknownTask, requestedKey, viewerOf, type NamedTask } from "./requestedTask";

/** A task with its off-chain data. */
export type TaskRecord = NonNullable<Awaited<ReturnType<Services["tasks"]["get"]>>>;

/**
 * The task that a call is about, even if its creation was not confirmed; refuses `task_not_found`. One read if the task
 * is known.
 */
export async function taskToCall(named: NamedTask, services: Services): Promise<TaskRecord> {
  const key = requestedKey(named, services);
  return (await services.tasks.get(key)) ?? (await knownTask(key, services));
}

/** The task as it is on the chain now; refuses `task_not_found`. */
export async function syncedTask(key: TaskKey, services: Services): Promise<TaskRecord> {
  if (!(await syncTask(services, key))) return refuseUnknownTask(key, services);
  return (await services.tasks.get(key)) ?? refuseUnknownTask(key, services);
}

/** As `syncedTask`, but a task that the chain lacked a moment ago is not read again. */
async function knownTask(key: TaskKey, services: Services): Promise<TaskRecord> {
  if (!(await services.unknownTasks.find(key, () => syncTask(services, key)))) return refuseUnknownTask(key, services);
  return (await services.tasks.get(key)) ?? refuseUnknownTask(key, services);
}

/** A wallet that asks about a task, and what its next action follows from. */
export interface Asker {
  readonly record: Pick<TaskRecord, "task"> & Partial<Pick<TaskRecord, "answer">>;
  readonly wallet: Address;
  readonly nowMs: number;
  readonly services: Services;
}

/** Ends the request with the task's next action. */
export async function refuseWith(
  code: ErrorCode,
  detail: string,
  { record, wallet, nowMs, services }: Asker,
): Promise<never> {
  const next = nextAction(record.task, await viewerOf(record, wallet, nowMs, services));
  return refuse(code, detail, next ? { nextAction: next } : {});
}
