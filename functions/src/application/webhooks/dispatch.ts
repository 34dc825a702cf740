import type { MarketEvent, NewEvent } from "../../domain/events/event";
import { newDelivery } from "../../domain/webhooks/delivery";
import type { DeliveryQueue, Webhooks } from "../../ports/webhooks";

export interface DispatchParts {
  readonly webhooks: Pick<Webhooks, "matching" | "addDeliveries">;
  readonly queue: DeliveryQueue;
  readonly nowMs: () => number;
}

/** How many queue tasks are added at a time. */
const AT_A_TIME = 25;

/**
 * Queues one delivery of an event for each subscription that it matches; how many.
 *
 * Repeating it repeats nothing: deliveries and queue tasks are named by subscription and event. A delivery is stored
 * before it is queued, so that a run that ends in between is completed by the next one.
 */
export async function dispatch(
  event: NewEvent | MarketEvent,
  { webhooks, queue, nowMs }: DispatchParts,
): Promise<{ deliveries: number }> {
  let count = 0;
  for await (const subscriptions of webhooks.matching(event)) {
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
  return { deliveries: count };
}
