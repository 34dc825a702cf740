import { create, remove, replay, rotate, test, update } from "../../../application/webhooks/manage";
import { refuse } from "../../../domain/errors";
import { secretOfText, seedText } from "../../../domain/webhooks/secret";
import { deliveryView, subscriptionView } from "../../../domain/webhooks/view";
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
    "A delivery is attempted 17 times over three days; a webhook that answers 410, or fails for five days, is disabled, which the event webhook.disabled tells.",
  auth: signed,
  input: WebhookChange,
  check: (input) => {
    const field = input.action === "replay" ? "deliveryId" : "id";
    if (input.action === "create" || input[field]) return;
    const message = `is required with the action ${input.action}`;
    refuse("invalid_request", `${field} ${message}.`, { errors: [{ pointer: `/${field}`, message }] });
  },
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

  handle: async ({ input, caller: { wallet }, unit, nowMs, randomBytes, client }, services) => {
    const { action, id = "", deliveryId = "", ...requested } = input;
    const context = { wallet, unit, nowMs, randomBytes, client };
    const answer = { ok: true as const, webhook: null, secret: null, test: null, delivery: null };
    switch (action) {
      case "create":
      case "rotateSecret": {
        const subscription =
          action === "create" ? await create(requested, context, services) : await rotate(id, context, services);
        return { ...answer, webhook: subscriptionView(subscription, nowMs), secret: seedText(subscription.seed) };
      }
      case "update":
        return { ...answer, webhook: subscriptionView(await update(id, requested, context, services), nowMs) };
      case "delete":
        return { ...answer, webhook: subscriptionView(await remove(id, context, services), nowMs) };
      case "test": {
        const { subscription, ...tested } = await test(id, context, services);
        return { ...answer, webhook: subscriptionView(subscription, nowMs), test: tested };
      }
      case "replay":
        return { ...answer, delivery: deliveryView(await replay(deliveryId, context, services)) };
    }
  },
});
