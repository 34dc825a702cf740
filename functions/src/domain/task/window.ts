import type { Address } from "../address";
import { STATES } from "../workflow/states";
import { isPossible, stepOnSilence } from "../workflow/walk";
import type { EscrowCall } from "./call";
import { deadlineOf, standingOf, type Task } from "./task";

/** Parts of a window, in percent, after which the task's parties are notified. 100: it passed without a step. */
export const NOTICES = [50, 90, 100] as const;
export type Notice = (typeof NOTICES)[number];

/** What is stored with a task's projection about its current window, for queries. */
export interface Window {
  /** Whom the task waits for; after the deadline, everyone with money in it. */
  readonly waitsFor: readonly Address[];
  /** When the next notice is due, unix seconds; null once all are given. */
  readonly noticeAt: number | null;
  /** Whether a worker may start; false as soon as the notice of the missed deadline is given. */
  readonly isOpen: boolean;
}

const NO_WINDOW: Window = { waitsFor: [], noticeAt: null, isOpen: false };

/** The window of a task as its latest step opened it. */
export function windowOf(task: Task | null): Window {
  if (!task || deadlineOf(task) === 0) return NO_WINDOW;
  return { waitsFor: waitsFor(task), noticeAt: noticeTime(task, NOTICES[0]), isOpen: task.state === "FUNDED" };
}

/** Whether a step has opened another window, so that its notices begin again. */
export function isSameWindow(a: Task | null, b: Task | null): boolean {
  return a?.state === b?.state && a?.poster === b?.poster && deadline(a) === deadline(b) && began(a) === began(b);
}

/** The latest notice that is due, and the window after it; null if none is. Earlier ones that were missed are dropped. */
export function dueNotice(task: Task, nowSeconds: number): { percent: Notice; window: Window } | null {
  if (deadlineOf(task) === 0) return null;
  const percent = NOTICES.findLast((one) => noticeTime(task, one) <= nowSeconds);
  if (percent === undefined) return null;
  const next = NOTICES[NOTICES.indexOf(percent) + 1];
  return next === undefined
    ? { percent, window: { ...NO_WINDOW, waitsFor: [task.poster, ...(task.worker ? [task.worker] : [])] } }
    : { percent, window: { ...windowOf(task), noticeAt: noticeTime(task, next) } };
}

/** Who must act by the deadline: of an open task the poster, if workers need its selection. */
function waitsFor(task: Task): Address[] {
  if (task.state === "FUNDED") return task.mode === "selection" ? [task.poster] : [];
  const actor = STATES[task.state]?.actor;
  const wallet = actor ? task[actor] : null;
  return wallet ? [wallet] : [];
}

/** The first second in which this part of the window has passed. */
function noticeTime(task: Task, percent: Notice): number {
  const from = began(task) ?? task.createdAt;
  const to = deadlineOf(task);
  return percent === 100 ? to + 1 : from + Math.ceil(((to - from) * percent) / 100);
}

function began(task: Task | null): number | null {
  return task ? (task.turns.at(-1)?.ended ?? task.createdAt) : null;
}

function deadline(task: Task | null): number | null {
  return task ? deadlineOf(task) : null;
}

/** The contract functions that anyone may call after a missed deadline. */
type TimeoutName =
  "expireTask" | "releaseAfterReview" | "finalizeRejection" | "ruleByDefault" | "claimStakeAfterRating";

/** The timeout call of a task; null before the deadline and once settled. */
export function timeoutCall(task: Task, nowSeconds: number): EscrowCall | null {
  const standing = standingOf(task);
  const step = stepOnSilence(standing);
  if (!step || !isPossible(step, standing, "stranger", nowSeconds)) return null;
  return { function: step.function as TimeoutName, contract: task.contract, taskId: task.taskId };
}
