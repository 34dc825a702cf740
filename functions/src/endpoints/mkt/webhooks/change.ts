import { changeWebhook, requireTarget } from "../../../application/webhooks/manage";
import { secretOfText } from "../../../domain/webhooks/secret";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { MAX_WEBHOOKS_TEXT, WebhookChange, WebhookChanged } from "../../../schema/webhook";

/** A wallet creates and changes its webhooks. */
export default endpoint({
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
