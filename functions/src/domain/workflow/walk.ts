import { EDGES, type Edge } from "./edges";
import type { State } from "./states";

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
  readonly verdict?: boolean;
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
  if (row.needs === "verdict") return held.verdict === true;
  if (row.needs === "changeRound") return task.changeRound < task.maxChangeRounds;
  return true;
}

/** The step that anyone can take once the current deadline has passed, or null if the task is settled. */
export function stepOnSilence(task: Standing): Edge | null {
  if (task.settled) return null;
  return EDGES.find((row) => row.from === task.state && row.who === "anyone" && row.when === "afterDeadline") ?? null;
}
