import { isPrivate, type MarketEvent } from "../../domain/events/event";
import type { TaskMetadata } from "../../domain/task/metadata";
import { newDelivery } from "../../domain/webhooks/delivery";
import { factsOf } from "../../domain/webhooks/filter";
import { keysOfEvent } from "../../domain/webhooks/keys";
import type { Tasks } from "../../ports/tasks";
import type { DeliveryQueue, Matches, MatchPlace, Pass, Webhooks } from "../../ports/webhooks";

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
