import type { Address } from "../address";
import { DAY_MS, DAY_SECONDS } from "../time";
import { eventView, type EventType, type MarketEvent } from "../events/event";
import { sha256 } from "../sha256";

/** Maximum size of a webhook's body. */
const MAX_BODY_BYTES = 16 * 1024;
/** The time in which a receiver must answer. */
export const TIMEOUT_MS = 10_000;
/** Attempts of one delivery, the first included. */
export const MAX_ATTEMPTS = 17;
/** The pauses between attempts: 5 s, doubled each time, at most a day; 2.9 days in total. */
export const BACK_OFF = { minSeconds: 5, maxSeconds: DAY_SECONDS, doublings: 15 } as const;
/** The queue has given up on a delivery that is this old and was not attempted for this long: all pauses and a margin. */
const MAX_QUEUED_MS = 4 * DAY_MS;
/** How long a delivery is listed and can be replayed. */
export const KEPT_DAYS = 30;
/** No other attempt starts while one is under way; longer than it can take. */
export const LEASE_MS = TIMEOUT_MS + 5_000;

export type DeliveryStatus = "pending" | "delivered" | "failed";

/** One event on its way to one subscription. */
export interface Delivery {
  /** The `webhook-id`: the same for every attempt and replay. */
  readonly id: string;
  readonly subscriptionId: string;
  readonly wallet: Address;
  readonly eventId: string;
  readonly type: EventType;
  /** What is sent, byte for byte. */
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly replays: number;
  /** The last attempt's result: an HTTP status, or why there was none. */
  readonly result: string | null;
  readonly createdAt: number;
  readonly attemptedAt: number | null;
  /** An attempt is under way until this time at the latest. */
  readonly leasedUntil: number;
}

/** Given by the subscription and the event, so that repeating the dispatch makes no second delivery. */
export function deliveryId(subscriptionId: string, eventId: string): string {
  return `msg_${sha256(`${subscriptionId}|${eventId}`).slice(0, 32)}`;
}

/** A new delivery of an event. */
export function newDelivery(
  { id: subscriptionId, wallet }: { id: string; wallet: Address },
  event: MarketEvent,
  nowMs: number,
): Delivery {
  return {
    id: deliveryId(subscriptionId, event.id),
    subscriptionId,
    wallet,
    eventId: event.id,
    type: event.type,
    body: bodyOf(event),
    status: "pending",
    attempts: 0,
    replays: 0,
    result: null,
    createdAt: nowMs,
    attemptedAt: null,
    leasedUntil: 0,
  };
}

/** Whether the queue will attempt it again. One may stay pending without: if its last attempt ended with a fault. */
export function isWaiting({ status, createdAt, attemptedAt }: Delivery, nowMs: number): boolean {
  return status === "pending" && nowMs - Math.max(createdAt, attemptedAt ?? 0) < MAX_QUEUED_MS;
}

/** The event as `/mkt/events` shows it now, without `data` should it be too large. */
function bodyOf(event: MarketEvent): string {
  const view = eventView(event);
  const body = JSON.stringify(view);
  return Buffer.byteLength(body) <= MAX_BODY_BYTES ? body : JSON.stringify({ ...view, data: { truncated: true } });
}

/** The result of one attempt to send. */
export type Outcome =
  | { readonly kind: "delivered"; readonly result: string }
  | { readonly kind: "gone"; readonly result: string }
  | { readonly kind: "failed"; readonly result: string };

/** What an HTTP status means: 2xx is success, 410 ends the subscription; redirects are not followed. */
export function outcomeOf(status: number): Outcome {
  const result = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { kind: "delivered", result };
  if (status === 410) return { kind: "gone", result };
  if (status >= 300 && status < 400) return { kind: "failed", result: `${result}: redirects are not followed` };
  return { kind: "failed", result };
}
