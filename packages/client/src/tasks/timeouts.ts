import { MktError } from "../errors";
import type { TaskStep } from "./step";
import type { Task } from "./taskKey";

/** The escrow's function for each step that anyone may take, and its name at the service. */
const TIMEOUTS: Readonly<Record<string, { function: string; step: string }>> = {
  expireOpen: { function: "expireTask", step: "expire" },
  expireWork: { function: "expireTask", step: "expire" },
  expireChanges: { function: "expireTask", step: "expire" },
  release: { function: "releaseAfterReview", step: "release" },
  finalizeRejection: { function: "finalizeRejection", step: "concede" },
  ruleByDefault: { function: "ruleByDefault", step: "ruleByDefault" },
  claim: { function: "claimStakeAfterRating", step: "claim" },
};

/** The timeout of a missed deadline, which anyone may call: the step that `_nextAction` names. Throws where there is none. */
export function timeoutOf(task: Task): TaskStep {
  const { action, endpoint, actor } = task._nextAction ?? {};
  const call = action === undefined ? undefined : TIMEOUTS[action];
  if (actor !== "anyone" || !call || !endpoint)
    throw new MktError("not_over", `No deadline of task ${task.taskId} has passed, so there is no timeout to call.`);
  const calls = [{ function: call.function, arguments: { taskId: task.taskId } }] as const;
  return { path: endpoint, verb: "Call the timeout of", fields: { action: call.step }, calls };
}
