import { toAddress, type Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { requireEscrow } from "../../domain/messages/requestText";
import type { Resubmission } from "../../domain/task/call";
import type { TaskKey } from "../../domain/task/events";
import type { Viewer } from "../../domain/task/status";
import type { Task } from "../../domain/task/task";
import type { Services } from "../services";

interface Named {
  contract?: string;
  taskId: string | number;
}

/** The task that a request names; the human deployment's where it names none. */
export function requestedKey({ contract, taskId }: Named, { settings }: Pick<Services, "settings">): TaskKey {
  return { contract: requireEscrow(contract, settings.escrows).name, taskId: BigInt(taskId) };
}

/** The task that a request names, with what is kept beside it; refuses `task_not_found`. One read. */
export async function requireTask(named: Named, services: Pick<Services, "settings" | "tasks">) {
  const key = requestedKey(named, services);
  return (await services.tasks.get(key)) ?? noSuchTask(key);
}

export function noSuchTask({ contract, taskId }: TaskKey): never {
  return refuse(
    "task_not_found",
    `The ${contract} contract has no task ${taskId} that is known here; one that was made just now is known once its creation is confirmed.`,
  );
}

/** An address that the schema has let through, in its one spelling. */
export function requireAddress(text: string): Address {
  const address = toAddress(text);
  if (!address) throw new TypeError("the pattern of an address lets something else pass");
  return address;
}

/** The worker's stored answer to the open change request, or null. One read while there is a change request. */
export async function resubmissionOf(
  task: Task,
  { resubmissions }: Pick<Services, "resubmissions">,
): Promise<Resubmission | null> {
  return task.state === "CHANGES_REQUESTED" ? resubmissions.find(task) : null;
}

/** The same of several tasks, in their order. One read for each with a change request, in one round trip. */
export async function resubmissionsOf(
  tasks: readonly Task[],
  { resubmissions }: Pick<Services, "resubmissions">,
): Promise<(Resubmission | null)[]> {
  const asked = tasks.filter(({ state }) => state === "CHANGES_REQUESTED");
  const answers = await resubmissions.findAll(asked);
  return tasks.map((task) => answers[asked.indexOf(task)] ?? null);
}

/** How many workers are interested. While the task is open, when it may change at any moment, one read for every 1,000. */
export async function interestCountOf(
  { task, interestCount }: { task: Task; interestCount: number },
  { interests }: Pick<Services, "interests">,
): Promise<number> {
  return task.state === "FUNDED" ? interests.count(task) : interestCount;
}

/** One wallet, and what is known of it and a task beside the chain; reads no more than the task's state calls for. */
export async function viewerOf(
  task: Task,
  wallet: Address | null,
  nowMs: number,
  services: Pick<Services, "interests" | "resubmissions">,
): Promise<Viewer> {
  const [interest, resubmission] = await Promise.all([
    task.state === "FUNDED" && wallet !== null ? services.interests.find(task, wallet) : null,
    resubmissionOf(task, services),
  ]);
  return { wallet, interest, resubmission, nowMs };
}
