import type { Address } from "../address";
import type { Hex } from "../keccak";
import { edge } from "../workflow/edges";
import { isPossible } from "../workflow/walk";
import { roleOf, standingOf, type Task } from "./task";

/** An open change request. */
export interface ChangeRequest {
  readonly round: number;
  /** ISO 8601 UTC. */
  readonly deadline: string;
  /** Null if the poster gave no reason; only the two parties can read its text. */
  readonly reasonHash: Hex | null;
}

/** The change request that waits for the worker's answer, or null. */
export function openChangeRequest(task: Task): ChangeRequest | null {
  const { state, reasonHashes, deadlines } = task;
  if (state !== "CHANGES_REQUESTED") return null;
  return {
    round: reasonHashes.length,
    deadline: new Date((deadlines.resubmitBy ?? 0) * 1000).toISOString(),
    reasonHash: reasonHashes.at(-1) ?? null,
  };
}

/** Whether this wallet may resubmit now. */
export function canResubmit(task: Task, wallet: Address | null, nowMs: number): boolean {
  return isPossible(edge("resubmit"), standingOf(task), roleOf(task, wallet), Math.floor(nowMs / 1000));
}
