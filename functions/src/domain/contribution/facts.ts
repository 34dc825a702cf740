import type { TaskMetadata } from "../task/metadata";
import type { Task } from "../task/task";

/** What the ledger knows about a task: its final state and the data stored with it. */
export interface TaskFacts {
  /** The final state, which no reorg can undo. */
  readonly task: Task;
  /** Null until it is provided; its hash is the task's `metadataHash`. */
  readonly metadata: TaskMetadata | null;
  readonly interestCount: number;
}
