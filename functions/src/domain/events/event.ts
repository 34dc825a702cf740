import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import type { Address } from "../address";
import { DAY_SECONDS, iso } from "../time";
import { refuse, refuseField } from "../errors";
import { taskName, type BlockRef, type TaskKey } from "../task/events";
import type { ContractName } from "../workflow/variants";

/** Types of events about a step on the chain. A reorg can revert them. */
export const CHAIN_EVENT_TYPES = [
  "task.created",
  "task.cancelled",
  "task.expired",
  "task.started",
  "task.submitted",
  "judge.requested",
  "task.changes_requested",
  "task.resubmitted",
  "task.approved",
  "task.released",
  "task.rejected",
  "task.disputed",
  "task.ruled",
  "task.settled",
  "task.funded_more",
  "stake.claimed",
  "credit.added",
  "credit.withdrawn",
] as const;
export type ChainEventType = (typeof CHAIN_EVENT_TYPES)[number];

/** Types of events that only the event's recipients may read. */
const PRIVATE_EVENT_TYPES = [
  "interest.registered",
  "interest.approved",
  "interest.rejected",
  "interest.withdrawn",
  "message.posted",
  "dispute.answered",
  "deadline.near",
  "webhook.disabled",
  "payment.settled",
  "answer.delivered",
] as const;

/** Every topic that can be subscribed to. The topic `task.started` includes the type `task.started.reverted`. */
export const EVENT_TOPICS = [...CHAIN_EVENT_TYPES, "rating.published", ...PRIVATE_EVENT_TYPES] as const;
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** Types of events that a reorg can revert. */
type RevertibleType = ChainEventType | "payment.settled";

export type EventType = EventTopic | `${RevertibleType}.reverted`;

/** `reverted`: a reorg has removed its block; a later event with `supersedes` says so, too. */
export type Finality = "pending" | "final" | "reverted";

/** Public values only: an event says that a private text exists and where to read it, never what it says. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** Something that happened to a task or to one of its parties, as it is written to the log. */
export interface NewEvent {
  /** Derived from what happened, so that a retry or a reindex writes the same event only once. */
  readonly id: string;
  readonly type: EventType;
  /** When it happened, in Unix milliseconds; for a step on the chain, the block's time. */
  readonly timeMs: number;
  /** Null for an event of no task. */
  readonly task: TaskKey | null;
  /** Null for a step that anyone may take, and where no wallet acted. */
  readonly actor: Address | null;
  /** The wallets whose own feed has the event, each once. */
  readonly recipients: readonly Address[];
  readonly data: EventData;
  /** The block that the event depends on; null if no reorg can revert it. */
  readonly block: BlockRef | null;
  /** Whether `block` is final. Only of an event of no task: the indexer knows it of others. */
  readonly isFinal?: boolean;
  /** The id of the event that this one reverts. */
  readonly supersedes: string | null;
}

/** An event in the log. */
export interface MarketEvent extends NewEvent {
  /** Its number in the log: 1, 2, 3, … */
  readonly position: number;
  readonly finality: Finality;
  /** When it was written, unix milliseconds: it is kept from then on. */
  readonly writtenAtMs: number;
}

/** What a reader reads: the public events of the market, of one deployment or of one task, or a wallet's own events. */
export interface Feed {
  /** Null for public events; else that wallet's own, public and private. Only the wallet's session may name it. */
  readonly wallet: Address | null;
  /** Null for both deployments. */
  readonly contract: ContractName | null;
  /** Null for all tasks; needs `contract`. */
  readonly taskId: bigint | null;
}

/** The name of a feed, unique among all feeds. */
export function feedName({ wallet, contract, taskId }: Feed): string {
  const scope = contract === null ? "all" : taskId === null ? contract : taskName({ contract, taskId });
  return `${wallet ?? "public"}/${scope}`;
}

/** The names of all feeds that contain the event; they decide who may read it. */
export function feedsOf(event: Pick<NewEvent, "type" | "task" | "recipients" | "data">): string[] {
  const { type, task, recipients } = event;
  const contract = contractOf(event);
  const readers = isPrivate(type) ? recipients : [null, ...recipients];
  const scopes = [
    { contract: null, taskId: null },
    ...(contract ? [{ contract, taskId: null }] : []),
    ...(task ? [task] : []),
  ];
  return readers.flatMap((wallet) => scopes.map(({ contract, taskId }) => feedName({ wallet, contract, taskId })));
}

/** The deployment of an event; null for one of neither. A withdrawal of a credit is of a deployment, but of no task. */
export function contractOf({ type, task, data }: Pick<NewEvent, "type" | "task" | "data">): ContractName | null {
  if (task) return task.contract;
  return topicOf(type) === "credit.withdrawn" ? (data["contract"] as ContractName) : null;
}

/** Whether only its recipients may read events of this type. */
export function isPrivate(type: EventType): boolean {
  return (PRIVATE_EVENT_TYPES as readonly EventTopic[]).includes(topicOf(type));
}

/** What subscribers select by: the type without `.reverted`. */
export function topicOf(type: EventType): EventTopic {
  return type.replace(/\.reverted$/, "") as EventTopic;
}

/** The topics in a comma-separated list, each once; null for none given. Refuses unknown ones. */
export function topicsIn(list: string | undefined): readonly EventTopic[] | null {
  if (list === undefined) return null;
  const topics = [...new Set(list.split(","))];
  const unknown = topics.filter((topic) => !(EVENT_TOPICS as readonly string[]).includes(topic));
  if (unknown.length === 0) return topics as EventTopic[];
  const message = `Unknown: ${unknown.slice(0, 3).join(", ")}. Known types: ${EVENT_TOPICS.join(", ")}.`;
  return refuseField("/types", message, message);
}

/** The event that a reorg removed `event`; written once, even if the reorg is seen again. */
export function revertedEvent(event: NewEvent, nowMs: number): NewEvent {
  return {
    ...event,
    id: eventId(event.id, "reverted"),
    type: `${event.type as RevertibleType}.reverted`,
    timeMs: nowMs,
    actor: null,
    block: null,
    supersedes: event.id,
  };
}

/** An event as its readers get it. */
export interface EventView {
  readonly id: string;
  readonly type: EventType;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  readonly contract: ContractName | null;
  readonly taskId: string | null;
  readonly actor: Address | null;
  readonly recipients: Address[];
  readonly data: EventData;
  readonly finality: Finality;
  readonly block?: { readonly number: number; readonly hash: string };
  readonly supersedes?: string;
}

export function eventView(event: NewEvent & Pick<MarketEvent, "finality">): EventView {
  const { id, type, timeMs, task, actor, recipients, data, finality, block, supersedes } = event;
  return {
    id,
    type,
    timestamp: iso(timeMs),
    contract: contractOf(event),
    taskId: task ? String(task.taskId) : null,
    actor,
    recipients: [...recipients],
    data,
    finality,
    ...(block && { block: { number: Number(block.number), hash: block.hash } }),
    ...(supersedes !== null && { supersedes }),
  };
}

/** The pattern of an event's id, for schemas. */
export const EVENT_ID_PATTERN = "^evt_[0-9a-f]{32}$";

/** The id of the event that these values identify: the same values give the same id. */
export function eventId(...parts: readonly (string | number | bigint)[]): string {
  return `evt_${bytesToHex(sha256(parts.join("|"))).slice(0, 32)}`;
}

/** How long events are kept. */
export const EVENT_DAYS = 90;

/** A reader's place in the log. */
export interface EventCursor {
  /** The reader has every event of its feed up to this position. */
  readonly position: number;
  /** Unix seconds: every event of its feed after the position was written then or later. */
  readonly readAt: number;
}

/** The pattern of a cursor, for schemas. */
export const EVENT_CURSOR_PATTERN = "^[0-9]{1,15}-[0-9]{1,12}$";

/** A cursor as text. */
export function eventCursor({ position, readAt }: EventCursor): string {
  return `${position}-${readAt}`;
}

/**
 * The position of a cursor. Refuses `cursor_expired` if events after it may have been deleted: those come after it was
 * read, and are kept for longer than it is valid.
 */
export function positionOf(cursor: string, nowSeconds: number): number {
  const [position = 0, readAt = 0] = cursor.split("-").map(Number);
  if (readAt < nowSeconds - EVENT_DAYS * DAY_SECONDS) {
    refuse(
      "cursor_expired",
      `Events are kept for ${EVENT_DAYS} days and this cursor is older. Read the current tasks, then start again without a cursor.`,
    );
  }
  return position;
}
