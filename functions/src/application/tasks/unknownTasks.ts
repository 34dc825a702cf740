import { taskName, type TaskKey } from "../../domain/task/events";
import type { Task } from "../../domain/task/task";

/** The minimum delay before an unknown task is read again. */
const LOOK_AGAIN_MS = 2_000;
const MAX_REMEMBERED = 10_000;

/** What this instance knows of tasks that the chain does not have. */
export class UnknownTasks {
  private readonly unknown = new Map<string, number>();
  private readonly running = new Map<string, Promise<Task | null>>();

  /** @param nowMs null where nothing is remembered */
  constructor(private readonly nowMs: (() => number) | null) {}

  /** Looks for a task on the chain, once for all concurrent callers, and not again immediately if there was none. */
  find(key: TaskKey, look: () => Promise<Task | null>): Promise<Task | null> {
    const { nowMs, unknown, running } = this;
    if (nowMs === null) return look();
    const name = taskName(key);
    if ((unknown.get(name) ?? 0) > nowMs()) return Promise.resolve(null);
    const known = running.get(name);
    if (known) return known;
    const looking = look()
      .then((task) => {
        if (task) unknown.delete(name);
        else this.remember(name, nowMs() + LOOK_AGAIN_MS);
        return task;
      })
      .finally(() => running.delete(name));
    running.set(name, looking);
    return looking;
  }

  private remember(name: string, until: number): void {
    this.unknown.delete(name);
    if (this.unknown.size >= MAX_REMEMBERED) this.unknown.delete(this.unknown.keys().next().value ?? "");
    this.unknown.set(name, until);
  }
}
