import type { ErrorCode, Refusal } from "../domain/errors";

/** Refusals because something does not exist yet. */
const REMEMBERED: readonly ErrorCode[] = ["tx_not_confirmed", "task_not_found"];
/** How long the same request is answered from memory; grows with the number of failed attempts. */
const LOOK_AGAIN_MS = 1_000;
const LOOK_AGAIN_SHARE = 0.1;
const FORGET_MS = 120_000;
const MAX_ENTRIES = 10_000;

/** An earlier refusal of the same request. */
export interface Before {
  readonly refusal: Refusal;
  /** Whether it is too recent to check again. */
  readonly isRecent: boolean;
}

interface Entry {
  readonly refusal: Refusal;
  readonly since: number;
  readonly at: number;
}

/** Whether a refusal means that a transaction is not confirmed yet, so that repeating the request is a poll. */
export function isPending({ code, options }: Refusal): boolean {
  return code === "tx_not_confirmed" || options.isPending === true;
}

/** Recent requests for something that does not exist yet: an unconfirmed transaction or an unknown task. */
export class Refused {
  private readonly entries = new Map<string, Entry>();

  find(key: string, nowMs: number): Before | null {
    const entry = this.entries.get(key);
    if (!entry || nowMs >= entry.since + FORGET_MS) return null;
    const pause = Math.max(LOOK_AGAIN_MS, (entry.at - entry.since) * LOOK_AGAIN_SHARE);
    return { refusal: entry.refusal, isRecent: nowMs < entry.at + pause };
  }

  /** The request was carried out: repeating it is no poll any more. */
  forget(key: string): void {
    this.entries.delete(key);
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
