import type { Address } from "../../domain/address";
import { eventCursor, positionOf } from "../../domain/events/cursor";
import type { EventTopic, Feed, MarketEvent } from "../../domain/events/event";
import type { EventLog } from "../../ports/events";
import { EventTail } from "./tail";

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
