import { EDGES, type Edge } from "./edges";
import { STATES, type State, type Windows } from "./states";

/** What decides which steps a task can take. Times are unix seconds. */
export interface Standing {
  readonly state: State;
  /** Whether the escrow no longer holds anything for the task. */
  readonly settled: boolean;
  /** The current deadline; 0 once settled. */
  readonly deadline: number;
  readonly mode: "instant" | "selection";
  readonly changeRound: number;
  readonly maxChangeRounds: number;
}

export type Role = "poster" | "worker" | "arbiter" | "stranger";

/** The signatures that a caller holds. */
export interface Held {
  readonly selection?: boolean;
  readonly resubmission?: boolean;
}

/** The steps that a caller of this role may take at `now`, in the table's order. */
export function possibleSteps(task: Standing, role: Role, now: number, held: Held = {}): readonly Edge[] {
  return EDGES.filter((row) => isPossible(row, task, role, now, held));
}

/** Whether one step is open to a caller of this role at `now`. */
export function isPossible(row: Edge, task: Standing, role: Role, now: number, held: Held = {}): boolean {
  return (
    row.from === task.state &&
    !task.settled &&
    mayCall(row, role) &&
    isTimely(row, task, now) &&
    hasNeeds(row, task, held)
  );
}

function mayCall(row: Edge, role: Role): boolean {
  if (row.who === "anyone") return true;
  if (row.who === "outsider") return role === "worker" || role === "stranger";
  return row.who === role;
}

function isTimely(row: Edge, task: Standing, now: number): boolean {
  if (row.when === "byDeadline") return now <= task.deadline;
  return row.when === "always" || now > task.deadline;
}

function hasNeeds(row: Edge, task: Standing, held: Held): boolean {
  if (row.needs === "selection") return task.mode === "instant" || held.selection === true;
  if (row.needs === "resubmission") return held.resubmission === true;
  if (row.needs === "changeRound") return task.changeRound < task.maxChangeRounds;
  return true;
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
    deadline: settled ? 0 : row.from === row.to ? task.deadline : now + windows[window.window],
    changeRound: task.changeRound + (row.to === "CHANGES_REQUESTED" ? 1 : 0),
  };
}

/** The step that anyone can take once the current deadline has passed, or null if the task is settled. */
export function stepOnSilence(task: Standing): Edge | null {
  if (task.settled) return null;
  return EDGES.find((row) => row.from === task.state && row.who === "anyone" && row.when === "afterDeadline") ?? null;
}
