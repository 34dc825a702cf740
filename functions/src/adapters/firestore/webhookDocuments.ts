import type { TaskKey } from "../../domain/task/events";
import { KEPT_DAYS, type Delivery } from "../../domain/webhooks/delivery";
import { rangesOf } from "../../domain/webhooks/filter";
import { keysOfSubscription } from "../../domain/webhooks/keys";
import type { Subscription } from "../../domain/webhooks/subscription";
import { decimal, Documents, fields, plain, time } from "./documents";

const DAY_MS = 86_400_000;

/** Subscriptions in `webhooks/{id}`. Their ids are random, so that they also put them into an order by chance. */
export const SUBSCRIPTIONS = new Documents<Subscription>(
  "webhooks",
  {
    ...plain("id", "wallet", "url", "types", "scope", "filter", "description", "status", "disabledReason"),
    ...plain("seed", "formerSeed", "health", "isKnown", "createdAt"),
    task: fields<TaskKey>({ taskId: decimal }),
  },
  {
    keys: keysOfSubscription,
    minReward: ({ filter }) => rangesOf(filter).minReward,
    maxReward: ({ filter }) => rangesOf(filter).maxReward,
    closesBefore: ({ filter }) => rangesOf(filter).closesBefore,
  },
);

/** The ids of each wallet's subscriptions in `webhookOwners/{wallet}`. */
export const OWNERS = new Documents<{ readonly ids: readonly string[] }>("webhookOwners", plain("ids"));

/** Deliveries in `webhookDeliveries/{id}`, which TTL deletes. */
export const DELIVERIES = new Documents<Delivery>(
  "webhookDeliveries",
  {
    ...plain("id", "subscriptionId", "wallet", "eventId", "type", "body", "status", "attempts", "replays", "result"),
    ...plain("createdAt", "attemptedAt", "leasedUntil"),
  },
  {
    sortKey: ({ createdAt, id }) => `${String(createdAt).padStart(15, "0")}-${id}`,
    expireAt: ({ createdAt }) => time.encode(createdAt + KEPT_DAYS * DAY_MS),
  },
);
