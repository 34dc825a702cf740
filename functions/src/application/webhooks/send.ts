import { isPrivate, type MarketEvent } from "../../domain/events/event";
import type { TaskMetadata } from "../../domain/task/metadata";
import type { UnitOfWork } from "../../domain/unitOfWork";
import { outcomeOf, newDelivery, type Delivery, type Outcome } from "../../domain/webhooks/delivery";
import {
  factsOf,
  keysOfEvent,
  afterFailure,
  afterSuccess,
  MAX_FAILING_MS,
  signingSeeds,
  disabledEvent,
  type DisabledReason,
  type Subscription,
} from "../../domain/webhooks/subscription";
import { secretOf, signedHeaders, type Message, type WebhookKey } from "../../domain/webhooks/secret";
import type {
  EventLog,
  QueuedDelivery,
  Webhooks,
  WebhookSender,
  DeliveryQueue,
  Matches,
  MatchPlace,
  Pass,
} from "../../ports/events";
import type { Log } from "../../ports/log";
import type { Tasks } from "../../ports/tasks";

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

export interface DispatchParts {
  readonly webhooks: Pick<Webhooks, "matching" | "addDeliveries">;
  readonly tasks: Pick<Tasks, "get">;
  readonly queue: DeliveryQueue;
  readonly nowMs: () => number;
}

/** How long the metadata of a new task is waited for. */
const METADATA_MS = 600_000;
/** How many queue tasks are added at a time. */
const AT_A_TIME = 25;
/** The most deliveries that one run queues; another one continues, so that each ends in a few seconds. */
const MAX_IN_RUN = 200;

/**
 * Queues one delivery of an event for each subscription that it matches: those of its recipients first.
 *
 * Repeating it repeats nothing: deliveries and queue tasks are named by subscription and event. A delivery is stored
 * before it is queued, so that a run that ends in between is completed by the next one.
 *
 * The metadata of a new task may arrive after its event: then the event itself is queued for the pass `late`.
 */
export async function dispatch(event: MarketEvent, parts: DispatchParts): Promise<void> {
  const metadata = await metadataOf(event, parts);
  if (metadata === null && mayGetMetadata(event, parts.nowMs())) {
    await parts.queue.add(`${event.id}-labels`, { eventId: event.id, pass: "late", from: null });
  }
  await queueFor(event, { pass: metadata ? "full" : "bare", from: null }, metadata, parts);
}

/**
 * Does what an earlier run has left: the deliveries from a place on, or those that need the task's metadata.
 *
 * @returns whether it should be repeated later, because there is no metadata yet
 */
export async function continueDispatch(
  event: MarketEvent,
  left: { pass: Pass; from: MatchPlace | null },
  parts: DispatchParts,
): Promise<"done" | "retry"> {
  const metadata = left.pass === "bare" ? null : await metadataOf(event, parts);
  if (left.pass === "late" && metadata === null) return mayGetMetadata(event, parts.nowMs()) ? "retry" : "done";
  await queueFor(event, left, metadata, parts);
  return "done";
}

async function metadataOf({ task, type }: MarketEvent, { tasks }: DispatchParts) {
  return task && !isPrivate(type) ? ((await tasks.get(task))?.metadata ?? null) : null;
}

function mayGetMetadata({ type, timeMs }: MarketEvent, nowMs: number): boolean {
  return type === "task.created" && nowMs - timeMs < METADATA_MS;
}

async function queueFor(
  event: MarketEvent,
  { pass, from }: { pass: Pass; from: MatchPlace | null },
  metadata: TaskMetadata | null,
  parts: DispatchParts,
): Promise<void> {
  const facts = factsOf(event, metadata);
  const all = keysOfEvent(event, facts);
  const before = new Set(pass === "late" ? keysOfEvent(event, factsOf(event, null)).open : []);
  const keys = pass === "late" ? { own: [], open: all.open.filter((key) => !before.has(key)) } : all;
  let queued = 0;
  for await (const matches of parts.webhooks.matching(keys, facts, event.id.slice(-32), from)) {
    queued += matches.subscriptions.length;
    const rest = queued >= MAX_IN_RUN ? matches.next : null;
    // What follows is queued first, so that it does not depend on these deliveries.
    if (rest) {
      const { group, part, read } = rest;
      const name = `${event.id}-${pass}-${group}-${part}-${read}`;
      await parts.queue.add(name, { eventId: event.id, pass, from: rest });
    }
    await queueDeliveries(event, matches, parts);
    if (rest) return;
  }
}

async function queueDeliveries(
  event: MarketEvent,
  { subscriptions, isOwn }: Matches,
  { webhooks, queue, nowMs }: DispatchParts,
): Promise<void> {
  const deliveries = subscriptions.map((subscription) => newDelivery(subscription, event, nowMs()));
  for (let at = 0; at < deliveries.length; at += AT_A_TIME) {
    const some = deliveries.slice(at, at + AT_A_TIME);
    await webhooks.addDeliveries(some);
    await Promise.all(some.map(({ id, subscriptionId }) => queue.add(id, { deliveryId: id, subscriptionId, isOwn })));
  }
}
