/**
 * The states of a task, as in `TaskEscrow`: which party must act, and by which deadline.
 *
 * The order is the contract's `State` enum; its 0, `None`, means that the task does not exist.
 */
export const STATES = {
  FUNDED: { actor: "worker", deadline: "openUntil", window: "open" },
  STARTED: { actor: "worker", deadline: "workBy", window: "work" },
  SUBMITTED: { actor: "poster", deadline: "reviewBy", window: "review" },
  CHANGES_REQUESTED: { actor: "worker", deadline: "resubmitBy", window: "resubmit" },
  APPROVED: { actor: "worker", deadline: "rateBy", window: "rate" },
  REJECTED: { actor: "worker", deadline: "contestBy", window: "contest" },
  DISPUTED: { actor: "arbiter", deadline: "ruleBy", window: "rule" },
  RESOLVED: null,
  REFUNDED: null,
  CANCELLED: null,
  EXPIRED: null,
} as const satisfies Record<string, OpenWindow | null>;

interface OpenWindow {
  readonly actor: "poster" | "worker" | "arbiter";
  readonly deadline: string;
  readonly window: string;
}

export type State = keyof typeof STATES;
type OpenState = { [S in State]: (typeof STATES)[S] extends null ? never : S }[State];

/** The name of a deadline, such as `reviewBy`. */
export type DeadlineName = (typeof STATES)[OpenState]["deadline"];
/** The name of a window, the time in which one party must act, such as `review`. */
export type WindowName = (typeof STATES)[OpenState]["window"];

/** Seconds for each window. */
export type Windows = Readonly<Record<WindowName, number>>;

/** The windows in the order of the contract's `Windows` struct. */
export const WINDOW_NAMES = [
  "open",
  "work",
  "review",
  "resubmit",
  "contest",
  "rule",
  "rate",
] as const satisfies readonly WindowName[];

/** The names of the states, in the order of the contract. */
export const STATE_NAMES = Object.keys(STATES) as readonly State[];

/** The deadlines, in the order of their windows. */
export const DEADLINE_NAMES = [
  "openUntil",
  "workBy",
  "reviewBy",
  "resubmitBy",
  "contestBy",
  "ruleBy",
  "rateBy",
] as const satisfies readonly DeadlineName[];

/** The state for a number of the contract's enum, or null for 0 (no such task) and unknown numbers. */
export function stateOfNumber(number: number): State | null {
  return STATE_NAMES[number - 1] ?? null;
}
