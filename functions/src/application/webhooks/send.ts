import type { EventLog } from "../../ports/events";
import type { Log } from "../../ports/log";
import type { QueuedDelivery, Webhooks, WebhookSender } from "../../ports/webhooks";
import { secretOf, signedHeaders, type Message, type WebhookKey } from "../../domain/webhooks/secret";
import {
  afterFailure,
  afterSuccess,
  MAX_FAILING_MS,
  signingSeeds,
  disabledEvent,
  type DisabledReason,
  type Subscription,
} from "../../domain/webhooks/subscription";
import { outcomeOf, type Delivery, type Outcome } from "../../domain/webhooks/delivery";
import type { UnitOfWork } from "../../domain/unitOfWork";

export interface SendParts {
  readonly webhooks: Pick<Webhooks, "load" | "record" | "noteHealth" | "disable">;
  readonly sender: Pick<WebhookSender, "post">;
  readonly events: Pick<EventLog, "append">;
  readonly keys: readonly WebhookKey[];
  readonly log: Log;
  readonly nowMs: () => number;
}

/** `retry`: the queue should try again after its next pause. */
export type Result = "done" | "retry";

/**
 * Makes one attempt at a delivery.
 *
 * Two reads and two writes if it succeeds. While a receiver is failing or slow, most attempts end without a request: it
 * gets one at a time, and a pause that grows with each failure and with the time that it takes.
 *
 * @param isLast whether the queue gives up after this attempt
 */
export async function attempt(queued: QueuedDelivery, isLast: boolean, parts: SendParts): Promise<Result> {
  const { webhooks, nowMs } = parts;
  const { delivery, subscription, claim } = await webhooks.load(queued.deliveryId, queued.subscriptionId);
  if (delivery?.status !== "pending") return "done";
  if (subscription?.status !== "active") return giveUp(delivery, "The subscription is not active.", parts);
  if (nowMs() < subscription.health.pausedUntil) {
    return isLast ? giveUp(delivery, delivery.result ?? "The receiver kept failing.", parts) : "retry";
  }
  if (nowMs() < delivery.leasedUntil) return "retry";
  const claimed = await claim(nowMs());
  if (!claimed) return "retry";
  const start = nowMs();
  const outcome = await sendOnce(subscription, claimed, parts);
  return conclude(outcome, { delivery: claimed, subscription, isLast, tookMs: nowMs() - start }, parts);
}

/** Ends a delivery that will not be attempted again, unless an attempt is under way, which ends it itself. */
export async function abandon(queued: QueuedDelivery, result: string, parts: SendParts): Promise<Result> {
  const { delivery } = await parts.webhooks.load(queued.deliveryId, queued.subscriptionId);
  const isIdle = delivery?.status === "pending" && parts.nowMs() >= delivery.leasedUntil;
  return isIdle ? giveUp(delivery, result, parts) : "done";
}

async function giveUp({ id }: Delivery, result: string, { webhooks }: SendParts): Promise<Result> {
  await webhooks.record(id, { status: "failed", result });
  return "done";
}

async function sendOnce(
  subscription: Subscription,
  { id, body, attempts }: Delivery,
  parts: SendParts,
): Promise<Outcome> {
  const message = { id, timestamp: Math.floor(parts.nowMs() / 1000), body };
  const headers = headersFor(subscription, message, attempts, parts.keys, parts.nowMs());
  if (!headers) return { kind: "failed", result: "The subscription's secret cannot be used any more: rotate it." };
  const reply = await parts.sender.post(subscription.url, headers, body, 0);
  return "fault" in reply ? { kind: "failed", result: reply.fault } : outcomeOf(reply.status);
}

/** The headers of one attempt; null if no secret is left to sign with. */
export function headersFor(
  subscription: Subscription,
  message: Message,
  attempts: number,
  keys: readonly WebhookKey[],
  nowMs: number,
): Record<string, string> | null {
  const secrets = signingSeeds(subscription, nowMs).flatMap((seed) => secretOf(seed, keys) ?? []);
  return secrets.length === 0 ? null : { ...signedHeaders(message, secrets), "webhook-attempt": String(attempts) };
}

interface Attempted {
  delivery: Delivery;
  subscription: Subscription;
  isLast: boolean;
  tookMs: number;
}

async function conclude(
  outcome: Outcome,
  { delivery, subscription, isLast, tookMs }: Attempted,
  parts: SendParts,
): Promise<Result> {
  const { webhooks, nowMs } = parts;
  const { kind, result } = outcome;
  if (kind === "delivered") {
    await webhooks.record(delivery.id, { status: "delivered", result });
    const health = afterSuccess(tookMs, nowMs());
    if (health.pausedUntil !== subscription.health.pausedUntil) await webhooks.noteHealth(subscription.id, health);
    return "done";
  }
  if (kind === "gone") {
    await disable(subscription, "gone", parts);
    return giveUp(delivery, result, parts);
  }
  const health = afterFailure(subscription.health, nowMs());
  if (nowMs() - (health.failingSince ?? nowMs()) >= MAX_FAILING_MS) {
    await disable(subscription, "failing", parts);
    return giveUp(delivery, result, parts);
  }
  await webhooks.noteHealth(subscription.id, health);
  await webhooks.record(delivery.id, { status: isLast ? "failed" : "pending", result, leasedUntil: 0 });
  return isLast ? "done" : "retry";
}

/** Switches a subscription off, with an event for its owner. */
async function disable(
  subscription: Subscription,
  disabledReason: DisabledReason,
  { webhooks, events, log, nowMs }: SendParts,
): Promise<void> {
  const unit: UnitOfWork = { writes: [] };
  events.append([disabledEvent(subscription, disabledReason, nowMs())], unit);
  if (await webhooks.disable(subscription.id, disabledReason, unit)) {
    log.warn("webhook.disabled", { subscription: subscription.id, reason: disabledReason });
  }
}
