import type { EventTopic, Feed, MarketEvent, NewEvent } from "../domain/events/event";
import type { UnitOfWork } from "../domain/unitOfWork";

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
