import { Webhook as Verifier } from "standardwebhooks";
import { MktError } from "../errors";
import type { MarketEvent } from "../service/events";
import type { components, paths } from "../generated/openapi";
import type { Requests } from "../service/requests";

export type Webhook = components["schemas"]["Webhook"];
export type WebhookDelivery = components["schemas"]["WebhookDelivery"];
type Path = "/mkt/webhooks" | "/mkt/webhooks/status";
type Answer<P extends Path> = paths[P]["post"]["responses"][200]["content"]["application/json"];
type Changed = Answer<"/mkt/webhooks">;
type Change = Omit<components["schemas"]["MktWebhooksSigned"], "wallet" | "timestamp" | "nonce" | "signature">;

/** Which events a webhook gets, and where. */
export type WebhookSelection = Pick<Change, "url" | "types" | "scope" | "task" | "filter" | "description">;

/** What is signed, in words. */
const PURPOSES: Readonly<Record<Change["action"], (change: Change) => string>> = {
  create: ({ url }) => `Create a webhook to ${url}`,
  update: ({ id }) => `Change the webhook ${id}`,
  delete: ({ id }) => `Delete the webhook ${id}`,
  rotateSecret: ({ id }) => `Replace the secret of the webhook ${id}`,
  test: ({ id }) => `Test the webhook ${id}`,
  replay: ({ deliveryId }) => `Send the delivery ${deliveryId} again`,
};

/** The message that `test` sends: a receiver that answers with its challenge makes the webhook active. */
export interface WebhookTest {
  type: "webhook.test";
  data: { challenge: string };
}

/** What a webhook's server received. */
export type WebhookMessage = MarketEvent | WebhookTest;

/** Webhooks of this wallet: events that the service sends to its server. */
export class Webhooks {
  constructor(private readonly requests: Requests) {}

  /** Creates a webhook, which gets events once it has passed its test. The secret is shown only now. */
  async create(
    selection: WebhookSelection & Required<Pick<Change, "url" | "types" | "scope">>,
  ): Promise<{ webhook: Webhook; secret: string }> {
    return withSecret(await this.change({ action: "create", ...selection }));
  }

  /** All webhooks of this wallet. */
  async list(): Promise<Webhook[]> {
    return (await this.requests.signed<Answer<"/mkt/webhooks/status">>("/mkt/webhooks/status", {})).webhooks;
  }

  /** A webhook, and a page of what was sent to it in the last 30 days, newest first. */
  async status(
    id: string,
    page: { limit?: number; cursor?: string } = {},
  ): Promise<{ webhook: Webhook; deliveries: WebhookDelivery[]; nextCursor: string | null }> {
    const body = { id, ...page };
    const { webhooks, deliveries } = await this.requests.signed<Answer<"/mkt/webhooks/status">>(
      "/mkt/webhooks/status",
      body,
    );
    return {
      webhook: webhooks[0] ?? failIncomplete(),
      deliveries: deliveries?.items ?? [],
      nextCursor: deliveries?.nextCursor ?? null,
    };
  }

  /** Sends a signed challenge to the server; one that answers with it makes the webhook active. */
  async test(id: string): Promise<{ webhook: Webhook; passed: boolean; result: string }> {
    const { webhook, test } = await this.change({ action: "test", id });
    return { webhook: webhook ?? failIncomplete(), ...(test ?? failIncomplete()) };
  }

  /** Changes the given fields. Another URL needs another test. */
  async update(id: string, changes: WebhookSelection): Promise<Webhook> {
    return (await this.change({ action: "update", id, ...changes })).webhook ?? failIncomplete();
  }

  /** Replaces the secret; the former one also signs for a day. */
  async rotate(id: string): Promise<{ webhook: Webhook; secret: string }> {
    return withSecret(await this.change({ action: "rotateSecret", id }));
  }

  /** Sends a delivery again, under the same id. */
  async replay(deliveryId: string): Promise<WebhookDelivery> {
    return (await this.change({ action: "replay", deliveryId })).delivery ?? failIncomplete();
  }

  async delete(id: string): Promise<Webhook> {
    return (await this.change({ action: "delete", id })).webhook ?? failIncomplete();
  }

  /** The message of a request that one of these secrets has signed: see `verifyWebhook`. */
  verify(...request: Parameters<typeof verifyWebhook>): WebhookMessage {
    return verifyWebhook(...request);
  }

  private change(body: Change): Promise<Changed> {
    return this.requests.signed<Changed>("/mkt/webhooks", body, { purpose: PURPOSES[body.action](body) });
  }
}

/**
 * The message of a request that one of these secrets has signed less than five minutes ago; throws `webhook_unverified` for
 * any other. `body` is the text exactly as it came. The same message may come again, under the same `webhook-id`.
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): WebhookMessage {
  for (const secret of [secrets].flat()) {
    try {
      return new Verifier(secret).verify(body, headers as Record<string, string>) as WebhookMessage;
    } catch {
      // Signed with another secret, or forged.
    }
  }
  throw new MktError("webhook_unverified", "None of the webhook's secrets has signed this request. Answer 401.");
}

/** Whether a message is the test of a new webhook. */
export function isWebhookTest(message: WebhookMessage): message is WebhookTest {
  return message.type === "webhook.test";
}

function withSecret({ webhook, secret }: Changed): { webhook: Webhook; secret: string } {
  return { webhook: webhook ?? failIncomplete(), secret: secret ?? failIncomplete() };
}

function failIncomplete(): never {
  throw new MktError("unexpected_answer", "The service's answer lacks an expected field.");
}
