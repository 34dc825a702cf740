import { isPossible, stepOnSilence } from "../workflow/walk";
import type { EscrowCall } from "./call";
import { standingOf, type Task } from "./task";

/** The functions of the contract that anybody may call once a turn has ended unanswered. */
type TimeoutName =
  "expireTask" | "releaseAfterReview" | "finalizeRejection" | "ruleByDefault" | "claimStakeAfterRating";

/** The call that ends the present turn of a task for whoever stayed silent; null while there is still time, or once settled. */
export function timeoutCall(task: Task, nowSeconds: number): EscrowCall | null {
  const standing = standingOf(task);
  const step = stepOnSilence(standing);
  if (!step || !isPossible(step, standing, "stranger", nowSeconds)) return null;
  return { function: step.function as TimeoutName, contract: task.contract, taskId: task.taskId };
}
