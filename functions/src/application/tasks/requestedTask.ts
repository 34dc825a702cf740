import { toAddress, type Address } from "../../domain/address";
import { refuse } from "../../domain/errors";
import { requireEscrow } from "../../domain/messages/requestText";
import type { TaskKey } from "../../domain/task/events";
import type { Services } from "../services";

/** How a request names a task. */
export interface NamedTask {
  contract?: string;
  taskId: string | number;
}

/** The task that a request names; on the human deployment by default. */
export function requestedKey({ contract, taskId }: NamedTask, { settings }: Pick<Services, "settings">): TaskKey {
  return { contract: requireEscrow(contract, settings.escrows).name, taskId: BigInt(taskId) };
}

/** The task that a request names, with its off-chain data; refuses `task_not_found`. One read. */
export async function requireTask(named: NamedTask, services: Pick<Services, "settings" | "tasks">) {
  const key = requestedKey(named, services);
  return (await services.tasks.get(key)) ?? refuseUnknownTask(key, services);
}

/** Refuses `task_not_found`, and says where else there is a task of this id. One read. */
export async function refuseUnknownTask(
  { contract, taskId }: TaskKey,
  { tasks }: Pick<Services, "tasks">,
): Promise<never> {
  const other = contract === "human" ? "agent-fast" : "human";
  const elsewhere = await tasks.get({ contract: other, taskId });
  const remedy = elsewhere
    ? `There is a task ${taskId} on ${other}: to name that one, send contract "${other}".`
    : "If it was created just now, confirm its creation first.";
  return refuse("task_not_found", `The ${contract} contract has no known task ${taskId}. ${remedy}`);
}

/** An address that the schema has accepted, in EIP-55 form. */
export function requireAddress(text: string): Address {
  const address = toAddress(text);
  if (!address) throw new TypeError("the pattern of an address accepts something else");
  return address;
}
