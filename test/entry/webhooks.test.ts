import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { firestoreEventLog } from "../../functions/src/adapters/firestore/eventLog";
import { firestoreWebhooks } from "../../functions/src/adapters/firestore/webhooks";
import { commitUnit } from "../../functions/src/adapters/firestore/unitOfWork";
import { QUEUE } from "../../functions/src/adapters/webhooks/queue";
import { webhookSender } from "../../functions/src/adapters/webhooks/sender";
import type { Address } from "../../functions/src/domain/address";
import type { NewEvent } from "../../functions/src/domain/events/event";
import { deliveryId } from "../../functions/src/domain/webhooks/delivery";
import { newSeed, secretOf } from "../../functions/src/domain/webhooks/secret";
import { HEALTHY, type Subscription } from "../../functions/src/domain/webhooks/subscription";
import { Deliverer, dispatchEvent } from "../../functions/src/entry/webhooks";
import { wire } from "../../functions/src/entry/wire";
import { startTaskQueue, type LocalTaskQueue } from "../../dev/local/taskQueue";
import { testFirestore } from "../setup/firestore";
import { KeptLog, testSettings } from "../setup/service";

/** Events go through the log, the Firebase CLI's emulator of Cloud Tasks and plain Node servers, which verify them. */
const { db, projectId } = testFirestore();
const log = new KeptLog();
const settings = testSettings();
const keys = settings.webhooks?.keys ?? [];
const TIMEOUT_MS = 1_500;
const nowMs = Date.now;
const sender = webhookSender({ loopback: true, timeoutMs: TIMEOUT_MS });
const parts = wire(settings, { db, log, nowMs, webhookSender: sender });
const events = firestoreEventLog(db, nowMs);
const store = firestoreWebhooks(db);
const deliverer = new Deliverer(parts);
let queue: LocalTaskQueue;

beforeAll(async () => {
  queue = await startTaskQueue({ project: projectId, name: QUEUE, minBackoffSeconds: 1 }, async (task, retries) => {
    return (await deliverer.deliver(task, retries)) === "done";
  });
  process.env["CLOUD_TASKS_EMULATOR_HOST"] = queue.host;
  process.env["GCLOUD_PROJECT"] = projectId;
});
afterAll(async () => {
  await queue.close();
  for (const receiver of receivers) receiver.close();
});

interface Received {
  id: string;
  attempt: number;
  at: number;
}
interface Receiver {
  url: string;
  received: Received[];
  readonly close: () => void;
}
const receivers: Receiver[] = [];

/** A receiver that verifies with the standardwebhooks package, and then answers as told. */
async function receiver(
  secret: string,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers);
      received.push({ id: headers["webhook-id"] ?? "", attempt: Number(headers["webhook-attempt"]), at: Date.now() });
      answer(response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const one = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  receivers.push(one);
  return one;
}

let last = 0;
async function subscribed(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const number = ++last;
  const seed = newSeed(keys, Buffer.alloc(32, number));
  const target = await receiver(secretOf(seed, keys) ?? "", answer);
  const subscription: Subscription = {
    id: `wh_${String(number).padStart(32, "0")}`,
    wallet: `0x${String(number).padStart(40, "0")}` as Address,
    url: target.url,
    types: ["task.started"],
    scope: "mine",
    task: null,
    filter: {},
    description: "",
    status: "active",
    disabledReason: null,
    seed,
    formerSeed: null,
    health: HEALTHY,
    createdAt: nowMs(),
  };
  const unit = { writes: [] };
  await store.create(subscription, unit);
  await commitUnit(db, unit);
  return { subscription, ...target };
}

/** Writes an event and starts its dispatch, as the trigger does; when it was written. */
async function tell(id: string, recipients: readonly Address[], times = 1): Promise<number> {
  const event: NewEvent = {
    id,
    type: "task.started",
    timeMs: nowMs(),
    task: null,
    actor: null,
    recipients,
    data: { title: "x" },
    block: null,
    supersedes: null,
  };
  const unit = { writes: [] };
  events.append([event], unit);
  await commitUnit(db, unit);
  const at = Date.now();
  await Promise.all(Array.from({ length: times }, () => dispatchEvent(id, parts)));
  return at;
}

async function until(isSo: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("it did not come to pass");
    await sleep(50);
  }
}
/** Ends the pause after a failure, and dates the first failure back. */
async function failingFor({ id }: Subscription, ms: number): Promise<void> {
  await until(async () => (await store.find(id))?.health.failures === 1);
  await store.noteHealth(id, { failures: 1, failingSince: nowMs() - ms, pausedUntil: 0 });
}
const ok = (response: ServerResponse) => void response.writeHead(204).end();

describe("deliveries", () => {
  it("W6: each event once to each working receiver, while a third of them are broken", async () => {
    const EVENTS = 12;
    const working = await Promise.all(Array.from({ length: 8 }, () => subscribed(ok)));
    const gone = await subscribed((response) => void response.writeHead(410).end());
    const hanging = await subscribed(() => undefined);
    const failing = await subscribed((response) => void response.writeHead(500).end());
    const resetting = await subscribed((_response, request) => void request.socket.resetAndDestroy());
    const all = [...working, gone, hanging, failing, resetting];
    const wallets = all.map(({ subscription }) => subscription.wallet);
    const written = new Map<string, number>();
    for (let at = 0; at < EVENTS; at++) written.set(`e${at}`, await tell(`e${at}`, wallets, at % 3 === 0 ? 2 : 1));

    await until(() => working.every(({ received }) => received.length >= EVENTS));
    const latencies: number[] = [];
    for (const { received, subscription } of working) {
      const expected = [...written.keys()].map((id) => deliveryId(subscription.id, id));
      expect(received.map(({ id }) => id).sort()).toEqual(expected.sort());
      expect(received.map(({ attempt }) => attempt)).toEqual(expected.map(() => 1));
      for (const [id, at] of written)
        latencies.push((received.find((one) => one.id === deliveryId(subscription.id, id))?.at ?? Infinity) - at);
    }
    latencies.sort((a, b) => a - b);
    // The emulator's queue alone looks for tasks once a second.
    expect(latencies[Math.floor(latencies.length * 0.95)]).toBeLessThan(6_000);

    await until(async () => (await store.find(gone.subscription.id))?.status === "disabled");
    for (const { received } of [hanging, failing, resetting]) {
      const attempts = received.map(({ id, attempt }) => `${id} ${attempt}`);
      expect(new Set(attempts).size).toBe(attempts.length);
      // Most attempts end before they reach a receiver that fails.
      expect(received.length).toBeLessThanOrEqual(EVENTS * 2);
    }
    const told = (await events.read({ feed: null, topics: ["webhook.disabled"], after: 0, limit: 10 })).map(
      ({ recipients, data }) => [recipients, data["reason"]],
    );
    expect(told).toEqual([[[gone.subscription.wallet], "gone"]]);
  }, 60_000);

  it("W6: tries again after a failure, under the same id, and says which attempt it is", async () => {
    let isBroken = true;
    const { received, subscription } = await subscribed(
      (response) => void response.writeHead(isBroken ? 503 : 200).end(),
    );
    await tell("again", [subscription.wallet]);
    await until(() => received.length > 0);
    isBroken = false;
    await failingFor(subscription, 0);
    await until(() => received.length > 1);
    const id = deliveryId(subscription.id, "again");
    expect(received.map((one) => [one.id, one.attempt])).toEqual([
      [id, 1],
      [id, 2],
    ]);
    await until(async () => (await store.load(id, subscription.id)).delivery?.status === "delivered");
    await until(async () => (await store.find(subscription.id))?.health.failures === 0);
    expect((await store.find(subscription.id))?.health).toEqual(HEALTHY);
  }, 40_000);

  it("W10: five days of failures switch a webhook off, and tell its owner once", async () => {
    const { received, subscription } = await subscribed((response) => void response.writeHead(500).end());
    const id = deliveryId(subscription.id, "failing");
    await tell("failing", [subscription.wallet]);
    await failingFor(subscription, 5 * 86_400_000);
    // The subscription is disabled first, then the delivery is given up.
    await until(async () => (await store.load(id, subscription.id)).delivery?.status === "failed");
    expect((await store.load(id, subscription.id)).delivery).toMatchObject({ result: "HTTP 500" });
    expect(await store.find(subscription.id)).toMatchObject({ disabledReason: "failing" });
    const feed = { wallet: subscription.wallet, contract: null, taskId: null };
    const told = await events.read({ feed, topics: null, after: 0, limit: 10 });
    expect(told.map(({ type }) => type)).toContain("webhook.disabled");
    const before = received.length;
    await tell("later", [subscription.wallet]);
    expect((await store.deliveries(subscription.id, 10, null)).items).toHaveLength(1);
    expect(received).toHaveLength(before);
  }, 40_000);

  it("gives up after the last attempt, and when the subscription is deleted", async () => {
    const { subscription } = await subscribed((response) => void response.writeHead(500).end());
    const id = deliveryId(subscription.id, "last");
    await store.addDeliveries([
      {
        ...{ id, subscriptionId: subscription.id, wallet: subscription.wallet, eventId: "last", type: "task.started" },
        ...{ body: "{}", status: "pending", attempts: 16, replays: 0, result: null, createdAt: 0, attemptedAt: null },
        leasedUntil: 0,
      },
    ]);
    const queued = { deliveryId: id, subscriptionId: subscription.id };
    expect(await deliverer.deliver(queued, 15)).toBe("retry");
    await failingFor(subscription, 0);
    expect(await deliverer.deliver(queued, 16)).toBe("done");
    expect((await store.load(id, subscription.id)).delivery).toMatchObject({ status: "failed", attempts: 18 });
    expect(await store.replay(id, subscription.wallet)).toMatchObject({ status: "pending" });
    const unit = { writes: [] };
    await store.delete(subscription, unit);
    await commitUnit(db, unit);
    expect(await deliverer.deliver(queued, 0)).toBe("done");
    expect((await store.load(id, subscription.id)).delivery).toMatchObject({ status: "failed" });
  });

  it("does nothing for an event or a delivery that is not there", async () => {
    expect(await dispatchEvent("none", parts)).toBe(true);
    expect(await deliverer.deliver({ deliveryId: "msg_none", subscriptionId: "wh_none" }, 0)).toBe("done");
  });
});
