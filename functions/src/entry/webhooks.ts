import {
  continueDispatch,
  dispatch,
  abandon,
  attempt,
  type DispatchParts,
  type Result,
} from "../application/webhooks/send";
import type { MarketEvent } from "../domain/events/event";
import { MAX_ATTEMPTS } from "../domain/webhooks/delivery";
import { Lane, Lanes } from "../http/limits";
import type { QueuedWork } from "../ports/events";
import type { wire } from "./wire";

type Parts = ReturnType<typeof wire>;

/**
 * An instance has 80 places, and what waits in a lane takes one, too. One receiver gets 4 and 4 that wait, a tenth: at
 * 100 ms an answer, 40 a second in each of 20 instances. Those of open feeds get 32 and 8, half of the places together,
 * so that however many strangers follow the market, the parties' own deliveries have the other half.
 */
const RECEIVER = { width: 4, maxWaiting: 4 } as const;
const OPEN_FEEDS = { width: 32, maxWaiting: 8 } as const;
const MAX_WAIT_MS = 2_000;

/** Thrown where a lane is full. */
class Busy extends Error {}

/** Queues the deliveries of an event of the log. */
export async function dispatchEvent(id: string, parts: Parts): Promise<void> {
  await withEvent(id, parts, dispatch);
}

async function withEvent<T>(
  id: string,
  { settings, events, webhooks, tasks, deliveryQueue, nowMs }: Parts,
  act: (event: MarketEvent, parts: DispatchParts) => Promise<T>,
): Promise<T | null> {
  const event = settings.webhooks && (await events().find(id));
  return event ? act(event, { webhooks: webhooks(), tasks: tasks(), queue: deliveryQueue(), nowMs }) : null;
}

/** Does the queue's work in an instance, a few attempts at a time for each receiver. */
export class Deliverer {
  private readonly receivers = new Lanes(() => new Lane(RECEIVER.width, RECEIVER.maxWaiting, MAX_WAIT_MS));
  private readonly openFeeds = new Lane(OPEN_FEEDS.width, OPEN_FEEDS.maxWaiting, MAX_WAIT_MS);

  constructor(private readonly parts: Parts) {}

  /** @param retries how often the queue has tried before */
  async work(queued: QueuedWork, retries: number): Promise<Result> {
    if ("eventId" in queued) {
      const act = (event: MarketEvent, parts: DispatchParts) => continueDispatch(event, queued, parts);
      return (await withEvent(queued.eventId, this.parts, act)) ?? "done";
    }
    const { settings, webhooks, webhookSender, events, log, nowMs } = this.parts;
    if (!settings.webhooks) return "done";
    const { keys } = settings.webhooks;
    const parts = { webhooks: webhooks(), sender: webhookSender(), events: events(), keys, log, nowMs };
    const isLast = retries + 1 >= MAX_ATTEMPTS;
    const deliver = () => this.receivers.run(queued.subscriptionId, () => attempt(queued, isLast, parts), refuseBusy);
    try {
      return await (queued.isOwn ? deliver() : this.openFeeds.run(deliver, refuseBusy));
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      return isLast ? abandon(queued, "Too many deliveries were waiting.", parts) : "retry";
    }
  }
}

function refuseBusy(): never {
  throw new Busy();
}
