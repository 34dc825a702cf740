import type { State } from "../workflow/states";

/** A window that has closed, by the expected step or another one. Times are unix seconds. */
export interface ClosedWindow {
  readonly state: State;
  readonly began: number;
  readonly ended: number;
  /** The window's deadline; a window that ended later was missed, regardless of who ended it. */
  readonly deadline: number;
}

/** A task as far as its turns go. */
interface Turns {
  readonly state: State;
  readonly turns: readonly ClosedWindow[];
  readonly createdAt: number;
}

/** The current window of a task, closed at `time`. */
export function closeWindow({ state, turns, createdAt }: Turns, deadline: number, time: number): ClosedWindow {
  return { state, began: turns.at(-1)?.ended ?? createdAt, ended: time, deadline };
}
