import type { EventName } from "../../../functions/src/domain/task/events";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import type { Task } from "../../../functions/src/domain/task/task";
import type { State } from "../../../functions/src/domain/workflow/states";
import { history } from "../../setup/tasks/histories";

const WORKED: EventName[] = ["TaskCreated", "TaskStarted", "WorkSubmitted"];
const REJECTED: EventName[] = [...WORKED, "TaskRejected"];

/** The shortest way to each state. */
export const WAY: Readonly<Record<State, readonly EventName[]>> = {
  FUNDED: ["TaskCreated"],
  STARTED: ["TaskCreated", "TaskStarted"],
  SUBMITTED: WORKED,
  CHANGES_REQUESTED: [...WORKED, "ChangesRequested"],
  APPROVED: [...WORKED, "TaskApproved"],
  REJECTED,
  DISPUTED: [...REJECTED, "TaskDisputed"],
  RESOLVED: [...REJECTED, "TaskDisputed", "TaskResolved"],
  REFUNDED: [...REJECTED, "TaskRefunded"],
  CANCELLED: ["TaskCreated", "TaskCancelled"],
  EXPIRED: ["TaskCreated", "TaskExpired"],
};

/** A task after the shortest way to a state, with some of its facts changed. */
export function taskIn(state: State, changes: Partial<Task> = {}): Task {
  const task = applyAll(null, history(...WAY[state]));
  if (!task) throw new Error("a task");
  return { ...task, ...changes };
}
