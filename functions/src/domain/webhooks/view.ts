import type { Delivery } from "./delivery";
import type { Subscription } from "./subscription";

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
