import { EDGES, type Edge } from "../../../functions/src/domain/workflow/edges";
import { STATES, type Windows } from "../../../functions/src/domain/workflow/states";
import { isPossible, type Held, type Role, type Standing } from "../../../functions/src/domain/workflow/walk";

/** The steps that a caller of this role may take at `now`, in the table's order. */
export function possibleSteps(task: Standing, role: Role, now: number, held: Held = {}): readonly Edge[] {
  return EDGES.filter((row) => isPossible(row, task, role, now, held));
}

/**
 * The task's standing after a step at `now`; the step must be possible. A step that neither leaves the state nor settles
 * the task keeps its deadline, unless its event says otherwise.
 */
export function afterStep(row: Edge, task: Standing, windows: Windows, now: number): Standing {
  const window = STATES[row.to];
  const settled = window === null || row.settles === true;
  return {
    ...task,
    state: row.to,
    settled,
    // Judged work can be rated until then, though the task is settled.
    deadline:
      row.id === "approveByJudge"
        ? now + windows.rate
        : settled
          ? 0
          : row.from === row.to
            ? task.deadline
            : now + windows[window.window],
    changeRound: task.changeRound + (row.to === "CHANGES_REQUESTED" ? 1 : 0),
  };
}
