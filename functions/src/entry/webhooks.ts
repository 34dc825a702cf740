import { dispatch } from "../application/webhooks/dispatch";
import { attempt, type Result } from "../application/webhooks/send";
import { MAX_ATTEMPTS } from "../domain/webhooks/delivery";
import { Lane, Lanes } from "../http/lane";
import type { QueuedDelivery } from "../ports/webhooks";
import type { wire } from "./wire";

type Parts = ReturnType<typeof wire>;

/** Attempts of one instance at one receiver: concurrent, queued, and the maximum wait. */
const LANE_WIDTH = 8;
const MAX_WAITING = 100;
const MAX_WAIT_MS = 2_000;

/** Thrown where a receiver has as many attempts under way as it may have. */
class Busy extends Error {}

/** Queues the deliveries of an event of the log; false if it should be repeated later. */
export async function dispatchEvent(id: string, parts: Parts): Promise<boolean> {
  const { settings, events, webhooks, tasks, deliveryQueue, nowMs } = parts;
  const event = settings.webhooks && (await events().find(id));
  if (!event) return true;
  const { isComplete } = await dispatch(event, {
    webhooks: webhooks(),
    tasks: tasks(),
    queue: deliveryQueue(),
    nowMs,
  });
  return isComplete;
}

/** Makes the attempts of an instance: a few at a time for each receiver, so that a slow one occupies no more than that. */
export class Deliverer {
  private readonly lanes = new Lanes(() => new Lane(LANE_WIDTH, MAX_WAITING, MAX_WAIT_MS));

  constructor(private readonly parts: Parts) {}

  /** @param retries how often the queue has tried before */
  async deliver(queued: QueuedDelivery, retries: number): Promise<Result> {
    const { settings, webhooks, webhookSender, events, log, nowMs } = this.parts;
    if (!settings.webhooks) return "done";
    const { keys } = settings.webhooks;
    const parts = { webhooks: webhooks(), sender: webhookSender(), events: events(), keys, log, nowMs };
    const isLast = retries + 1 >= MAX_ATTEMPTS;
    try {
      return await this.lanes.run(queued.subscriptionId, () => attempt(queued, isLast, parts), refuseBusy);
    } catch (error) {
      if (error instanceof Busy) return "retry";
      throw error;
    }
  }
}

function refuseBusy(): never {
  throw new Busy();
}
