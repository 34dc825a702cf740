import { isPrivate, type NewEvent } from "../../domain/events/event";
import { newDelivery } from "../../domain/webhooks/delivery";
import { factsOf, type TaskFacts } from "../../domain/webhooks/filter";
import { keysOfEvent, type EventKeys } from "../../domain/webhooks/keys";
import type { Tasks } from "../../ports/tasks";
import type { DeliveryQueue, Webhooks } from "../../ports/webhooks";

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

/**
 * Queues one delivery of an event for each subscription that it matches: those of its recipients first.
 *
 * Repeating it repeats nothing: deliveries and queue tasks are named by subscription and event. A delivery is stored
 * before it is queued, so that a run that ends in between is completed by the next one.
 *
 * The metadata of a new task may arrive after its event: then the event itself is queued for `dispatchLabelled`.
 */
export async function dispatch(event: NewEvent, parts: DispatchParts): Promise<void> {
  const metadata = await metadataOf(event, parts);
  if (metadata === null && mayGetMetadata(event, parts.nowMs())) {
    await parts.queue.add(`${event.id}-labels`, { eventId: event.id });
  }
  const facts = factsOf(event, metadata);
  await queueFor(event, keysOfEvent(event, facts), facts, parts);
}

/**
 * Queues the deliveries that needed the metadata of the event's task, and no others.
 *
 * @returns whether it should be repeated later, because there is no metadata yet
 */
export async function dispatchLabelled(event: NewEvent, parts: DispatchParts): Promise<"done" | "retry"> {
  const metadata = await metadataOf(event, parts);
  if (metadata === null) return mayGetMetadata(event, parts.nowMs()) ? "retry" : "done";
  const facts = factsOf(event, metadata);
  const before = new Set(keysOfEvent(event, factsOf(event, null)).open);
  const open = keysOfEvent(event, facts).open.filter((key) => !before.has(key));
  await queueFor(event, { own: [], open }, facts, parts);
  return "done";
}

async function metadataOf({ task, type }: NewEvent, { tasks }: DispatchParts) {
  return task && !isPrivate(type) ? ((await tasks.get(task))?.metadata ?? null) : null;
}

function mayGetMetadata({ type, timeMs }: NewEvent, nowMs: number): boolean {
  return type === "task.created" && nowMs - timeMs < METADATA_MS;
}

async function queueFor(
  event: NewEvent,
  keys: EventKeys,
  facts: TaskFacts,
  { webhooks, queue, nowMs }: DispatchParts,
): Promise<void> {
  const draw = event.id.slice(-32);
  for await (const { subscriptions, isOwn } of webhooks.matching(keys, facts, draw)) {
    const deliveries = subscriptions.map((subscription) => newDelivery(subscription, event, nowMs()));
    for (let at = 0; at < deliveries.length; at += AT_A_TIME) {
      const some = deliveries.slice(at, at + AT_A_TIME);
      await webhooks.addDeliveries(some);
      await Promise.all(some.map(({ id, subscriptionId }) => queue.add(id, { deliveryId: id, subscriptionId, isOwn })));
    }
  }
}
