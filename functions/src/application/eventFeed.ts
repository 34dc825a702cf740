import type { Address } from "../domain/address";
import { refuse } from "../domain/errors";
import {
  eventCursor,
  positionOf,
  feedName,
  feedsOf,
  topicOf,
  type EventTopic,
  type Feed,
  type MarketEvent,
} from "../domain/events/event";
import type { EventLog } from "../ports/events";

export interface FeedParts {
  events: () => Pick<EventLog, "count" | "head" | "read">;
  nowMs: () => number;
  /** Requests that may wait in this instance, where its concurrency is lower than that of `/mkt/events`. */
  maxWaiting?: number;
}

export interface FeedRequest {
  readonly feed: Feed;
  readonly topics: readonly EventTopic[] | null;
  /** Null for the oldest event, `latest` for what comes from now on. */
  readonly cursor: string | null;
  readonly limit: number;
  readonly waitMs: number;
  /** Who asks, for the limit of requests that wait. */
  readonly client: string;
  /** Calls back if the client goes away; returns what ends that. */
  readonly onGone?: (act: () => void) => () => void;
}

export interface FeedPage {
  readonly events: readonly MarketEvent[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** Reads feeds, and lets requests wait for what comes next. One for each instance. */
export class EventFeed {
  private readonly tail: EventTail;

  constructor(private readonly parts: FeedParts) {
    this.tail = new EventTail(parts.events, parts.maxWaiting);
  }

  /**
   * The events of a feed after a cursor. `limit` + 1 reads, one more for `latest`, and one for each deployment whose
   * chain events are among them. To wait costs one more page at the end.
   */
  async read(request: FeedRequest): Promise<FeedPage> {
    const { feed, topics, client, waitMs } = request;
    const after = await this.positionAt(request.cursor);
    if (waitMs === 0) return this.page(request, after);
    const until = this.parts.nowMs() + waitMs;
    const place = await this.tail.join(client, feed, topics);
    let isGone = false;
    const stop = request.onGone?.(() => {
      isGone = true;
      place.leave();
    });
    try {
      for (;;) {
        const page = await this.page(request, after);
        const left = until - this.parts.nowMs();
        if (page.events.length > 0 || left <= 0 || isGone) return page;
        await place.wait(left);
      }
    } finally {
      stop?.();
      place.leave();
    }
  }

  /** How many of a wallet's own events come after a cursor, at most `max`. One read, and one more for `latest`. */
  async unread(wallet: Address, cursor: string, max: number): Promise<number> {
    const after = await this.positionAt(cursor);
    return this.parts.events().count({ wallet, contract: null, taskId: null }, after, max);
  }

  private async page({ feed, topics, limit }: FeedRequest, after: number): Promise<FeedPage> {
    const nowMs = this.parts.nowMs();
    const read = await this.parts.events().read({ feed, topics, after, limit: limit + 1 });
    const events = read.slice(0, limit);
    // A cursor is valid until what comes after it may be deleted: the first event that is left, or what is still to come.
    const readAt = Math.floor(Math.min(nowMs, read[limit]?.writtenAtMs ?? nowMs) / 1000);
    const position = events.at(-1)?.position ?? after;
    return { events, nextCursor: eventCursor({ position, readAt }), hasMore: read.length > limit };
  }

  private async positionAt(cursor: string | null): Promise<number> {
    if (cursor === null) return 0;
    return cursor === "latest" ? this.parts.events().head() : positionOf(cursor, Math.floor(this.parts.nowMs() / 1000));
  }
}

/** Requests that may wait in one instance of `/mkt/events`; below its concurrency, so that others are still served. */
const MAX_WAITING = 60;
const MAX_WAITING_PER_CLIENT = 4;
/** How often the log is read while requests wait, regardless of how many. */
const POLL_MS = 1_000;
/** More new events at once wake every waiting request instead of being matched. */
const MAX_POLLED = 100;
const RETRY_SECONDS = 5;

interface Waiter {
  readonly client: string;
  readonly isMeant: (event: MarketEvent) => boolean;
  readonly wake: () => void;
}

/** A place among the requests that wait. */
export interface Place {
  /** Resolves when there may be something to read, or after this time. */
  wait(ms: number): Promise<void>;
  /** Gives the place to others, and ends a wait. */
  leave(): void;
}

/**
 * Lets requests wait for new events. While at least one waits, the instance reads what is new in the log once a second:
 * one read, or one for each new event, at most `MAX_POLLED`.
 */
class EventTail {
  private readonly waiters = new Set<Waiter>();
  private starting: Promise<void> | null = null;
  private position = 0;

  constructor(
    private readonly events: () => Pick<EventLog, "head" | "read">,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  /**
   * Takes a place. What is published from now on wakes it, so that a caller who then reads and finds nothing misses
   * nothing by waiting. Refuses `rate_limited` if too many wait.
   */
  async join(client: string, feed: Feed, topics: readonly EventTopic[] | null): Promise<Place> {
    this.requireRoom(client);
    const name = feedName(feed);
    let isWoken = false;
    let resume: () => void = () => {};
    const waiter: Waiter = {
      client,
      isMeant: (event) => feedsOf(event).includes(name) && (topics?.includes(topicOf(event.type)) ?? true),
      wake() {
        isWoken = true;
        resume();
      },
    };
    this.waiters.add(waiter);
    const leave = () => {
      this.waiters.delete(waiter);
      waiter.wake();
    };
    try {
      await (this.starting ??= this.start());
    } catch (error) {
      leave();
      throw error;
    }
    return {
      leave,
      wait: (ms) =>
        new Promise<void>((resolve) => {
          if (isWoken) return resolve();
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        }).then(() => void (isWoken = false)),
    };
  }

  private requireRoom(client: string): void {
    const own = [...this.waiters].filter((waiter) => waiter.client === client).length;
    const most = Math.min(MAX_WAITING_PER_CLIENT, this.maxWaiting);
    if (own < most && this.waiters.size < this.maxWaiting) return;
    const who = own < most ? "here" : "from this address";
    refuse("rate_limited", `Too many requests wait ${who}. Send this one again without wait, or later.`, {
      retryAfter: RETRY_SECONDS,
    });
  }

  private async start(): Promise<void> {
    try {
      this.position = await this.events().head();
    } catch (error) {
      this.starting = null;
      throw error;
    }
    this.pollLater();
  }

  /** The timer is unref'd: each waiting request has its own, so a process without any may end. */
  private pollLater(): void {
    setTimeout(() => void this.poll(), POLL_MS).unref();
  }

  private async poll(): Promise<void> {
    if (this.waiters.size === 0) {
      this.starting = null;
      return;
    }
    try {
      await this.readOnce();
    } catch {
      // The requests that wait get the database's failure when they read themselves.
    }
    this.pollLater();
  }

  private async readOnce(): Promise<void> {
    const read = await this.events().read({ feed: null, topics: null, after: this.position, limit: MAX_POLLED });
    const isAll = read.length < MAX_POLLED;
    this.position = isAll ? (read.at(-1)?.position ?? this.position) : await this.events().head();
    for (const waiter of this.waiters) if (!isAll || read.some(waiter.isMeant)) waiter.wake();
  }
}
