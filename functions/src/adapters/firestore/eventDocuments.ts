import { FieldValue, type DocumentData } from "@google-cloud/firestore";
import { EVENT_DAYS } from "../../domain/events/cursor";
import { feedsOf, topicOf, type MarketEvent, type NewEvent } from "../../domain/events/event";
import type { Hex } from "../../domain/keccak";
import type { TaskKey } from "../../domain/task/events";
import { decimal, Documents, plain, time } from "./documents";

/** One day longer than a cursor is valid. */
const KEPT_MS = (EVENT_DAYS + 1) * 86_400_000;

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
export function unpublished(
  { id: _, task, block, isFinal, ...event }: NewEvent,
  order: number,
  nowMs: number,
): DocumentData {
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

/** @param unsettledFrom the first block that is not final for this event's task */
export function eventIn(
  id: string,
  stored: StoredEvent,
  unsettledFrom: (task: TaskKey) => bigint | undefined,
): MarketEvent {
  const { contract, taskId, block, isReverted, isPending, position = 0, expireAt, ...event } = stored;
  const task = contract === null || taskId === null ? null : { contract, taskId };
  const isFinal = block === null || (task ? BigInt(block.number) < (unsettledFrom(task) ?? 0n) : isPending !== true);
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
