import type { ErrorCode, Refusal } from "../domain/errors";

/** Refusals that say that something is not there yet. */
const REMEMBERED: readonly ErrorCode[] = ["tx_not_confirmed", "task_not_found"];
/** The same request is answered from memory for so long, and the longer it was in vain, the longer. */
const LOOK_AGAIN_MS = 1_000;
const LOOK_AGAIN_SHARE = 0.1;
const FORGET_MS = 120_000;
const MAX_ENTRIES = 10_000;

/** A refusal of the same request before. */
export interface Before {
  readonly refusal: Refusal;
  /** Whether it was so short a time ago that looking again is not worth it. */
  readonly isRecent: boolean;
}

interface Entry {
  readonly refusal: Refusal;
  readonly since: number;
  readonly at: number;
}

/** Whether a refusal says that a transaction is not confirmed yet, so that the same request once more is a poll. */
export function isPending({ code, options }: Refusal): boolean {
  return code === "tx_not_confirmed" || options.isPending === true;
}

/** What requests asked for in vain a short time ago: a transaction that is not confirmed, a task that is not known. */
export class Refused {
  private readonly entries = new Map<string, Entry>();

  find(key: string, nowMs: number): Before | null {
    const entry = this.entries.get(key);
    if (!entry || nowMs >= entry.since + FORGET_MS) return null;
    const pause = Math.max(LOOK_AGAIN_MS, (entry.at - entry.since) * LOOK_AGAIN_SHARE);
    return { refusal: entry.refusal, isRecent: nowMs < entry.at + pause };
  }

  note(key: string, refusal: Refusal, nowMs: number): void {
    if (!REMEMBERED.includes(refusal.code) && !refusal.options.isPending) return;
    const before = this.entries.get(key);
    const since = before && nowMs < before.since + FORGET_MS ? before.since : nowMs;
    this.entries.delete(key);
    if (this.entries.size >= MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value ?? "");
    this.entries.set(key, { refusal, since, at: nowMs });
  }
}
