import { isPossible, stepOnSilence } from "../workflow/walk";
import type { EscrowCall } from "./call";
import { standingOf, type Task } from "./task";

/** The contract functions that anyone may call after a missed deadline. */
type TimeoutName =
  "expireTask" | "releaseAfterReview" | "finalizeRejection" | "ruleByDefault" | "claimStakeAfterRating";

/** The timeout call of a task; null before the deadline and once settled. */
export function timeoutCall(task: Task, nowSeconds: number): EscrowCall | null {
  const standing = standingOf(task);
  const step = stepOnSilence(standing);
  if (!step || !isPossible(step, standing, "stranger", nowSeconds)) return null;
  return { function: step.function as TimeoutName, contract: task.contract, taskId: task.taskId };
}
