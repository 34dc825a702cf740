import type { Address } from "../domain/address";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Delivery } from "../domain/webhooks/delivery";
import type { TaskFacts } from "../domain/webhooks/filter";
import type { EventKeys } from "../domain/webhooks/keys";
import type { DisabledReason, Health, Subscription } from "../domain/webhooks/subscription";
import type { Page } from "./tasks";

export interface Loaded {
  readonly delivery: Delivery | null;
  readonly subscription: Subscription | null;
  /**
   * Starts an attempt; null if the delivery has changed since it was read, for example by another attempt. One write. For
   * a receiver that is not well one more, which lets one attempt through at a time.
   */
  readonly claim: (nowMs: number) => Promise<Delivery | null>;
}

/** A subscription as it was read. */
export interface StoredSubscription {
  readonly subscription: Subscription;
  /** Replaces it; the unit conflicts if it has changed since it was read, or was deleted. One write. */
  replace(changed: Subscription, unit: UnitOfWork): void;
}

/** Subscriptions that an event matches. */
export interface Matches {
  readonly subscriptions: readonly Subscription[];
  /** Whether the event is in their wallets' own feeds. */
  readonly isOwn: boolean;
}

/** Webhook subscriptions and their deliveries. Every method throws `StoreUnavailable` when the database does not answer. */
export interface Webhooks {
  /** Adds a subscription; false if the wallet already has the maximum. One read; two writes in the unit. */
  create(subscription: Subscription, unit: UnitOfWork): Promise<boolean>;
  /** One read. */
  find(id: string): Promise<StoredSubscription | null>;
  /** A wallet's subscriptions, oldest first. One read, and one for each. */
  list(wallet: Address): Promise<Subscription[]>;
  /** Two writes, one read. Deliveries under way end at their next attempt. */
  delete(subscription: Subscription, unit: UnitOfWork): Promise<void>;
  /** Switches an active subscription off, with the unit's writes; false if it is not active. One read, one write. */
  disable(id: string, reason: DisabledReason, unit: UnitOfWork): Promise<boolean>;
  /** Notes how a receiver behaves. One write. */
  noteHealth(id: string, health: Health): Promise<void>;

  /**
   * The active subscriptions that an event matches, in batches, each once: those of its recipients first. One read for
   * each of them, one more for each 30 keys of the event. Of subscriptions that do not match, only those are read whose
   * main term the task has.
   *
   * Where more than 1,000 in the open feeds share 30 keys, 1,000 of known wallets are told, and 1,000 of others, from a
   * place in their order that `draw` decides.
   *
   * @param draw 32 hex digits that no subscriber chooses
   */
  matching(keys: EventKeys, facts: TaskFacts, draw: string): AsyncIterable<Matches>;

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
  /** Newest first; `limit` + 1 reads. */
  deliveries(subscriptionId: string, limit: number, cursor: string | null): Promise<Page<Delivery>>;
}

/** A delivery on its way to the function that sends. */
export interface QueuedDelivery {
  readonly deliveryId: string;
  readonly subscriptionId: string;
  /** Whether the event is in its wallet's own feed: such deliveries do not wait for the others. */
  readonly isOwn: boolean;
}

/** An event that awaits its task's metadata, to be dispatched by them as well. */
export interface QueuedEvent {
  readonly eventId: string;
}

export type QueuedWork = QueuedDelivery | QueuedEvent;

/** The queue of deliveries: at least once each, with pauses between attempts that grow over three days. */
export interface DeliveryQueue {
  /** `name` makes the queue's task unique: adding the same one again does nothing. */
  add(name: string, work: QueuedWork): Promise<void>;
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
