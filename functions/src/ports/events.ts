import type { Address } from "../domain/address";
import type { EventTopic, Feed, MarketEvent, NewEvent } from "../domain/events/event";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Delivery } from "../domain/webhooks/delivery";
import type { TaskFacts, EventKeys, DisabledReason, Health, Subscription } from "../domain/webhooks/subscription";
import type { Page } from "./tasks";

/** What to read from the log. */
export interface EventQuery {
  /** Null for every event, private ones included: only for the service itself. */
  readonly feed: Feed | null;
  /** Null for all; only of a feed. */
  readonly topics: readonly EventTopic[] | null;
  /** Only events after this position. */
  readonly after: number;
  readonly limit: number;
}

/**
 * The market's event log. Every method throws `StoreUnavailable` when the database does not answer.
 *
 * Why a cursor skips nothing: an event is written in the same commit as the change it describes, but without a
 * position, and cannot be read yet. `publish` then assigns positions in one atomic write that also moves the log's head
 * and fails if the head has moved since it was read. Positions therefore become visible in order: a reader that sees
 * position n can see every position up to n. A slow commit only gets a later position. No clock is involved.
 *
 * Each commit that wrote events is followed by `publish` in the same process. If that process dies in between, the next
 * `publish` of any process assigns the positions, at the latest the job that runs every minute.
 */
export interface EventLog {
  /** Adds the events to the unit of work: one write each. The unit conflicts if one of them is in the log already. */
  append(events: readonly NewEvent[], unit: UnitOfWork): void;
  /**
   * Gives all events that have no position the next ones, and returns the newest position. Events of one task keep the
   * order in which they were committed. Two reads if there is nothing to do; otherwise one read and one write for each
   * event and each 200 events. Safe to run concurrently: all but one give way.
   */
  publish(): Promise<number>;
  /**
   * Events in order of their position. `limit` reads at most, and one for each deployment whose chain events are among
   * them, to tell their finality.
   */
  read(query: EventQuery): Promise<readonly MarketEvent[]>;
  /** One event, published or not; null if the log does not have it. At most two reads. */
  find(id: string): Promise<MarketEvent | null>;
  /** The newest position; 0 in an empty log. One read. */
  head(): Promise<number>;
  /** The number of events of a feed after a position, at most `limit`. One read. */
  count(feed: Feed, after: number, limit: number): Promise<number>;
}

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
  /** Where the batches after this one start; null after the last. */
  readonly next: MatchPlace | null;
}

/** A place among an event's matches in the open feeds. */
export interface MatchPlace {
  /** Which of the event's groups of 30 keys. */
  readonly group: number;
  /** 0: all of the group at once. 1 to 4: known wallets' from the draw on, and before it; then others' likewise. */
  readonly part: number;
  /** The last id that was read of this part. */
  readonly after: string | null;
  /** How many were read of these wallets. */
  readonly read: number;
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
   * Where more than 100 in the open feeds share 30 keys, 101 reads more, and 1,000 of known wallets are returned first, then
   * 1,000 of others, each from a place in their order that `draw` decides.
   *
   * @param draw 32 hex digits that no subscriber chooses
   * @param from where another run ended; null to start with the recipients' own
   */
  matching(keys: EventKeys, facts: TaskFacts, draw: string, from: MatchPlace | null): AsyncIterable<Matches>;

  /** Stores deliveries that are not stored yet. One write each. */
  addDeliveries(deliveries: readonly Delivery[]): Promise<void>;
  /** A delivery and its subscription; null where there is none. Two reads. */
  load(deliveryId: string, subscriptionId: string): Promise<Loaded>;
  /** Stores how an attempt ended. One write. */
  record(id: string, changes: Partial<Pick<Delivery, "status" | "result" | "leasedUntil">>): Promise<void>;
  /**
   * Makes a wallet's delivery pending again, if it does not wait for an attempt; null if it has no such delivery. One
   * read and one write.
   */
  replay(id: string, wallet: Address, nowMs: number): Promise<Delivery | null>;
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

/**
 * Which subscriptions an event is dispatched to. `bare`: those that match without its task's metadata. `full`: with the
 * metadata. `late`: those that match by the metadata only, after `bare`.
 */
export type Pass = "bare" | "full" | "late";

/** An event whose dispatch awaits its task's metadata, or continues where another run ended. */
export interface QueuedEvent {
  readonly eventId: string;
  readonly pass: Pass;
  readonly from: MatchPlace | null;
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
