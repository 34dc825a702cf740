import type { Address } from "../address";
import { eventId, type EventTopic, type NewEvent } from "../events/event";
import type { TaskKey } from "../task/events";
import type { Delivery } from "./delivery";
import type { MarketFilter } from "./filter";
import type { SecretSeed } from "./secret";

export const MAX_SUBSCRIPTIONS = 10;
/** How long the secret before the last rotation also signs. */
export const OVERLAP_MS = 24 * 3_600_000;
/** Failures for this long, without a success between them, end a subscription. */
export const MAX_FAILING_MS = 5 * 24 * 3_600_000;
/** After a failure, nothing is sent to its receiver for this long: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
/** A receiver that takes longer than this is slow: nothing is sent for ten times as long as it took. */
export const SLOW_MS = 2_000;
const REST_FACTOR = 10;

/** `mine`: the wallet's own events. `task`: those of one task. `market`: public events that a filter selects. */
export const SCOPES = ["mine", "task", "market"] as const;
export type Scope = (typeof SCOPES)[number];

/** `unverified`: its receiver has not answered a test yet. `disabled`: it is off until it answers one. */
export type Status = "unverified" | "active" | "disabled";
export type DisabledReason = "gone" | "failing";

/** What its owner chooses. */
export interface Selection {
  readonly url: string;
  readonly types: readonly EventTopic[];
  readonly scope: Scope;
  /** With the scope `task` only. */
  readonly task: TaskKey | null;
  /** With the scope `market` only. */
  readonly filter: MarketFilter;
  readonly description: string;
}

/** The receiver's failures since its last success. */
export interface Health {
  readonly failures: number;
  /** Unix milliseconds; null if the last attempt succeeded. */
  readonly failingSince: number | null;
  /** Nothing is sent before this time, and only one request at a time after it; 0 for a receiver that is well. */
  readonly pausedUntil: number;
}

export interface Subscription extends Selection {
  readonly id: string;
  readonly wallet: Address;
  readonly status: Status;
  readonly disabledReason: DisabledReason | null;
  readonly seed: SecretSeed;
  readonly formerSeed: (SecretSeed & { readonly until: number }) | null;
  readonly health: Health;
  /** Whether its wallet had a settled task when it was last tested: where an event has too many webhooks, these come first. */
  readonly isKnown: boolean;
  readonly createdAt: number;
}

export const HEALTHY: Health = { failures: 0, failingSince: null, pausedUntil: 0 };

/** Its receiver's behaviour after one more failure. */
export function afterFailure({ failures, failingSince }: Health, nowMs: number): Health {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 16), MAX_PAUSE_MS);
  return { failures: failures + 1, failingSince: failingSince ?? nowMs, pausedUntil: nowMs + pause };
}

/** Its receiver's behaviour after an answer that took so long. */
export function afterSuccess(tookMs: number, nowMs: number): Health {
  return tookMs <= SLOW_MS ? HEALTHY : { ...HEALTHY, pausedUntil: nowMs + tookMs * REST_FACTOR };
}

/** The seeds whose secrets sign now, the newest first. */
export function signingSeeds({ seed, formerSeed }: Subscription, nowMs: number): SecretSeed[] {
  return [seed, ...(formerSeed && nowMs < formerSeed.until ? [formerSeed] : [])];
}

/** A subscription as its owner sees it: never with its secret. */
export function subscriptionView(subscription: Subscription, nowMs: number) {
  const { id, url, types, scope, task, filter, description, status, disabledReason, createdAt } = subscription;
  const { health, formerSeed } = subscription;
  return {
    id,
    url,
    types: [...types],
    scope,
    task: task && { contract: task.contract, taskId: String(task.taskId) },
    filter,
    description,
    status,
    disabledReason,
    failingSince: iso(health.failingSince),
    pausedUntil: nowMs < health.pausedUntil ? iso(health.pausedUntil) : null,
    formerSecretUntil: formerSeed && nowMs < formerSeed.until ? iso(formerSeed.until) : null,
    createdAt: new Date(createdAt).toISOString(),
  };
}

/** A delivery as its owner sees it. */
export function deliveryView({ subscriptionId, createdAt, attemptedAt, ...delivery }: Delivery) {
  const { id, eventId, type, status, attempts, result } = delivery;
  return {
    id,
    webhookId: subscriptionId,
    eventId,
    type,
    status,
    attempts,
    result,
    createdAt: new Date(createdAt).toISOString(),
    attemptedAt: iso(attemptedAt),
  };
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Tells the owner that a subscription was switched off; once for each time that it is switched off. */
export function disabledEvent({ id, wallet }: Subscription, reason: DisabledReason, nowMs: number): NewEvent {
  return {
    id: eventId("webhook.disabled", id, nowMs),
    type: "webhook.disabled",
    timeMs: nowMs,
    task: null,
    actor: null,
    recipients: [wallet],
    data: { webhookId: id, reason },
    block: null,
    supersedes: null,
  };
}
