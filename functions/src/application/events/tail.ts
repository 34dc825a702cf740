import { refuse } from "../../domain/errors";
import { feedName, feedsOf, topicOf, type EventTopic, type Feed, type MarketEvent } from "../../domain/events/event";
import type { EventLog } from "../../ports/events";

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
export class EventTail {
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
