import { own } from "../../../application/webhooks/manage";
import { deliveryView, subscriptionView } from "../../../domain/webhooks/subscription";
import { endpoint, refusals, signedOrSession } from "../../../http/endpoint";
import { array, nullable, object, optional } from "../../../schema/build";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../../schema/list";
import { DeliveryView, WebhookId, WebhookView } from "../../../schema/webhook";

/** A wallet's webhooks, and the deliveries of one of them. */
export default endpoint({
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
