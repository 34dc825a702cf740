import { contractOf, feedName, isPrivate, topicOf, type EventTopic, type NewEvent } from "../events/event";
import { FILTER_LABELS, mainTerm, type Labels, type TaskFacts } from "./filter";
import type { Subscription } from "./subscription";

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
