import { changeWebhook, own, requireTarget } from "../../application/webhooks/manage";
import { secretOfText } from "../../domain/webhooks/secret";
import { deliveryView, subscriptionView } from "../../domain/webhooks/subscription";
import { endpoint, refusals, signed, signedOrSession } from "../../http/endpoint";
import { array, nullable, object, optional } from "../../schema/build";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";
import {
  DeliveryView,
  MAX_WEBHOOKS_TEXT,
  WebhookChange,
  WebhookChanged,
  WebhookId,
  WebhookView,
} from "../../schema/webhook";

/** A wallet creates and changes its webhooks. */
export const mktWebhooks = endpoint({
  method: "POST",
  path: "/mkt/webhooks",
  summary: "Create, test, change and delete webhooks; replay a delivery",
  description:
    "Events are POSTed to your URL as in /mkt/events, signed by Standard Webhooks. " +
    `${MAX_WEBHOOKS_TEXT} create returns the secret, once. Then send test: it POSTs a signed message of type webhook.test, and the webhook is active ` +
    "as soon as your receiver answers with its data.challenge, as text or as JSON {challenge}. update with another url needs another test; so does a webhook that was " +
    "disabled. rotateSecret returns a new secret; the former one also signs for 24 hours. replay sends a delivery again, under the same webhook-id. An answer that takes more than two seconds pauses deliveries for ten times as long. " +
    "A delivery is attempted 17 times over three days; a webhook that answers 410, or fails for five days, is disabled, with the event webhook.disabled.",
  auth: signed,
  input: WebhookChange,
  check: requireTarget,
  output: WebhookChanged,
  errors: ["webhook_not_found", "webhook_limit_reached", "state_conflict"],
  rateLimit: refusals(60),
  example: {
    action: "create",
    url: "https://agent.example/webhooks/mkt",
    types: ["task.created"],
    scope: "market",
    filter: { category: "translation", minRewardUsdc: "5" },
  },

  // What is stored has the seed in the place of the secret.
  reveal: ({ secret: seed, ...answer }, { settings }) => ({
    ...answer,
    secret: seed && secretOfText(seed, settings.webhooks?.keys ?? []),
  }),

  handle: ({ input, caller: { wallet }, unit, nowMs, randomBytes, client }, services) =>
    changeWebhook(input, { wallet, unit, nowMs, randomBytes, client }, services),
});

/** A wallet's webhooks, and the deliveries of one of them. */
export const mktWebhooksStatus = endpoint({
  method: "POST",
  path: "/mkt/webhooks/status",
  summary: "Your webhooks, and the deliveries of one of them",
  description:
    "Without id all webhooks of the wallet. With id that one and its deliveries of the last 30 days, newest first.",
  auth: signedOrSession("read"),
  input: object({ id: optional(WebhookId), ...pageInput("deliveries") }),
  output: object({
    webhooks: array(WebhookView),
    deliveries: { ...nullable(pageOf(DeliveryView)), description: "Null without id." },
  }),
  errors: ["webhook_not_found"],
  rateLimit: refusals(120),
  example: { id: "wh_3f0c1d9a5b7e42688c1f0a9d7e5b3c21", limit: 20 },

  handle: async ({ input: { id, limit, cursor }, caller: { wallet }, nowMs }, services) => {
    const { webhooks } = services;
    if (id === undefined) {
      const all = await webhooks.list(wallet);
      return { webhooks: all.map((one) => subscriptionView(one, nowMs)), deliveries: null };
    }
    const one = await own(id, wallet, services);
    const { items, nextCursor } = await webhooks.deliveries(id, limit ?? DEFAULT_LIMIT, cursor ?? null);
    return {
      webhooks: [subscriptionView(one, nowMs)],
      deliveries: { items: items.map(deliveryView), nextCursor },
    };
  },
});
