import type { Address } from "../domain/address";
import type { NewEvent } from "../domain/events/event";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Delivery } from "../domain/webhooks/delivery";
import type { DisabledReason, Health, Labels, Subscription } from "../domain/webhooks/subscription";

/** A page of deliveries, newest first. */
export interface DeliveryPage {
  readonly items: readonly Delivery[];
  readonly nextCursor: string | null;
}

export interface Loaded {
  readonly delivery: Delivery | null;
  readonly subscription: Subscription | null;
  /** Starts an attempt; null if the delivery has changed since it was read, for example by another attempt. One write. */
  readonly claim: (nowMs: number) => Promise<Delivery | null>;
}

/** Webhook subscriptions and their deliveries. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Webhooks {
  /** Adds a subscription; false if the wallet already has the maximum. One read; two writes in the unit. */
  create(subscription: Subscription, unit: UnitOfWork): Promise<boolean>;
  /** One read. */
  find(id: string): Promise<Subscription | null>;
  /** A wallet's subscriptions, oldest first. One read, and one for each. */
  list(wallet: Address): Promise<Subscription[]>;
  /** Replaces a subscription; the unit conflicts if it was deleted meanwhile. One write. */
  put(subscription: Subscription, unit?: UnitOfWork): Promise<void>;
  /** Two writes, one read. Deliveries under way end at their next attempt. */
  delete(subscription: Subscription, unit: UnitOfWork): Promise<void>;
  /** Switches an active subscription off, with the unit's writes; false if it is not active. One read, one write. */
  disable(id: string, reason: DisabledReason, unit: UnitOfWork): Promise<boolean>;
  /** Notes how a receiver behaves. One write. */
  noteHealth(id: string, health: Health): Promise<void>;

  /**
   * The active subscriptions that an event matches, in batches. One read for each of them, one more for each 30 keys of
   * the event; none for subscriptions that do not match.
   */
  matching(event: NewEvent, labels: Labels): AsyncIterable<readonly Subscription[]>;

  /** Stores deliveries that are not stored yet. One write each. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<void>;
  /** A delivery and its subscription; null where there is none. Two reads. */
  load(deliveryId: string, subscriptionId: string): Promise<Loaded>;
  /** Stores how an attempt ended. One write. */
  record(id: string, changes: Partial<Pick<Delivery, "status" | "result" | "leasedUntil">>): Promise<void>;
  /**
   * Makes a wallet's delivery pending again, if it is not; null if it has no such delivery. One read and one write.
   */
  replay(id: string, wallet: Address): Promise<Delivery | null>;
  /** `limit` + 1 reads. */
  deliveries(subscriptionId: string, limit: number, cursor: string | null): Promise<DeliveryPage>;
}

/** What the queue carries to the function that sends. */
export interface QueuedDelivery {
  readonly deliveryId: string;
  readonly subscriptionId: string;
}

/** The queue of deliveries: at least once each, with pauses between attempts that grow over three days. */
export interface DeliveryQueue {
  /** `name` makes the queue's task unique: adding the same one again does nothing. */
  add(name: string, delivery: QueuedDelivery): Promise<void>;
}

/** The answer of a receiver, or why there was none. */
export type Reply = { readonly status: number; readonly text: string } | { readonly fault: string };

/** Sends HTTP requests to addresses that strangers name: to public ones only. */
export interface WebhookSender {
  /** The rule that a URL breaks, as the end of a sentence; null if deliveries may go there. Resolves its host. */
  brokenRule(url: string): Promise<string | null>;
  /**
   * POSTs JSON. The address is checked and used in one step; redirects are not followed; at most `maxReplyBytes` of the
   * answer are read, and it is cut off. Takes `TIMEOUT_MS` at most and never throws.
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string, maxReplyBytes: number): Promise<Reply>;
}
