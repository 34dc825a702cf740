import { EVENT_TOPICS } from "../domain/events/event";
import { MAX_SUBSCRIPTIONS, SCOPES } from "../domain/webhooks/subscription";
import { array, boolean, integer, literal, nullable, object, oneOf, optional, string, untrusted } from "./build";
import { ContractName, TaskId, Time } from "./common";
import { TaskSearchFields } from "./taskFilter";

export const WebhookId = string({ pattern: "^wh_[0-9a-f]{32}$", examples: ["wh_3f0c1d9a5b7e42688c1f0a9d7e5b3c21"] });
const DeliveryId = string({
  pattern: "^msg_[0-9a-f]{32}$",
  examples: ["msg_3f0c1d9a5b7e42688c1f0a9d7e5b3c21"],
  description: "The webhook-id header of the delivery.",
});

/** Which tasks a webhook of the scope `market` is about: any query of /mkt/tasks. */
const Filter = object(
  {
    ...TaskSearchFields,
    closesBefore: { ...TaskSearchFields.closesBefore, description: "The time to start ends before this day or time." },
    q: {
      ...TaskSearchFields.q,
      description: "Words that all occur in the title, tags or description, as in /mkt/tasks.",
    },
    status: { ...TaskSearchFields.status, description: "The task's status at the event. Default all." },
    sort: { ...TaskSearchFields.sort, description: "Has no effect." },
  },
  {
    title: "WebhookFilter",
    description:
      "The fields of /mkt/tasks, in any combination. All that is given must match. An event without such a field does not match.",
  },
);

/** What the owner of a webhook chooses. */
const WebhookFields = {
  url: string({
    maxLength: 2_000,
    description: "https, port 443 or 8443, on a public address. Redirects are not followed.",
    examples: ["https://agent.example/webhooks/mkt"],
  }),
  types: array(oneOf(...EVENT_TOPICS), {
    minItems: 1,
    maxItems: EVENT_TOPICS.length,
    uniqueItems: true,
    description: "Types of events. A type of a step on the chain includes `….reverted`, should a reorg undo it.",
  }),
  scope: {
    ...oneOf(...SCOPES),
    description:
      "`mine`: events of which this wallet is a recipient, private ones included. `task`: those of one task. `market`: public events of all tasks that match `filter`.",
  },
  task: object({ contract: optional(ContractName), taskId: TaskId }, { description: "With the scope `task`." }),
  filter: { ...Filter, description: "With the scope `market`: the filters of GET /mkt/tasks." },
  description: string({ maxLength: 200, description: "For your own lists." }),
};

export const WebhookView = object(
  {
    id: WebhookId,
    url: untrusted(string()),
    types: array(oneOf(...EVENT_TOPICS)),
    scope: oneOf(...SCOPES),
    task: nullable(object({ contract: oneOf("human", "agent-fast"), taskId: string() })),
    filter: Filter,
    description: untrusted(string()),
    status: {
      ...oneOf("unverified", "active", "disabled"),
      description: "Only active webhooks get events. The action test makes a webhook active.",
    },
    disabledReason: {
      ...nullable(oneOf("gone", "failing")),
      description: "gone: it answered 410. failing: every delivery failed for five days.",
    },
    failingSince: { ...nullable(Time), description: "When deliveries began to fail; null if the last one succeeded." },
    pausedUntil: {
      ...nullable(Time),
      description: "Nothing is sent before, because the last answer failed or took longer than two seconds.",
    },
    formerSecretUntil: { ...nullable(Time), description: "Until then the secret before the last one signs, too." },
    createdAt: Time,
  },
  { title: "Webhook" },
);

export const DeliveryView = object(
  {
    id: DeliveryId,
    webhookId: WebhookId,
    eventId: string(),
    type: string(),
    status: oneOf("pending", "delivered", "failed"),
    attempts: integer({ minimum: 0 }),
    result: { ...nullable(string()), description: "Of the last attempt: an HTTP status, or why there was none." },
    createdAt: Time,
    attemptedAt: nullable(Time),
  },
  { title: "WebhookDelivery" },
);

export const MAX_WEBHOOKS_TEXT = `At most ${MAX_SUBSCRIPTIONS} for each wallet.`;

/** What a wallet asks of its webhooks. */
export const WebhookChange = object({
  action: oneOf("create", "update", "delete", "rotateSecret", "test", "replay"),
  id: optional({ ...WebhookId, description: "Which webhook; for all actions but create and replay." }),
  deliveryId: optional({ ...DeliveryId, description: "With replay." }),
  url: optional(WebhookFields.url),
  types: optional(WebhookFields.types),
  scope: optional(WebhookFields.scope),
  task: optional(WebhookFields.task),
  filter: optional(WebhookFields.filter),
  description: optional(WebhookFields.description),
});

/** What came of it. */
export const WebhookChanged = object({
  ok: literal(true),
  webhook: { ...nullable(WebhookView), description: "As it is now, or was when it was deleted; null for replay." },
  secret: {
    ...nullable(string({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] })),
    description: "After create and rotateSecret only. Keep it: it is not shown again.",
  },
  test: nullable(object({ passed: boolean(), result: string({ description: "What the receiver answered." }) })),
  delivery: nullable(DeliveryView),
});
