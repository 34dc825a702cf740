import type { NewEvent } from "../events/event";
import { eventId } from "../events/eventId";
import type { DisabledReason, Subscription } from "./subscription";

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
