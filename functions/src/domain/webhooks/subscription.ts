import type { Address } from "../address";
import { DAY_MS, iso } from "../time";
import { eventId, contractOf, feedName, isPrivate, topicOf, type EventTopic, type NewEvent } from "../events/event";
import { parseUsdc } from "../money";
import type { TaskKey, Mode } from "../task/events";
import { taskLabels, type Category, type Industry } from "../task/labels";
import type { TaskMetadata } from "../task/metadata";
import { taskWords, wordsOf, type EQUAL_FILTERS, type ListedStatus } from "../task/search";
import type { ContractName } from "../workflow/variants";
import type { Delivery } from "./delivery";
import type { SecretSeed } from "./secret";

export const MAX_SUBSCRIPTIONS = 10;
/** How long the secret before the last rotation also signs. */
export const OVERLAP_MS = DAY_MS;
/** Failures for this long, without a success between them, end a subscription. */
export const MAX_FAILING_MS = 5 * DAY_MS;
/** After a failure, nothing is sent to its receiver for this long: at first, and at most. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 300_000;
/** A receiver that takes longer than this is slow: nothing is sent for ten times as long as it took. */
export const SLOW_MS = 2_000;
const REST_FACTOR = 10;

/** `mine`: the wallet's own events. `task`: those of one task. `market`: public events that a filter selects. */
export const SCOPES = ["mine", "task", "market"] as const;
export type Scope = (typeof SCOPES)[number];

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

/** The receiver's failures since its last success. */
export interface Health {
  readonly failures: number;
  /** Unix milliseconds; null if the last attempt succeeded. */
  readonly failingSince: number | null;
  /** Nothing is sent before this time, and only one request at a time after it; 0 for a receiver that is well. */
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
  /** Whether its wallet had a settled task when it was last tested: where an event has too many webhooks, these come first. */
  readonly isKnown: boolean;
  readonly createdAt: number;
}

export const HEALTHY: Health = { failures: 0, failingSince: null, pausedUntil: 0 };

/** Its receiver's behaviour after one more failure. */
export function afterFailure({ failures, failingSince }: Health, nowMs: number): Health {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 16), MAX_PAUSE_MS);
  return { failures: failures + 1, failingSince: failingSince ?? nowMs, pausedUntil: nowMs + pause };
}

/** Its receiver's behaviour after an answer that took so long. */
export function afterSuccess(tookMs: number, nowMs: number): Health {
  return tookMs <= SLOW_MS ? HEALTHY : { ...HEALTHY, pausedUntil: nowMs + tookMs * REST_FACTOR };
}

/** The seeds whose secrets sign now, the newest first. */
export function signingSeeds({ seed, formerSeed }: Subscription, nowMs: number): SecretSeed[] {
  return [seed, ...(formerSeed && nowMs < formerSeed.until ? [formerSeed] : [])];
}

/** A subscription as its owner sees it: never with its secret. */
export function subscriptionView(subscription: Subscription, nowMs: number) {
  const { id, url, types, scope, task, filter, description, status, disabledReason, createdAt } = subscription;
  const { health, formerSeed } = subscription;
  return {
    id,
    url,
    types: [...types],
    scope,
    task: task && { contract: task.contract, taskId: String(task.taskId) },
    filter,
    description,
    status,
    disabledReason,
    failingSince: iso(health.failingSince),
    pausedUntil: nowMs < health.pausedUntil ? iso(health.pausedUntil) : null,
    formerSecretUntil: formerSeed && nowMs < formerSeed.until ? iso(formerSeed.until) : null,
    createdAt: iso(createdAt),
  };
}

/** A delivery as its owner sees it. */
export function deliveryView({ subscriptionId, createdAt, attemptedAt, ...delivery }: Delivery) {
  const { id, eventId, type, status, attempts, result } = delivery;
  return {
    id,
    webhookId: subscriptionId,
    eventId,
    type,
    status,
    attempts,
    result,
    createdAt: iso(createdAt),
    attemptedAt: iso(attemptedAt),
  };
}

/** Tells the owner that a subscription was switched off; once for each time that it is switched off. */
export function disabledEvent({ id, wallet }: Subscription, reason: DisabledReason, nowMs: number): NewEvent {
  return {
    id: eventId("webhook.disabled", id, nowMs),
    type: "webhook.disabled",
    timeMs: nowMs,
    task: null,
    actor: null,
    recipients: [wallet],
    data: { webhookId: id, reason },
    block: null,
    supersedes: null,
  };
}

const MARKET = { wallet: null, taskId: null } as const;

/**
 * The names under which a subscription is found: an event has one of them if, and only if, its feed, its topic and its
 * labels match. One with a tag or words is found by one of these. None while it is not active.
 */
export function keysOfSubscription(subscription: Subscription): string[] {
  const { status, types, wallet, scope, task, filter } = subscription;
  if (status !== "active") return [];
  const term = scope === "market" ? mainTerm(filter) : null;
  const feeds =
    scope === "mine"
      ? [feedName({ wallet, contract: null, taskId: null })]
      : scope === "task" && task
        ? [feedName({ wallet: null, ...task }), feedName({ wallet, ...task })]
        : [feedName({ ...MARKET, contract: term === null ? (filter.contract ?? null) : null })];
  const rest = scope === "market" ? (term ?? labelled(filter)) : "";
  return feeds.flatMap((feed) => types.map((type) => keyOf(feed, type, rest)));
}

/** An event's names. */
export interface EventKeys {
  /** In the feeds of its recipients. */
  readonly own: readonly string[];
  /** In feeds that anyone may follow; none for a private event. */
  readonly open: readonly string[];
}

export function keysOfEvent(
  event: Pick<NewEvent, "type" | "task" | "recipients" | "data">,
  facts: TaskFacts,
): EventKeys {
  const { type, task, recipients } = event;
  const topic = topicOf(type);
  const contract = contractOf(event);
  const own = recipients.flatMap((wallet) => [
    feedName({ wallet, contract: null, taskId: null }),
    ...(task ? [feedName({ wallet, ...task })] : []),
  ]);
  if (isPrivate(type)) return { own: own.map((feed) => keyOf(feed, topic, "")), open: [] };
  const everywhere = feedName({ ...MARKET, contract: null });
  const markets = [everywhere, ...(contract ? [feedName({ ...MARKET, contract })] : [])];
  const selections = subsets(facts.labels).map(labelled);
  return {
    own: own.map((feed) => keyOf(feed, topic, "")),
    open: [
      ...(task ? [keyOf(feedName({ wallet: null, ...task }), topic, "")] : []),
      ...markets.flatMap((feed) => selections.map((labels) => keyOf(feed, topic, labels))),
      ...[...facts.terms].map((term) => keyOf(everywhere, topic, term)),
    ],
  };
}

function keyOf(feed: string, topic: EventTopic, rest: string): string {
  return `${feed}|${topic}|${rest}`;
}

function labelled(labels: Labels): string {
  return JSON.stringify(FILTER_LABELS.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));
}

/** Every selection of the labels: at most 32. */
function subsets(labels: Labels): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (all, [name, value]) => [...all, ...all.map((some) => ({ ...some, [name]: value }))],
    [{}],
  );
}

/** Labels of a task that a market subscription may require: an event is looked up under every selection of them. */
const FILTER_LABELS = ["poster", "category", "country", "industry", "mode"] as const;
type Labels = Partial<Record<(typeof FILTER_LABELS)[number], string>>;

/** Which tasks a market subscription covers, with the filters of /mkt/tasks; an absent field matches all. */
export interface MarketFilter extends Partial<Record<(typeof EQUAL_FILTERS)[number], string>> {
  category?: Category;
  industry?: Industry;
  contract?: ContractName;
  mode?: Mode;
  minRewardUsdc?: string;
  maxRewardUsdc?: string;
  closesBefore?: string;
  q?: string;
  status?: ListedStatus;
}

/** Numbers that a subscription accepts. They fit a database's signed 64-bit integers. */
export interface Ranges {
  /** Base units of USDC. */
  readonly minReward: bigint;
  readonly maxReward: bigint;
  /** Unix seconds. */
  readonly closesBefore: number;
}

/** Larger than any reward, and later than any time. */
const ANY_REWARD = 2n ** 62n;
const ANY_TIME = Number.MAX_SAFE_INTEGER;

export function rangesOf({ minRewardUsdc, maxRewardUsdc, closesBefore }: MarketFilter): Ranges {
  return {
    minReward: unitsOf(minRewardUsdc) ?? 0n,
    maxReward: unitsOf(maxRewardUsdc) ?? ANY_REWARD,
    closesBefore: closesBefore === undefined ? ANY_TIME : Math.ceil(Date.parse(closesBefore) / 1_000),
  };
}

/** What filters are compared with: the facts of an event's task. */
export interface TaskFacts {
  readonly contract: ContractName | null;
  readonly labels: Labels;
  /** Tags and words. */
  readonly terms: ReadonlySet<string>;
  readonly status: ListedStatus | null;
  /** In `Ranges` of subscriptions: at least `reward.min`, at most `reward.max`, after `closesAt`. */
  readonly reward: { readonly min: bigint; readonly max: bigint };
  readonly closesAt: number;
}

/** The facts of an event's task. One that the event or the metadata does not tell is within no filter's bounds. */
export function factsOf(event: Pick<NewEvent, "type" | "task" | "data">, metadata: TaskMetadata | null): TaskFacts {
  const { data } = event;
  const { tags, ...known } = taskLabels(metadata);
  const values: Readonly<Record<string, unknown>> = { ...known, poster: data["poster"], mode: data["mode"] };
  const isOpen = data["state"] === "FUNDED";
  const units = unitsOf(data["rewardUsdc"]);
  const deadline = isOpen && typeof data["deadline"] === "string" ? Date.parse(data["deadline"]) / 1_000 : null;
  return {
    contract: contractOf(event),
    labels: Object.fromEntries(
      FILTER_LABELS.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : [])),
    ),
    terms: new Set([...tags.map(tagTerm), ...(metadata ? taskWords(metadata).map(wordTerm) : [])]),
    status: isOpen ? "open" : data["settled"] === true ? "settled" : null,
    reward: { min: units ?? 0n, max: units ?? ANY_REWARD },
    closesAt: deadline ?? ANY_TIME - 1,
  };
}

/** Whether the facts have everything that the filter names, without regard to its ranges. */
export function fits({ status = "all", ...filter }: MarketFilter, facts: TaskFacts): boolean {
  return (
    (filter.contract === undefined || filter.contract === facts.contract) &&
    FILTER_LABELS.every((name) => filter[name] === undefined || filter[name] === facts.labels[name]) &&
    termsOf(filter).every((term) => facts.terms.has(term)) &&
    (status === "all" || status === facts.status)
  );
}

/**
 * The term under which a filter with a tag or words is found: the longest, because long words are rare. Null for a
 * filter without them, which is found by its labels.
 */
function mainTerm(filter: MarketFilter): string | null {
  const [longest = null] = termsOf(filter).sort((one, other) => other.length - one.length);
  return longest;
}

function termsOf({ tag, q }: MarketFilter): string[] {
  return [...(tag === undefined ? [] : [tagTerm(tag)]), ...(q === undefined ? [] : wordsOf(q).map(wordTerm))];
}

const tagTerm = (tag: string) => `tag ${tag}`;
const wordTerm = (word: string) => `word ${word}`;

function unitsOf(amount: unknown): bigint | null {
  const units = typeof amount === "string" ? parseUsdc(amount) : null;
  return units !== null && units > ANY_REWARD ? ANY_REWARD : units;
}
