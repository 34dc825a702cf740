import type { Address } from "../../domain/address";
import { refuse, type ErrorCode } from "../../domain/errors";
import { nextAction } from "../../domain/task/nextAction";
import type { Services } from "../services";
import type { TaskKey } from "../../domain/task/events";
import { syncTask } from "./sync";
import { noSuchTask, requestedKey, viewerOf } from "./requestedTask";

/** A task, with what is kept beside it. */
export type TaskRecord = NonNullable<Awaited<ReturnType<Services["tasks"]["get"]>>>;

/**
 * The task that a call is about, also one whose creation nobody confirmed; refuses `task_not_found`. One read where the
 * task is known.
 */
export async function taskToCall(
  named: { contract?: string; taskId: string | number },
  services: Services,
): Promise<TaskRecord> {
  const key = requestedKey(named, services);
  return (await services.tasks.get(key)) ?? (await knownTask(key, services));
}

/** The task as the chain has it now; refuses `task_not_found`. */
export async function syncedTask(key: TaskKey, services: Services): Promise<TaskRecord> {
  if (!(await syncTask(services, key))) noSuchTask(key);
  return (await services.tasks.get(key)) ?? noSuchTask(key);
}

/** As `syncedTask`, but a task that the chain did not have a moment ago is not looked for again. */
async function knownTask(key: TaskKey, services: Services): Promise<TaskRecord> {
  if (!(await services.unknownTasks.find(key, () => syncTask(services, key)))) noSuchTask(key);
  return (await services.tasks.get(key)) ?? noSuchTask(key);
}

/** Ends the request, and says what can be done about the task instead. */
export async function refuseWith(
  code: ErrorCode,
  detail: string,
  { task }: Pick<TaskRecord, "task">,
  wallet: Address,
  services: Services,
  nowMs: number,
): Promise<never> {
  const next = nextAction(task, await viewerOf(task, wallet, nowMs, services));
  return refuse(code, detail, next ? { nextAction: next } : {});
}
