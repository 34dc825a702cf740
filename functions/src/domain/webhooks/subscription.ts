import type { Address } from "../address";
import { feedName, feedsOf, topicOf, type EventTopic, type NewEvent } from "../events/event";
import { parseUsdc } from "../money";
import type { TaskKey } from "../task/events";
import { categoryOf, industryOf, type Category, type Industry } from "../task/labels";
import type { TaskMetadata } from "../task/metadata";
import type { VariantName } from "../workflow/variants";
import type { SecretSeed } from "./secret";

export const MAX_SUBSCRIPTIONS = 10;
/** How long the secret before the last rotation also signs. */
export const OVERLAP_MS = 24 * 3_600_000;
/** Failures for this long, without a success between them, end a subscription. */
export const MAX_FAILING_MS = 5 * 24 * 3_600_000;
/** After a failure, nothing is sent to its receiver for this long: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;

/** `mine`: the wallet's own events. `task`: those of one task. `market`: public events that a filter selects. */
export const SCOPES = ["mine", "task", "market"] as const;
export type Scope = (typeof SCOPES)[number];

/** Labels of a task that a market subscription may require, as they are compared: ignoring case. */
export const FILTER_LABELS = ["poster", "category", "country", "industry"] as const;
export type Labels = Partial<Record<(typeof FILTER_LABELS)[number], string>>;

/** Which tasks a market subscription is about; what is not given matches all. */
export interface MarketFilter extends Labels {
  category?: Category;
  industry?: Industry;
  contract?: VariantName;
  minRewardUsdc?: string;
  maxRewardUsdc?: string;
}

/** `unverified`: its receiver has not answered a test yet. `disabled`: it is off until it answers one. */
export type Status = "unverified" | "active" | "disabled";
export type DisabledReason = "gone" | "failing";

/** What its owner chooses. */
export interface Selection {
  readonly url: string;
  readonly types: readonly EventTopic[];
  readonly scope: Scope;
  /** With the scope `task` only. */
  readonly task: TaskKey | null;
  /** With the scope `market` only. */
  readonly filter: MarketFilter;
  readonly description: string;
}

/** How its receiver has behaved since the last success. */
export interface Health {
  readonly failures: number;
  /** Unix milliseconds; null if the last attempt succeeded. */
  readonly failingSince: number | null;
  /** Nothing is sent before this time. */
  readonly pausedUntil: number;
}

export interface Subscription extends Selection {
  readonly id: string;
  readonly wallet: Address;
  readonly status: Status;
  readonly disabledReason: DisabledReason | null;
  readonly seed: SecretSeed;
  readonly formerSeed: (SecretSeed & { readonly until: number }) | null;
  readonly health: Health;
  readonly createdAt: number;
}

export const HEALTHY: Health = { failures: 0, failingSince: null, pausedUntil: 0 };

/** Its receiver's behaviour after one more failure. */
export function afterFailure({ failures, failingSince }: Health, nowMs: number): Health {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 16), MAX_PAUSE_MS);
  return { failures: failures + 1, failingSince: failingSince ?? nowMs, pausedUntil: nowMs + pause };
}

/** The seeds whose secrets sign now, the newest first. */
export function signingSeeds({ seed, formerSeed }: Subscription, nowMs: number): SecretSeed[] {
  return [seed, ...(formerSeed && nowMs < formerSeed.until ? [formerSeed] : [])];
}

/** The rewards that a subscription accepts, in base units of USDC; larger than any reward if there is no maximum. */
export function rewardRange({ minRewardUsdc, maxRewardUsdc }: MarketFilter): { min: bigint; max: bigint } {
  return { min: unitsOf(minRewardUsdc) ?? 0n, max: unitsOf(maxRewardUsdc) ?? ANY_REWARD };
}

/** Fits a database's signed 64-bit integer; no reward reaches it. */
const ANY_REWARD = 2n ** 62n;

function unitsOf(amount: unknown): bigint | null {
  const units = typeof amount === "string" ? parseUsdc(amount) : null;
  return units !== null && units > ANY_REWARD ? ANY_REWARD : units;
}

/**
 * The names under which a subscription is found: an event has one of them if, and only if, all but the rewards match.
 * So a subscription that does not match is never read. None while it is not active.
 */
export function keysOfSubscription(subscription: Subscription): string[] {
  const { status, types, wallet, scope, task, filter } = subscription;
  if (status !== "active") return [];
  const feeds =
    scope === "mine"
      ? [feedName({ wallet, contract: null, taskId: null })]
      : scope === "task" && task
        ? [feedName({ wallet: null, ...task }), feedName({ wallet, ...task })]
        : [feedName({ wallet: null, contract: filter.contract ?? null, taskId: null })];
  const labels = scope === "market" ? labelled(filter) : "";
  return feeds.flatMap((feed) => types.map((type) => keyOf(feed, type, labels)));
}

/** An event's names, and the reward by which the rest is selected. `labels` are those of its task. */
export function keysOfEvent(
  event: Pick<NewEvent, "type" | "task" | "recipients" | "data">,
  labels: Labels,
): {
  keys: string[];
  rewards: { min: bigint; max: bigint };
} {
  const topic = topicOf(event.type);
  const wide = new Set(
    [null, event.task?.contract ?? null].map((contract) => feedName({ wallet: null, contract, taskId: null })),
  );
  const keys = feedsOf(event).flatMap((feed) =>
    wide.has(feed) ? subsets(labels).map((some) => keyOf(feed, topic, labelled(some))) : [keyOf(feed, topic, "")],
  );
  const units = unitsOf(event.data["rewardUsdc"]);
  return { keys, rewards: { min: units ?? 0n, max: units ?? ANY_REWARD } };
}

function keyOf(feed: string, topic: EventTopic, labels: string): string {
  return `${feed}|${topic}|${labels}`;
}

function labelled(labels: Labels): string {
  return JSON.stringify(
    FILTER_LABELS.flatMap((name) => (labels[name] === undefined ? [] : [[name, comparable(name, labels[name])]])),
  );
}

/** A label as searches compare it, so that a webhook is told of what /mkt/tasks finds. */
function comparable(name: keyof Labels, text: string): string {
  return name === "category" ? categoryOf(text) : name === "industry" ? (industryOf(text) ?? "") : text.toLowerCase();
}

/** Every selection of the labels: at most 16. */
function subsets(labels: Labels): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (all, [name, value]) => [...all, ...all.map((some) => ({ ...some, [name]: value }))],
    [{}],
  );
}

/** The labels of an event's task: its poster's, and those of its metadata. */
export function labelsOf({ data }: Pick<NewEvent, "data">, metadata: Pick<TaskMetadata, "category"> | null): Labels {
  const known: Readonly<Record<string, unknown>> = { ...metadata, poster: data["poster"] };
  return Object.fromEntries(
    FILTER_LABELS.flatMap((name) => (typeof known[name] === "string" ? [[name, known[name]]] : [])),
  );
}
