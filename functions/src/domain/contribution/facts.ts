import type { TaskMetadata } from "../task/metadata";
import type { Task } from "../task/task";

/** All that the books may know of a task: what is final of it, and what is kept beside it. */
export interface TaskFacts {
  /** What no reorg can undo any more. */
  readonly task: Task;
  /** Null until somebody brought it; its hash is the task's `metadataHash`. */
  readonly metadata: TaskMetadata | null;
  readonly interestCount: number;
}
