import type { State } from "../workflow/states";

/** A turn that has ended, by the step that it was for or by another. Times are unix seconds. */
export interface ClosedWindow {
  readonly state: State;
  readonly began: number;
  readonly ended: number;
  /** Until when it could be taken; a turn that ended later was not taken in time, whoever ended it. */
  readonly deadline: number;
}

/** A task as far as its turns go. */
interface Turns {
  readonly state: State;
  readonly turns: readonly ClosedWindow[];
  readonly createdAt: number;
}

/** The present turn of a task, as it ends at `time`. */
export function closeWindow({ state, turns, createdAt }: Turns, deadline: number, time: number): ClosedWindow {
  return { state, began: turns.at(-1)?.ended ?? createdAt, ended: time, deadline };
}
