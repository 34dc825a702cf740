import { citedBy, type Citation } from "../../domain/content";
import type { TaskEvent } from "../../domain/task/events";
import type { Tasks } from "../../ports/tasks";

/** The contents that chain events cite. One read for each ruling, whose event does not name its arbiter. */
export async function citedIn(events: readonly TaskEvent[], tasks: Pick<Tasks, "get">): Promise<readonly Citation[]> {
  const cited = events.map(async (event) => {
    const isRuling = event.name === "TaskResolved" && event.rulingHash !== null;
    return citedBy(event, isRuling ? ((await tasks.get(event))?.task.arbiter ?? null) : null);
  });
  return (await Promise.all(cited)).flat();
}
