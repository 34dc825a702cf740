import type { Static } from "../../schema/build";
import type { TaskView } from "../../schema/task";
import type { OwnTaskSummary, TaskSummary } from "../../schema/taskSummary";

type View = Static<typeof TaskView>;
type NextAction = View["_nextAction"];

/** What a reader of a list needs to choose a task. */
export function summaryOf({
  taskId,
  contract,
  state,
  mode,
  title,
  category,
  ...task
}: View): Static<typeof TaskSummary> {
  const { rewardUsdc, stakeUsdc, deadlines, terms, buyerRatedWorker, workerRatedPoster } = task;
  const { openUntil } = deadlines;
  const { termsHash } = terms;
  const terse = { rewardUsdc, stakeUsdc, openUntil, termsHash, buyerRatedWorker, workerRatedPoster };
  return { taskId, contract, state, mode, title, category, ...terse };
}

/** The same, with what the wallet can do. */
export function ownSummaryOf(task: View): Static<typeof OwnTaskSummary> {
  return { ...summaryOf(task), workflowStatus: task.workflowStatus, _nextAction: brief(task._nextAction) };
}

/** A step's answer: once confirmed, the whole task only with `view`. */
export function confirmedView<A>(answer: A, view: "full" | undefined): A {
  const { task, ...rest } = answer as { task?: View; _nextAction?: NextAction };
  if (!task) return answer;
  const { taskId, contract, state, workflowStatus, buyerRatedWorker, workerRatedPoster } = task;
  const shown = { ...rest, taskId, contract, state, workflowStatus, buyerRatedWorker, workerRatedPoster };
  return (view === "full" ? { ...shown, task } : { ...shown, _nextAction: brief(rest._nextAction ?? null) }) as A;
}

function brief(next: NextAction): NextAction {
  if (!next) return null;
  const { onSilence: _, ...rest } = next;
  return rest;
}
