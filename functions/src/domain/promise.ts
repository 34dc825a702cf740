import { amountFields } from "./contribution/amount";
import type { Adding } from "./contribution/increments";
import { type SumName } from "./contribution/increments";
import type { ClosedWindow } from "./task/closedWindow";
import type { Task } from "./task/task";
import { edge, type Edge } from "./workflow/edges";
import { STATES, type State } from "./workflow/states";

/** States in which submitted work was paid or ruled on. */
const DECIDED: readonly State[] = ["APPROVED", "REFUNDED", "RESOLVED", "EXPIRED"];

/**
 * What one task adds to the market's promise: whether its submitted work was decided by its deadline, and what a party
 * received because it let its own deadline pass. Counted from what happened, not from what the contract allows.
 */
export function promiseOf(task: Task): { isDecided: boolean; isInTime: boolean; bySilenceUsdcUnits: bigint } {
  const closed = task.turns.map((turn) => ({ turn, step: closingStep(turn, task) }));
  const isDecided = task.submissionHashes.length > 0 && DECIDED.includes(task.state);
  const bySilence = closed.map(({ turn, step }) => (step?.when === "afterDeadline" ? toSilent(turn, step, task) : 0n));
  return {
    isDecided,
    isInTime: isDecided && closed.every(({ turn, step }) => isByDeadline(turn, step)),
    bySilenceUsdcUnits: bySilence.reduce((total, units) => total + units, 0n),
  };
}

/** Adds a task's promise to the sums of this name. */
export function addPromise(total: Adding, name: SumName, task: Task): void {
  const { isDecided, isInTime, bySilenceUsdcUnits } = promiseOf(task);
  if (isDecided) total.add(name, "decided", 1);
  if (isInTime) total.add(name, "decidedInTime", 1);
  for (const [field, part] of amountFields("bySilence", bySilenceUsdcUnits)) total.add(name, field, part);
}

/** The step that closed a window. */
function closingStep({ state, ended }: ClosedWindow, { history }: Task): Edge | undefined {
  return history
    .filter(({ time }) => time === ended)
    .map(({ step }) => edge(step))
    .find(({ from, to, settles }) => from === state && (from !== to || settles));
}

/** In time, or one of the steps that bring about what the terms state for a missed deadline, as a late approval does. */
function isByDeadline({ ended, deadline }: ClosedWindow, step: Edge | undefined): boolean {
  return step !== undefined && (ended <= deadline || step.when !== "byDeadline");
}

/** What the silent party received beyond its own stake. */
function toSilent(
  { state, ended }: ClosedWindow,
  step: Edge,
  { poster, worker, arbiter, movements, history }: Task,
): bigint {
  const silent = { poster, worker, arbiter }[STATES[state]?.actor ?? "arbiter"];
  // Where no worker had started, no party was silent.
  if (silent === null || state === "FUNDED") return 0n;
  const txHash = history.findLast((taken) => taken.step === step.id)?.txHash;
  return movements
    .filter(({ at, direction }) => direction === "outOfEscrow" && at.time === ended && at.txHash === txHash)
    .filter(({ account, purpose }) => account === silent && !(purpose === "stake" && account === worker))
    .reduce((total, { amountUsdcUnits }) => total + amountUsdcUnits, 0n);
}
