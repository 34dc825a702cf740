import type { TaskFacts } from "../domain/books/facts";
import type { Increments } from "../domain/books/increments";

/** The books that are kept as sums: each is what one task adds to them, and every change of a task is the difference. */
export const TASK_BOOKS: readonly ((facts: TaskFacts) => Increments)[] = [];
