import { Webhook } from "standardwebhooks";
import { firestoreEventLog } from "../../functions/src/adapters/firestore/events/eventLog";
import { firestoreWebhooks } from "../../functions/src/adapters/firestore/events/webhooks";
import { commitUnit } from "../../functions/src/adapters/firestore/unitOfWork";
import { QUEUE } from "../../functions/src/adapters/webhooks/queue";
import { webhookSender } from "../../functions/src/adapters/webhooks/sender";
import type { Address } from "../../functions/src/domain/address";
import { deliveryId, newDelivery } from "../../functions/src/domain/webhooks/delivery";
import { newSeed, secretOf } from "../../functions/src/domain/webhooks/secret";
import { HEALTHY, type Subscription } from "../../functions/src/domain/webhooks/subscription";
import type { WebhookSender } from "../../functions/src/ports/events";
import { Deliverer, dispatchEvent } from "../../functions/src/entry/webhooks";
import { wire } from "../../functions/src/entry/wire";
import { startTaskQueue } from "../../dev/local/taskQueue";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { KeptLog, testSettings } from "../setup/service";
import {
  ANSWERS,
  marketEvent,
  newEvent,
  newSubscription,
  startReceiver,
  walletOf,
  type Answering,
  type Receiver,
} from "../setup/webhooks";
import { runs } from "../setup/runs";
import { turns, until } from "../setup/until";

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

const queue = forFile(() =>
  startTaskQueue({ project: projectId, name: QUEUE, minBackoffSeconds: 1 }, async (task, retries) => {
    return (await deliverer.work(task, retries)) === "done";
  }),
);
beforeAll(async () => {
  process.env["CLOUD_TASKS_EMULATOR_HOST"] = queue.host;
  process.env["GCLOUD_PROJECT"] = projectId;
});
afterAll(async () => {
  for (const receiver of receivers) receiver.close();
});

const receivers: Receiver[] = [];

let last = 0;
/** A webhook of a wallet of its own, whose receiver verifies with the standardwebhooks package before it answers. */
async function subscribed(answer: Answering) {
  const number = ++last;
  const seed = newSeed(keys, Buffer.alloc(32, number));
  const verifier = new Webhook(secretOf(seed, keys) ?? "");
  const receiver = await startReceiver((response, request, one) => {
    verifier.verify(one.body, one.headers);
    answer(response, request, one);
  });
  receivers.push(receiver);
  const { url } = receiver;
  const subscription = newSubscription({ wallet: walletOf(number), url, types: ["task.started"], seed });
  const unit = { writes: [] };
  await store.create(subscription, unit);
  await commitUnit(db, unit);
  return { subscription, ...receiver };
}
const found = async ({ id }: Subscription) => (await store.find(id))?.subscription;

/** Writes an event and starts its dispatch, as the trigger does; when it was written. */
async function tell(id: string, recipients: readonly Address[], times = 1): Promise<number> {
  const event = newEvent({ id, type: "task.started", timeMs: nowMs(), task: null, recipients, data: { title: "x" } });
  const unit = { writes: [] };
  events.append([event], unit);
  await commitUnit(db, unit);
  const at = Date.now();
  await Promise.all(Array.from({ length: times }, () => dispatchEvent(id, parts)));
  return at;
}

/** Ends the pause after a failure, and dates the first failure back. */
async function failingFor(subscription: Subscription, ms: number): Promise<void> {
  await until(async () => (await found(subscription))?.health.failures === 1);
  await store.noteHealth(subscription.id, { failures: 1, failingSince: nowMs() - ms, pausedUntil: 1 });
}

describe("deliveries", () => {
  it("W6: each event once to each working receiver, while a third of them are broken", async () => {
    const EVENTS = runs(6, 12);
    const working = await Promise.all(Array.from({ length: runs(4, 8) }, () => subscribed(ANSWERS.ok)));
    const gone = await subscribed(ANSWERS.gone);
    const hanging = await subscribed(ANSWERS.hang);
    const failing = await subscribed(ANSWERS.fail);
    const resetting = await subscribed(ANSWERS.reset);
    const all = [...working, gone, hanging, failing, resetting];
    const wallets = all.map(({ subscription }) => subscription.wallet);
    const written = new Map<string, number>();
    for (let at = 0; at < EVENTS; at++) written.set(`e${at}`, await tell(`e${at}`, wallets, at % 3 === 0 ? 2 : 1));

    await until(() => working.every(({ received }) => received.length >= EVENTS));
    for (const { received, subscription } of working) {
      const expected = [...written.keys()].map((id) => deliveryId(subscription.id, id));
      expect(received.map(({ id }) => id).sort()).toEqual(expected.sort());
      expect(received.map(({ attempt }) => attempt)).toEqual(expected.map(() => 1));
    }

    await until(async () => (await found(gone.subscription))?.status === "disabled");
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
    await until(async () => (await found(subscription))?.health.failures === 0);
    expect((await found(subscription))?.health).toEqual(HEALTHY);
  }, 40_000);

  it("W12: rests a receiver that answers late, and then sends it one request at a time", async () => {
    let isLate = true;
    const { received, subscription } = await subscribed((response) => {
      response.writeHead(200).end();
    });
    let clock = 0;
    const slow = new Deliverer({ ...parts, nowMs: () => Date.now() + clock, webhookSender: () => late });
    // The clock says that the receiver took its time.
    const late: WebhookSender = {
      ...sender,
      post: async (...request) => {
        const reply = await sender.post(...request);
        if (isLate) clock += 9_200;
        return reply;
      },
    };
    const deliveries = [1, 2, 3, 4].map((at) => newDelivery(subscription, marketEvent({ id: `late-${at}` }), 0));
    await store.addDeliveries(deliveries);
    const work = (at: number) =>
      slow.work({ deliveryId: deliveries[at]?.id ?? "", subscriptionId: subscription.id, isOwn: true }, 0);
    expect(await work(0)).toBe("done");
    expect((await found(subscription))?.health).toMatchObject({ failures: 0, failingSince: null });
    expect(await work(1)).toBe("retry");
    expect(received).toHaveLength(1);
    clock += 100_000;
    isLate = false;
    const results = await Promise.all([work(1), work(2), work(3)]);
    expect(results.sort()).toEqual(["done", "retry", "retry"]);
    expect(received).toHaveLength(2);
    expect((await found(subscription))?.health).toEqual(HEALTHY);
  });

  it("W12: strangers' deliveries and one receiver's take a part of an instance's places only", async () => {
    const gates: (() => void)[] = [];
    const open = { webhooks: () => ({ load: () => new Promise<never>(() => gates.push(() => undefined)) }) };
    const busy = new Deliverer({ ...parts, ...(open as unknown as Pick<typeof parts, "webhooks">) });
    const start = (subscriptionId: string, isOwn: boolean) =>
      busy.work({ deliveryId: "msg_1", subscriptionId, isOwn }, 0);
    const strangers = Array.from({ length: 60 }, (_, at) => start(`wh_${at}`, false));
    const one = Array.from({ length: 10 }, () => start("wh_one", true));
    const refused = async (all: Promise<string>[]) => {
      const now = await Promise.all(all.map((each) => Promise.race([each, turns().then(() => "under way")])));
      return now.filter((result) => result === "retry").length;
    };
    expect([await refused(strangers), await refused(one)]).toEqual([20, 2]);
    expect(gates).toHaveLength(32 + 4);
    void start("wh_other", true);
    await turns();
    expect(gates).toHaveLength(32 + 4 + 1);
  });

  it("W10: five days of failures switch a webhook off, and tell its owner once", async () => {
    const { received, subscription } = await subscribed(ANSWERS.fail);
    const id = deliveryId(subscription.id, "failing");
    await tell("failing", [subscription.wallet]);
    await failingFor(subscription, 5 * 86_400_000);
    // The subscription is disabled first, then the delivery is given up.
    await until(async () => (await store.load(id, subscription.id)).delivery?.status === "failed");
    expect((await store.load(id, subscription.id)).delivery).toMatchObject({ result: "HTTP 500" });
    expect(await found(subscription)).toMatchObject({ disabledReason: "failing" });
    const feed = { wallet: subscription.wallet, contract: null, taskId: null };
    const told = await events.read({ feed, topics: null, after: 0, limit: 10 });
    expect(told.map(({ type }) => type)).toContain("webhook.disabled");
    const before = received.length;
    await tell("later", [subscription.wallet]);
    expect((await store.deliveries(subscription.id, 10, null)).items).toHaveLength(1);
    expect(received).toHaveLength(before);
  }, 40_000);

  it("gives up after the last attempt, and when the subscription is deleted", async () => {
    const { subscription } = await subscribed(ANSWERS.fail);
    const id = deliveryId(subscription.id, "last");
    const delivery = newDelivery(subscription, marketEvent({ id: "last", type: "task.started" }), 0);
    await store.addDeliveries([{ ...delivery, attempts: 16 }]);
    const queued = { deliveryId: id, subscriptionId: subscription.id, isOwn: true };
    expect(await deliverer.work(queued, 15)).toBe("retry");
    await failingFor(subscription, 0);
    expect(await deliverer.work(queued, 16)).toBe("done");
    expect((await store.load(id, subscription.id)).delivery).toMatchObject({ status: "failed", attempts: 18 });
    expect(await store.replay(id, subscription.wallet, nowMs())).toMatchObject({ status: "pending" });
    const unit = { writes: [] };
    await store.delete(subscription, unit);
    await commitUnit(db, unit);
    expect(await deliverer.work(queued, 0)).toBe("done");
    expect((await store.load(id, subscription.id)).delivery).toMatchObject({ status: "failed" });
  });

  it("W16: ends a delivery whose last attempt finds no place, so that it can be replayed", async () => {
    const { subscription } = await subscribed(ANSWERS.hang);
    const all = Array.from({ length: 9 }, (_, at) =>
      newDelivery(subscription, marketEvent({ id: `full-${at}` }), nowMs()),
    );
    await store.addDeliveries(all);
    const work = (at: number) =>
      deliverer.work({ deliveryId: all[at]?.id ?? "", subscriptionId: subscription.id, isOwn: true }, 16);
    // Four are sent and four wait, for longer than the last one.
    const before = all.slice(0, 8).map((_, at) => work(at));
    expect(await work(8)).toBe("done");
    const { delivery } = await store.load(all[8]?.id ?? "", subscription.id);
    expect(delivery).toMatchObject({ status: "failed", attempts: 0, result: "Too many deliveries were waiting." });
    expect(await store.replay(delivery?.id ?? "", subscription.wallet, nowMs())).toMatchObject({
      status: "pending",
      replays: 1,
    });
    await Promise.all(before);
  }, 20_000);

  it("W17: says whether what it tells of is final", async () => {
    const { received, subscription } = await subscribed(ANSWERS.ok);
    const chain = { task: null, recipients: [subscription.wallet], type: "task.started" as const, timeMs: nowMs() };
    const block = { number: 5n, hash: `0x${"5".repeat(64)}` as const };
    const told = { "of-block": { block }, "of-final-block": { block, isFinal: true }, "of-service": { block: null } };
    const unit = { writes: [] };
    events.append(
      Object.entries(told).map(([id, more]) => newEvent({ id, ...chain, ...more })),
      unit,
    );
    await commitUnit(db, unit);
    await Promise.all(Object.keys(told).map((id) => dispatchEvent(id, parts)));
    await until(() => received.length === 3);
    const said = received.map(({ body }) => JSON.parse(body) as { id: string; finality: string });
    expect(Object.fromEntries(said.map(({ id, finality }) => [id, finality]))).toEqual({
      "of-block": "pending",
      "of-final-block": "final",
      "of-service": "final",
    });
  }, 20_000);

  it("does nothing for an event or a delivery that is not there", async () => {
    await dispatchEvent("none", parts);
    expect(await deliverer.work({ eventId: "none", pass: "late", from: null }, 0)).toBe("done");
    expect(await deliverer.work({ deliveryId: "msg_none", subscriptionId: "wh_none", isOwn: true }, 0)).toBe("done");
  });
});
