import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  isWebhookTest,
  verifyWebhook,
  type MarketEvent,
  type Mkt,
  type TaskKey,
  type Webhook,
  type WebhookMessage,
  type WebhookSelection,
} from "../../packages/client/src/index";

type Subscription = Required<Pick<WebhookSelection, "types" | "scope">> & Pick<WebhookSelection, "filter">;

/** A delivery takes a second or two on a quiet machine. */
const DELIVERY_MS = 60_000;

/** An agent's own server for webhooks, and what it was told. */
export interface Inbox {
  readonly url: string;
  /** The types of the events that came, in their order. */
  readonly received: readonly string[];
  /** How many requests had no valid signature. */
  readonly refused: number;
  /** Creates a webhook that comes here, and has it tested, which makes it active. */
  subscribe(mkt: Mkt, subscription: Subscription): Promise<Webhook>;
  /** The event of this type, as soon as it has come; of this task, where one is given. */
  next(type: string, key?: TaskKey): Promise<MarketEvent>;
  /** Deletes its webhooks. */
  close(mkt: Mkt): Promise<void>;
}

/** Starts a plain Node server that verifies each request, answers it at once and keeps the event for `next`. */
export async function openInbox(): Promise<Inbox> {
  const secrets: string[] = [];
  const webhooks: string[] = [];
  const events = new Map<string, MarketEvent>();
  const waiting = new Set<() => void>();
  let refused = 0;

  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const event = verified(body, request.headers as Record<string, string>, secrets);
      if (event === null) {
        refused += 1;
        response.writeHead(401).end();
        return;
      }
      if (isWebhookTest(event)) {
        response.end(event.data.challenge);
        return;
      }
      response.writeHead(204).end();
      // An event may be sent again: its id is the same.
      events.set(event.id, event);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  return {
    url,
    get received() {
      return [...events.values()].map(({ type }) => type);
    },
    get refused() {
      return refused;
    },
    async subscribe(mkt, subscription) {
      const { webhook, secret } = await mkt.webhooks.create({ url, ...subscription });
      webhooks.push(webhook.id);
      secrets.push(secret);
      const tested = await mkt.webhooks.test(webhook.id);
      if (tested.webhook.status !== "active")
        throw new Error(`The demo expected the webhook to be active: ${tested.result}`);
      return tested.webhook;
    },
    next(type, key) {
      const find = () => [...events.values()].find((event) => event.type === type && (!key || isOf(event, key)));
      return new Promise((resolve, reject) => {
        const look = () => {
          const event = find();
          if (!event) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(event);
        };
        const late = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`The demo expected a delivery of ${type} within ${DELIVERY_MS / 1000} s`));
        }, DELIVERY_MS);
        waiting.add(look);
        look();
      });
    },
    async close(mkt) {
      // One that stays is disabled in time, because nothing answers it.
      await Promise.allSettled(webhooks.map((id) => mkt.webhooks.delete(id)));
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The event, if one of the secrets has signed it. */
function verified(body: string, headers: Record<string, string>, secrets: readonly string[]): WebhookMessage | null {
  try {
    return verifyWebhook(secrets, body, headers);
  } catch {
    return null;
  }
}

function isOf(event: MarketEvent, { contract, taskId }: TaskKey): boolean {
  return event.contract === contract && event.taskId === taskId;
}
