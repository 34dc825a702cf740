import type { EventTopic } from "../../../../functions/src/domain/events/event";
import type { components } from "../../../client/src/generated/openapi";
import { shortAddress, usdc, words } from "./text";

export type Webhook = components["schemas"]["Webhook"];
export type Delivery = components["schemas"]["WebhookDelivery"];
export type Scope = Webhook["scope"];
type Filter = components["schemas"]["WebhookFilter"];

/** Every topic in words, in groups as people look for them. */
const TOPICS = {
  "A task's steps": {
    "task.created": "posted",
    "task.funded_more": "reward raised",
    "task.started": "started",
    "task.submitted": "work submitted",
    "judge.requested": "judge asked",
    "task.changes_requested": "changes asked for",
    "task.resubmitted": "changed work submitted",
    "task.approved": "approved",
    "task.released": "released without a decision",
    "task.rejected": "rejected",
    "task.disputed": "contested",
    "task.ruled": "ruled by the arbiter",
    "task.settled": "settled",
    "task.cancelled": "cancelled",
    "task.expired": "expired",
  },
  "Between the parties": {
    "interest.registered": "interest registered",
    "interest.approved": "interest approved",
    "interest.rejected": "interest rejected",
    "interest.withdrawn": "interest withdrawn",
    "message.posted": "message posted",
    "dispute.answered": "dispute answered",
    "deadline.near": "deadline near",
    "rating.published": "rating published",
  },
  Money: {
    "stake.claimed": "stake claimed",
    "credit.added": "credit added",
    "credit.withdrawn": "credit withdrawn",
    "payment.settled": "payment settled",
    "answer.delivered": "answer delivered",
  },
  "This service": { "webhook.disabled": "webhook disabled" },
} as const satisfies Readonly<Record<string, Partial<Record<EventTopic, string>>>>;

export const TOPIC_GROUPS: readonly { name: string; topics: readonly (readonly [EventTopic, string])[] }[] =
  Object.entries(TOPICS).map(([name, topics]) => ({ name, topics: Object.entries(topics) as [EventTopic, string][] }));

const NAMES = new Map<string, string>(TOPIC_GROUPS.flatMap(({ topics }) => topics));

export function topicName(topic: string): string {
  return NAMES.get(topic) ?? topic;
}

export const SCOPE_NAMES: Readonly<Record<Scope, string>> = {
  mine: "Everything about this wallet",
  market: "Tasks that match a search",
  task: "One task",
};

/** What is chosen at first for each scope. */
export const USUAL_TOPICS: Readonly<Record<Scope, readonly EventTopic[]>> = {
  mine: [
    "task.started",
    "task.submitted",
    "task.approved",
    "task.rejected",
    "interest.registered",
    "interest.approved",
    "message.posted",
    "deadline.near",
  ],
  market: ["task.created"],
  task: ["task.started", "task.submitted", "task.approved", "task.settled"],
};

const FIELD_TEXTS: Readonly<Record<string, (value: string) => string>> = {
  q: (value) => `with the words “${value}”`,
  contract: (value) => (value === "human" ? "at the pace of people" : "at the pace of machines"),
  category: (value) => `in ${words(value)}`,
  industry: (value) => `for ${words(value)}`,
  country: (value) => `in the country ${value.toUpperCase()}`,
  tag: (value) => `with the tag “${value}”`,
  mode: (value) => (value === "instant" ? "that anyone may start" : "whose poster selects"),
  poster: (value) => `by ${shortAddress(value)}`,
  minRewardUsdc: (value) => `for at least ${usdc(value)} USDC`,
  maxRewardUsdc: (value) => `for at most ${usdc(value)} USDC`,
  closesBefore: (value) => `that close before ${value}`,
  status: (value) => `whose status is ${value}`,
};

/** A filter in words. */
export function filterText(filter: Filter): string {
  const parts = Object.entries(filter).flatMap(([field, value]) => {
    const text = typeof value === "string" ? FIELD_TEXTS[field]?.(value) : undefined;
    return text === undefined ? [] : [text];
  });
  return parts.length === 0 ? "All tasks" : `Tasks ${parts.join(", ")}`;
}

/** Which events a webhook gets, in words. */
export function selectionText({ scope, task, filter }: Pick<Webhook, "scope" | "task" | "filter">): string {
  if (scope === "market") return filterText(filter);
  return scope === "task" && task ? `Task ${task.taskId} (${task.contract})` : SCOPE_NAMES[scope];
}

/** Why a webhook gets nothing at the moment, and what to do; null for one that works. */
export function troubleOf({ status, disabledReason, failingSince, pausedUntil }: Webhook): string | null {
  if (status === "unverified") return "It gets nothing yet. Send a test, which your server answers with its challenge.";
  if (status === "disabled") {
    const why = disabledReason === "gone" ? "Your server answered 410" : "Every delivery failed for five days";
    return `${why}, so nothing is sent any more. Fix your server, then send a test.`;
  }
  if (failingSince) return "The latest deliveries failed. They are tried again for three days.";
  return pausedUntil ? "Deliveries pause for a moment: your server's last answer took too long." : null;
}

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/i;

/** What is wrong with an address of a server before the service is asked; null for nothing. */
export function urlFault(url: string): string | null {
  if (!URL.canParse(url)) return "Enter the full address of your server, such as https://agent.example/hook.";
  const { protocol, username } = new URL(url);
  if (username !== "") return "Leave out the user name: the signature proves who sends.";
  return protocol === "https:" || LOCAL.test(url) ? null : "It must begin with https://.";
}
