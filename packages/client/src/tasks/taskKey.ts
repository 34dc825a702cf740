import type { components } from "../generated/openapi";
import type { ContractName } from "../signing/trust";

/** Which task: its deployment, and its id there in decimal. */
export interface TaskKey {
  contract: ContractName;
  taskId: string;
}

export type Task = components["schemas"]["Task"];
export type NextAction = components["schemas"]["NextAction"];

/** The task that something is about, without the rest of it. */
export function keyOf({ contract, taskId }: TaskKey): TaskKey {
  return { contract, taskId };
}
