import { isPrivate, type NewEvent } from "../../domain/events/event";
import { newDelivery } from "../../domain/webhooks/delivery";
import { labelsOf } from "../../domain/webhooks/subscription";
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
 * Queues one delivery of an event for each subscription that it matches.
 *
 * Repeating it repeats nothing: deliveries and queue tasks are named by subscription and event. A delivery is stored
 * before it is queued, so that a run that ends in between is completed by the next one.
 *
 * @returns how many, and whether it should be repeated later: the metadata of a new task may arrive after its event
 */
export async function dispatch(
  event: NewEvent,
  { webhooks, tasks, queue, nowMs }: DispatchParts,
): Promise<{ deliveries: number; isComplete: boolean }> {
  const isMarket = event.task !== null && !isPrivate(event.type);
  const metadata = isMarket && event.task ? ((await tasks.get(event.task))?.metadata ?? null) : null;
  let count = 0;
  for await (const subscriptions of webhooks.matching(event, isMarket ? labelsOf(event, metadata) : {})) {
    const deliveries = subscriptions.map((subscription) => newDelivery(subscription, event, nowMs()));
    await webhooks.addDeliveries(deliveries);
    for (let at = 0; at < deliveries.length; at += AT_A_TIME) {
      await Promise.all(
        deliveries
          .slice(at, at + AT_A_TIME)
          .map(({ id, subscriptionId }) => queue.add(id, { deliveryId: id, subscriptionId })),
      );
    }
    count += deliveries.length;
  }
  const isNew = event.type === "task.created" && nowMs() - event.timeMs < METADATA_MS;
  return { deliveries: count, isComplete: !isNew || metadata !== null };
}
