import type { Address } from "../address";
import type { Hex } from "../keccak";
import type { Task } from "./task";

/** The poster's answer to the evidence in a dispute; its text is content. It never changes. */
export interface DisputeAnswer {
  readonly hash: Hex;
  /** Unix milliseconds. */
  readonly at: number;
}

/** An answer as it is stored, with what names its dispute: after a reorg the task's id may be another task's. */
export interface StoredAnswer extends DisputeAnswer {
  readonly poster: Address;
  readonly evidenceHash: Hex | null;
}

/** The stored answer if it is of this task's dispute. */
export function answerIn(stored: StoredAnswer | undefined, task: Task): DisputeAnswer | null {
  if (!stored || task.deadlines.ruleBy === null) return null;
  const { poster, evidenceHash, hash, at } = stored;
  return poster === task.poster && evidenceHash === task.evidenceHash ? { hash, at } : null;
}

/** Why the poster cannot answer now, as a sentence; null if it can. */
export function whyNoAnswer({ state, deadlines }: Task, nowMs: number): string | null {
  if (state !== "DISPUTED") return `The task is ${state}; a dispute can be answered only while it is DISPUTED.`;
  return nowMs > (deadlines.ruleBy ?? 0) * 1000
    ? "The time to answer ended with the arbiter's deadline, ruleBy. Follow the task's _nextAction."
    : null;
}
