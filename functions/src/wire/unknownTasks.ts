import { taskName, type TaskKey } from "../domain/task/events";
import type { Task } from "../domain/task/task";

/** A task that the chain does not have is looked for again after so long at the earliest. */
const LOOK_AGAIN_MS = 2_000;
const MAX_REMEMBERED = 10_000;

type Find = (key: TaskKey) => Promise<Task | null>;

/** Looks for a task on the chain, once for all who ask at the same time, and not again at once where there was none. */
export function unlessUnknown(find: Find, nowMs: () => number): Find {
  const unknown = new Map<string, number>();
  const running = new Map<string, Promise<Task | null>>();

  return (key) => {
    const name = taskName(key);
    if ((unknown.get(name) ?? 0) > nowMs()) return Promise.resolve(null);
    const known = running.get(name);
    if (known) return known;
    const looking = look(key, name).finally(() => running.delete(name));
    running.set(name, looking);
    return looking;
  };

  async function look(key: TaskKey, name: string): Promise<Task | null> {
    const task = await find(key);
    unknown.delete(name);
    if (task) return task;
    if (unknown.size >= MAX_REMEMBERED) unknown.delete(unknown.keys().next().value ?? "");
    unknown.set(name, nowMs() + LOOK_AGAIN_MS);
    return null;
  }
}
