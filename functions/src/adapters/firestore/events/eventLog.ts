import { setTimeout as sleep } from "node:timers/promises";
import {
  FieldValue,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type DocumentData,
} from "@google-cloud/firestore";
import { DAY_MS } from "../../../domain/time";
import type { HistoryChange } from "../../../domain/events/chainEvents";
import {
  EVENT_DAYS,
  feedName,
  revertedEvent,
  eventId,
  feedsOf,
  topicOf,
  type MarketEvent,
  type NewEvent,
} from "../../../domain/events/event";
import type { Hex } from "../../../domain/keccak";
import { firstNotFinal, type TaskKey } from "../../../domain/task/events";
import type { EventLog, EventQuery } from "../../../ports/events";
import { decimal, Documents, plain, time, CURSORS } from "../documents";
import { reaching, unlessConflict } from "../faults";
import { getAll } from "../reading";
import type { Write } from "../unitOfWork";

/** Events that one commit publishes. */
const BATCH = 200;
const ATTEMPTS = 6;
const BACK_OFF_MS = 15;
/** How long a stored change waits for its events to be published. */
const MAX_QUIET_MS = 1_000;

/** An event log to which the other stores of this folder add the events of what they write. */
export interface FirestoreEventLog extends EventLog {
  /** The writes that add events. The commit fails if one of them is in the log already. */
  writesFor(events: readonly NewEvent[]): Write[];
  /** As `writesFor`, for a change of a task's history, on the assumption that the log knows nothing of `added` yet. */
  writesForChange(change: HistoryChange): Write[];
  /** As `writesForChange`, after reading what the log knows of these events: one read for each or more. */
  checkedWritesFor(change: HistoryChange): Promise<Write[]>;
  /** Whether the log has an event of this id. One read. */
  has(id: string): Promise<boolean>;
  /** The write that turns an event of no task final in the log; none if the log does not have it. One read or more. */
  finalWritesFor(event: NewEvent): Promise<Write[]>;
  /** `publish` after a commit. It does not fail: what it leaves, the next one publishes. */
  publishQuietly(): Promise<void>;
}

/** The log in `events` and `eventLog`. */
export function firestoreEventLog(db: Firestore, nowMs: () => number = Date.now): FirestoreEventLog {
  const events = EVENTS.in(db);
  const stored = events.withConverter(null);
  const headRef = HEADS.in(db).doc(HEAD);
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;

  const log: FirestoreEventLog = {
    append(added, unit) {
      unit.writes.push(...log.writesFor(added));
      if (added.length > 0) unit.afterCommit = () => log.publishQuietly();
    },

    writesFor: (added) =>
      added.map((event, order) => {
        const fields = unpublished(event, order, nowMs());
        return (batch) => batch.create(stored.doc(event.id), fields);
      }),

    writesForChange({ added, removed }) {
      return [...removed.map(revert), ...log.writesFor(ofChange(added, removed))];
    },

    async checkedWritesFor({ added, removed }) {
      const fresh = (await Promise.all(added.map((event) => versionOf(event)))).filter(({ isKnown }) => !isKnown);
      const known = (await Promise.all(removed.map((event) => versionOf(event)))).filter(({ isKnown }) => isKnown);
      return log.writesForChange({
        added: fresh.map(({ event }) => event),
        removed: known.map(({ event }) => event),
      });
    },

    async finalWritesFor(event) {
      const { event: current, isKnown } = await versionOf(event);
      return isKnown ? [(batch) => batch.update(stored.doc(current.id), { isPending: false })] : [];
    },

    // Concurrent calls of one instance share a run; one that comes during a run needs the next.
    publish() {
      if (running === null) return (running = publishAll().finally(() => (running = null)));
      return (next ??= running.then(
        () => ((next = null), log.publish()),
        () => ((next = null), log.publish()),
      ));
    },

    has: (id) => reaching(async () => (await events.doc(id).get()).exists),

    async publishQuietly() {
      const isWaitedFor = new AbortController();
      const published = log.publish().catch(() => {});
      // The change is stored, so its request does not wait longer. The next publish, or the job, does the rest.
      const timeout = sleep(MAX_QUIET_MS, undefined, { ref: false, signal: isWaitedFor.signal }).catch(() => {});
      await Promise.race([published, timeout]);
      isWaitedFor.abort();
    },

    read: (query) =>
      reaching(async () => {
        const { docs } = await queryOf(query).limit(query.limit).get();
        return eventsIn(docs);
      }),

    find: (id) => reaching(async () => (await eventsIn([await events.doc(id).get()]))[0] ?? null),

    head: () => reaching(async () => (await headRef.get()).data()?.position ?? 0),

    count: (feed, after, limit) =>
      reaching(async () => {
        const counted = await queryOf({ feed, topics: null, after }).limit(limit).count().get();
        return counted.data().count;
      }),
  };
  return log;

  function queryOf({ feed, topics, after }: Omit<EventQuery, "limit">): Query<StoredEvent> {
    let query: Query<StoredEvent> = events;
    if (feed) query = query.where("feeds", "array-contains", feedName(feed));
    if (topics) query = query.where("topic", "in", topics);
    return query.where("position", ">", after).orderBy("position");
  }

  /** Publishes until nothing is pending, or other processes publish faster. */
  async function publishAll(): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      const { position, isDone } = await publishSome();
      if (isDone || attempt === ATTEMPTS) return position;
      await sleep(BACK_OFF_MS * attempt);
    }
  }

  async function publishSome(): Promise<{ position: number; isDone: boolean }> {
    const pending = events.orderBy("unpublishedSince").orderBy("order").limit(BATCH).select();
    const [head, { docs }] = await reaching(() => Promise.all([headRef.get(), pending.get()]));
    const position = head.data()?.position ?? 0;
    if (docs.length === 0) return { position, isDone: true };
    const batch = db.batch();
    const moved = { position: position + docs.length };
    if (head.updateTime) batch.update(headRef, moved, { lastUpdateTime: head.updateTime });
    else batch.create(headRef, moved);
    for (const [at, doc] of docs.entries()) {
      const fields = { position: position + at + 1, unpublishedSince: FieldValue.delete(), order: FieldValue.delete() };
      batch.update(stored.doc(doc.id), fields, { lastUpdateTime: doc.updateTime });
    }
    const isWritten = await unlessConflict(() => batch.commit());
    return { position: isWritten ? moved.position : position, isDone: isWritten && docs.length < BATCH };
  }

  function revert({ id }: NewEvent): Write {
    return (batch) => batch.update(stored.doc(id), { isReverted: true });
  }

  /** Steps older than the log's retention are left out: they appear when the whole history is read again. */
  function ofChange(added: readonly NewEvent[], removed: readonly NewEvent[]): NewEvent[] {
    const isKept = ({ timeMs }: NewEvent) => timeMs > nowMs() - EVENT_DAYS * DAY_MS;
    return [...removed.map((event) => revertedEvent(event, nowMs())), ...added.filter(isKept)];
  }

  /**
   * The event under its current id in the log. After a revert, an event that returns with its block gets another id.
   */
  async function versionOf(event: NewEvent): Promise<{ event: NewEvent; isKnown: boolean }> {
    for (let again = 0; ; again++) {
      const version = again === 0 ? event : { ...event, id: eventId(event.id, again) };
      const doc = await reaching(() => events.doc(version.id).get());
      if (doc.get("isReverted") !== true) return { event: version, isKnown: doc.exists };
    }
  }

  /** Events as they are stored; the finality of each task's is read once for each deployment. */
  async function eventsIn(docs: readonly DocumentSnapshot<StoredEvent>[]): Promise<MarketEvent[]> {
    const found = docs.flatMap((doc) => doc.data() ?? []);
    const contracts = [...new Set(found.flatMap(({ block, contract }) => (block && contract ? [contract] : [])))];
    const cursors = await getAll(contracts.map((contract) => CURSORS.in(db).doc(contract)));
    const unsettled = ({ contract, taskId }: TaskKey) => {
      const doc = cursors[contracts.indexOf(contract)];
      const cursor = doc?.data() ?? null;
      return cursor ? firstNotFinal(cursor, taskId) : undefined;
    };
    return docs.flatMap((doc) => {
      const data = doc.data();
      return data ? [eventIn(doc.id, data, unsettled)] : [];
    });
  }
}

/** One day longer than a cursor is valid. */
const KEPT_MS = (EVENT_DAYS + 1) * DAY_MS;

/** An event as it is stored, but its id, which names its document. */
export interface StoredEvent extends Omit<NewEvent, "id" | "task" | "block" | "isFinal"> {
  readonly contract: TaskKey["contract"] | null;
  readonly taskId: bigint | null;
  readonly block: { readonly number: number; readonly hash: Hex } | null;
  readonly isReverted: boolean;
  /** Of an event in a block that is of no task: whether the block may still be undone. Of others the indexer knows. */
  readonly isPending?: boolean;
  readonly expireAt: number;
  /** Absent until the event is published. */
  readonly position?: number;
}

/**
 * The log, in `events/{id}`. An event without `position` has `unpublishedSince`, and `order` within its commit. `topic`
 * and `feeds` are what queries select by.
 */
export const EVENTS = new Documents<StoredEvent>(
  "events",
  {
    ...plain("type", "timeMs", "contract", "actor", "recipients", "data", "block", "supersedes", "isReverted"),
    ...plain("isPending", "position"),
    taskId: decimal,
    expireAt: time,
  },
  {
    topic: ({ type }) => topicOf(type),
    feeds: ({ contract, taskId, ...event }) =>
      feedsOf({ ...event, task: contract === null || taskId === null ? null : { contract, taskId } }),
  },
);

/** The newest position, in `eventLog/head`. */
export const HEADS = new Documents<{ position: number }>("eventLog", plain("position"));
export const HEAD = "head";

/** The fields of a new event's document. */
function unpublished({ id: _, task, block, isFinal, ...event }: NewEvent, order: number, nowMs: number): DocumentData {
  const stored: StoredEvent = {
    ...event,
    contract: task?.contract ?? null,
    taskId: task?.taskId ?? null,
    block: block && { number: Number(block.number), hash: block.hash },
    isReverted: false,
    expireAt: nowMs + KEPT_MS,
    ...(block && !task && { isPending: isFinal !== true }),
  };
  return {
    ...EVENTS.toFirestore(stored),
    order,
    unpublishedSince: FieldValue.serverTimestamp(),
  };
}

/** @param firstNotFinal the first block that is not final for this event's task */
function eventIn(id: string, stored: StoredEvent, firstNotFinal: (task: TaskKey) => bigint | undefined): MarketEvent {
  const { contract, taskId, block, isReverted, isPending, position = 0, expireAt, ...event } = stored;
  const task = contract === null || taskId === null ? null : { contract, taskId };
  const isFinal = block === null || (task ? BigInt(block.number) < (firstNotFinal(task) ?? 0n) : isPending !== true);
  return {
    ...event,
    id,
    task,
    block: block && { number: BigInt(block.number), hash: block.hash },
    position,
    writtenAtMs: expireAt - KEPT_MS,
    finality: isReverted ? "reverted" : isFinal ? "final" : "pending",
  };
}
