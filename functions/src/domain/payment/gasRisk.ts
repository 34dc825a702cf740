import type { Address } from "../address";
import { DAY_MS } from "../time";

/**
 * How much gas the service risks on one payer.
 *
 * A settlement can revert after its simulation succeeded: the payer moves the money away, or the payer's contract
 * changes its answer. The service pays for that gas, so a payer's allowance grows with earlier successful payments.
 */

/** `contract`: an account with code, which decides itself whether a signature is valid. */
export type PayerKind = "account" | "contract";

/** A spender's history. Times are unix milliseconds. */
export interface PayerRecord {
  open: number;
  succeeded: number;
  /** When the latest reverted ones reverted. */
  revertedAt: readonly number[];
  /** How many were sent: in all, and on the day of the latest. Kept for those with a maximum. */
  sent?: number;
  sentOn?: { readonly day: string; readonly count: number };
  /** Of a worker's starts without a stake: the name of the latest task that was not lost or reverted. */
  task?: string;
}

/** On whose account the service sends a transaction. */
export type Spender =
  /** The signer of a payment; `affordable` is how many its balance covers. */
  | { readonly rule: "payer"; readonly name: Address; readonly kind: PayerKind; readonly affordable: number }
  /** A wallet whose steps are relayed: at most `max` a day. Reverts bar it from new tasks, not from those under way. */
  | { readonly rule: "wallet"; readonly name: Address; readonly max: number; readonly enters: boolean }
  /** A wallet's requests to the forwarder: the next one's nonce is known when the last one is mined. */
  | { readonly rule: "forward"; readonly name: string }
  /** A worker's starts without a stake: one at a time, and only by a caller who has counted the latest one (`counted`). */
  | { readonly rule: "start"; readonly name: string; readonly task: string; readonly counted: string | null }
  /** A task and the party whose steps are relayed: at most `max` in its life. */
  | { readonly rule: "task"; readonly name: string; readonly max: number }
  /** A task, or its worker, whose signature is anchored: nothing more after `maxReverted` reverts. */
  | { readonly rule: "anchoring"; readonly name: string; readonly maxReverted: number };

export const NEW_PAYER: PayerRecord = { open: 0, succeeded: 0, revertedAt: [] };

/** Maximum open settlements of one payer. */
const MAX_OPEN = 20;
/** Maximum reverted settlements of one payer in a day. */
const MAX_REVERTED = 3;
/** Maximum open or reverted attempts of a payer before the first success. */
const FIRST_ATTEMPTS: Record<PayerKind, number> = { account: 3, contract: 1 };
/** Maximum open, and maximum reverted transactions of a day, of a wallet whose steps are relayed. */
const MAX_RELAYED = { open: 5, reverted: 2 };
/** How long a reverted settlement counts. */
const REMEMBERED_MS: Record<PayerKind, number> = { account: DAY_MS, contract: 30 * DAY_MS };
/** The divisor for the share of a day's budget that all payers without a success may use together. */
const RISK_PART: Record<PayerKind, bigint> = { account: 2n, contract: 4n };

/** The part of a day's budget that no payment may use: the divisor. */
const RESERVED_PART = 10n;
/** The part of the rest that is for tasks under way: the divisor. */
const UNDER_WAY_PART = 2n;

export interface Risk {
  kind: PayerKind;
  /** How many payments the payer's balance covers. */
  affordable: number;
  nowMs: number;
}

/**
 * Whether one more settlement of the payer may be sent. `crowded` clears when an open one is mined, `barred` only with
 * time.
 * @internal
 */
export function mayRisk(
  { open, succeeded, revertedAt }: PayerRecord,
  { kind, affordable, nowMs }: Risk,
): "yes" | "crowded" | "barred" {
  const within = (ms: number) => revertedAt.filter((at) => at > nowMs - ms).length;
  const reverted = within(REMEMBERED_MS[kind]);
  const allowed = FIRST_ATTEMPTS[kind] + succeeded;
  if (reverted >= allowed || within(DAY_MS) >= MAX_REVERTED) return "barred";
  return open + reverted >= allowed || open >= MAX_OPEN || open >= affordable ? "crowded" : "yes";
}

/** Whether one more transaction may be sent on a spender's account; `used` clears with the day, or never for a task. */
export function maySpend(
  record: PayerRecord,
  spender: Spender,
  { day, nowMs }: { day: string; nowMs: number },
): "yes" | "crowded" | "barred" | "used" {
  switch (spender.rule) {
    case "payer":
      return mayRisk(record, { ...spender, nowMs });
    case "wallet": {
      const reverted = record.revertedAt.filter((at) => at > nowMs - DAY_MS).length;
      if (spender.enters && reverted >= MAX_RELAYED.reverted) return "barred";
      if (record.open >= MAX_RELAYED.open) return "crowded";
      return record.sentOn?.day === day && record.sentOn.count >= spender.max ? "used" : "yes";
    }
    case "forward":
      return record.open > 0 ? "crowded" : "yes";
    case "start":
      return record.open > 0 || (record.task ?? null) !== spender.counted ? "crowded" : "yes";
    case "task":
      return (record.sent ?? 0) >= spender.max ? "used" : "yes";
    case "anchoring": {
      const reverted = record.revertedAt.filter((at) => at > nowMs - REMEMBERED_MS.contract).length;
      return reverted >= spender.maxReverted ? "barred" : "yes";
    }
  }
}

/** The record with one more open transaction. */
export function withOpen(record: PayerRecord, spender: Spender, day: string): PayerRecord {
  const open = record.open + 1;
  if (spender.rule === "payer") return { ...record, open };
  const count = record.sentOn?.day === day ? record.sentOn.count + 1 : 1;
  const task = spender.rule === "start" ? { task: spender.task } : {};
  return { ...record, ...task, open, sent: (record.sent ?? 0) + 1, sentOn: { day, count } };
}

/**
 * Wei: what payments may use of a day's budget. The rest raises the fees of what waits and fills nonces, so that payers who
 * use up their part leave no nonce stuck.
 */
export function paymentBudget(budgetWei: bigint): bigint {
  return budgetWei - budgetWei / RESERVED_PART;
}

/** Wei kept for tasks under way, so that new tasks by strangers cannot make them miss deadlines. */
export const keptForTasks = (budgetWei: bigint): bigint => paymentBudget(budgetWei) / UNDER_WAY_PART;

/** The wei that all payers of a kind without a success may have open or lost at a time. As much again becomes free over a day. */
export function riskBudget(kind: PayerKind, budgetWei: bigint): bigint {
  return budgetWei / RISK_PART[kind] / 2n;
}

/**
 * What still counts of the gas that a kind's first attempts have open or have lost, `elapsedMs` later.
 *
 * It drains steadily and not at midnight: strangers who fill the pool hold up honest new payers for minutes, and must go on
 * paying for it to do so for longer.
 */
export function drained(wei: bigint, kind: PayerKind, budgetWei: bigint, elapsedMs: number): bigint {
  const left = wei - (riskBudget(kind, budgetWei) * BigInt(Math.max(elapsedMs, 0))) / BigInt(DAY_MS);
  return left > 0n ? left : 0n;
}

/**
 * Seconds until so much of what a kind's first attempts have open or have lost has drained that another one may be
 * reserved. Sooner if one that is open succeeds.
 */
export function secondsUntilRoom(wei: bigint, reservedWei: bigint, kind: PayerKind, budgetWei: bigint): number {
  const pool = riskBudget(kind, budgetWei);
  const excess = wei + reservedWei - pool;
  return excess <= 0n ? 0 : Number((excess * BigInt(DAY_MS / 1000) + pool - 1n) / pool);
}

/** The record after the outcome of an open settlement. */
export function afterOutcome(
  { open, succeeded, revertedAt, task, ...sent }: PayerRecord,
  state: "succeeded" | "reverted" | "lost",
  nowMs: number,
): PayerRecord {
  return {
    ...sent,
    ...(task !== undefined && state === "succeeded" && { task }),
    open: Math.max(0, open - 1),
    succeeded: state === "succeeded" ? succeeded + 1 : succeeded,
    revertedAt: state === "reverted" ? [...revertedAt, nowMs].slice(-MAX_OPEN) : revertedAt,
  };
}
