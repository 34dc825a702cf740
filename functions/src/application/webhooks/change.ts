import { refuse } from "../../domain/errors";
import { seedText } from "../../domain/webhooks/secret";
import { deliveryView, subscriptionView } from "../../domain/webhooks/view";
import type { Static } from "../../schema/build";
import type { WebhookChange } from "../../schema/webhook";
import type { Services } from "../services";
import { create, remove, replay, rotate, test, update, type Context } from "./manage";

type Change = Static<typeof WebhookChange>;

/** Refuses a change that does not name the webhook or the delivery that it is for. */
export function requireTarget(change: Change): void {
  const field = change.action === "replay" ? "deliveryId" : "id";
  if (change.action === "create" || change[field]) return;
  const message = `is required with the action ${change.action}`;
  refuse("invalid_request", `${field} ${message}.`, { errors: [{ pointer: `/${field}`, message }] });
}

/** Does what one request asks for. Its `secret` is the seed: what is stored for repeats holds no secret. */
export async function changeWebhook(change: Change, context: Context, services: Services) {
  const { action, id = "", deliveryId = "", ...requested } = change;
  const { nowMs } = context;
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
}
