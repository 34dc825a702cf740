import { setTimeout as sleep } from "node:timers/promises";
import { FieldValue, Timestamp, type DocumentData, type Firestore, type Query } from "@google-cloud/firestore";
import type { HistoryChange } from "../../domain/events/chainEvents";
import { EVENT_DAYS } from "../../domain/events/cursor";
import { feedName, feedsOf, revertedEvent, topicOf, type MarketEvent, type NewEvent } from "../../domain/events/event";
import { eventId } from "../../domain/events/eventId";
import { unsettledFrom } from "../../domain/task/cursor";
import type { Hex } from "../../domain/keccak";
import type { VariantName } from "../../domain/workflow/variants";
import type { EventLog, EventQuery } from "../../ports/events";
import { StoreUnavailable } from "../../ports/storeUnavailable";
import { isConflict, reaching } from "./faults";
import { CURSORS, cursorIn } from "./indexerCursors";
import { getAll } from "./reading";
import type { Write } from "./unitOfWork";

/** Events that one commit publishes. */
const BATCH = 200;
const ATTEMPTS = 6;
const BACK_OFF_MS = 15;
/** How long a stored change waits for its events to be published. */
const MAX_QUIET_MS = 1_000;
const DAY_MS = 86_400_000;
/** One day longer than a cursor is valid. */
const KEPT_MS = (EVENT_DAYS + 1) * DAY_MS;

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
  /** `publish` after a commit. It does not fail: what it leaves, the next one publishes. */
  publishQuietly(): Promise<void>;
}

/**
 * Events in `events/{id}`. One without `position` has `unpublishedSince`, and `order` within its commit.
 * `eventLog/head` has the newest position.
 */
export function firestoreEventLog(db: Firestore, nowMs: () => number = Date.now): FirestoreEventLog {
  const events = db.collection("events");
  const headRef = db.collection("eventLog").doc("head");
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;

  const log: FirestoreEventLog = {
    append(added, unit) {
      unit.writes.push(...log.writesFor(added));
      if (added.length > 0) unit.afterCommit = () => log.publishQuietly();
    },

    writesFor: (added) =>
      added.map((event, order) => {
        const fields = { ...fieldsOf(event), order, expireAt: Timestamp.fromMillis(nowMs() + KEPT_MS) };
        return (batch) => batch.create(events.doc(event.id), fields);
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
        const stored = docs.map((doc) => doc.data() as StoredEvent);
        const unsettledBlock = await finality(stored);
        return stored.map((event, at) => eventIn(docs[at]?.id ?? "", event, unsettledBlock));
      }),

    find: (id) =>
      reaching(async () => {
        const stored = (await events.doc(id).get()).data() as StoredEvent | undefined;
        return stored ? eventIn(id, stored, await finality([stored])) : null;
      }),

    head: () => reaching(async () => Number((await headRef.get()).get("position") ?? 0)),

    count: (feed, after, limit) =>
      reaching(async () => {
        const counted = await queryOf({ feed, topics: null, after }).limit(limit).count().get();
        return counted.data().count;
      }),
  };
  return log;

  function queryOf({ feed, topics, after }: Omit<EventQuery, "limit">): Query {
    let query: Query = events;
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
    const position = Number(head.get("position") ?? 0);
    if (docs.length === 0) return { position, isDone: true };
    const batch = db.batch();
    const moved = { position: position + docs.length };
    if (head.updateTime) batch.update(headRef, moved, { lastUpdateTime: head.updateTime });
    else batch.create(headRef, moved);
    for (const [at, doc] of docs.entries()) {
      const fields = { position: position + at + 1, unpublishedSince: FieldValue.delete(), order: FieldValue.delete() };
      batch.update(doc.ref, fields, { lastUpdateTime: doc.updateTime });
    }
    const isWritten = await reaching(() => batch.commit()).then(() => true, unlessConflict);
    return { position: isWritten ? moved.position : position, isDone: isWritten && docs.length < BATCH };
  }

  function revert({ id }: NewEvent): Write {
    return (batch) => batch.update(events.doc(id), { isReverted: true });
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

  /** Returns the first block of an event's task that is not final. */
  async function finality(events: readonly StoredEvent[]): Promise<(event: StoredEvent) => number> {
    const contracts = [...new Set(events.flatMap(({ block, contract }) => (block && contract ? [contract] : [])))];
    const docs = await getAll(
      db,
      contracts.map((contract) => CURSORS.in(db).doc(contract)),
    );
    const cursors = new Map(contracts.map((contract, at) => [contract, docs[at] ? cursorIn(docs[at]) : null]));
    return ({ contract, taskId }) => {
      const cursor = contract && cursors.get(contract);
      return cursor && taskId !== null ? Number(unsettledFrom(cursor, BigInt(taskId))) : 0;
    };
  }
}

function unlessConflict(error: unknown): false {
  if (error instanceof StoreUnavailable && isConflict(error.cause)) return false;
  throw error;
}

/** An event's document, without the fields for queries and those that publishing removes. */
interface StoredEvent extends Omit<NewEvent, "id" | "task" | "block"> {
  readonly contract: VariantName | null;
  readonly taskId: string | null;
  readonly block: { readonly number: number; readonly hash: Hex } | null;
  readonly isReverted: boolean;
  readonly position: number;
}

function fieldsOf({ id: _, task, block, ...event }: NewEvent): DocumentData {
  return {
    ...event,
    contract: task?.contract ?? null,
    taskId: task ? String(task.taskId) : null,
    block: block && { number: Number(block.number), hash: block.hash },
    topic: topicOf(event.type),
    feeds: feedsOf({ ...event, task }),
    isReverted: false,
    unpublishedSince: FieldValue.serverTimestamp(),
  };
}

function eventIn(id: string, stored: StoredEvent, unsettledBlock: (event: StoredEvent) => number): MarketEvent {
  const { type, timeMs, contract, taskId, actor, recipients, data, block, isReverted, supersedes, position } = stored;
  const isFinal = block === null || block.number < unsettledBlock(stored);
  return {
    id,
    type,
    timeMs,
    task: contract === null || taskId === null ? null : { contract, taskId: BigInt(taskId) },
    actor,
    recipients,
    data,
    block: block && { number: BigInt(block.number), hash: block.hash },
    supersedes,
    position,
    finality: isReverted ? "reverted" : isFinal ? "final" : "pending",
  };
}
