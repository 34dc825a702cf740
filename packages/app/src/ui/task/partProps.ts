import type { Task } from "../../api";

/** What each part of the visitor's own part in a task gets. */
export interface PartProps {
  task: Task;
  /** Called when a step is done. */
  done: () => void;
}
