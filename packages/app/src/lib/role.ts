import type { Role } from "../../../../functions/src/domain/workflow/walk";
import type { Task } from "../api";

/** The part of a wallet in a task. */
export function roleOf({ poster, worker, terms }: Task, wallet: string): Role {
  if (isSame(poster, wallet)) return "poster";
  if (isSame(worker, wallet)) return "worker";
  return isSame(terms.arbiter, wallet) ? "arbiter" : "stranger";
}

/** Whether a wallet may approve the work of this task as its judge, now. */
export const isJudging = ({ state, terms }: Task, wallet: string): boolean =>
  state === "SUBMITTED" && isSame(terms.judge, wallet);

export function isSame(address: string | null, wallet: string): boolean {
  return address?.toLowerCase() === wallet.toLowerCase();
}
