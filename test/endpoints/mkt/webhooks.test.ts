import { Webhook } from "standardwebhooks";
import { COUNTERS } from "../../../functions/src/adapters/firestore/accounts/counters";
import { firestoreWebhooks } from "../../../functions/src/adapters/firestore/events/webhooks";
import { webhookSender } from "../../../functions/src/adapters/webhooks/sender";
import { newDelivery } from "../../../functions/src/domain/webhooks/delivery";
import type { QueuedWork } from "../../../functions/src/ports/events";
import type { Role } from "../../../dev/local/wallets";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { freshCaller } from "../../setup/payments";
import { Market } from "../../setup/market";
import { marketEvent, startReceiver, type Receiver } from "../../setup/webhooks";

const { db } = testFirestore();
const queued: [string, QueuedWork][] = [];
let secret = "";

/** How the receiver answers: it verifies first, as the guide says. */
let answer: (challenge: string) => { status: number; text: string } = (text) => ({ status: 200, text });
/** What happens before it answers. */
let meanwhile: () => Promise<unknown> = async () => {};
let whileResolving: () => Promise<unknown> = async () => {};
const receivers: Receiver[] = [];
let url = "";

/** One on a host of its own, for hosts get ten tests a minute. */
async function verifier(): Promise<Receiver> {
  const one = await startReceiver((response, _request, { body, headers }) => {
    const { data } = new Webhook(secret).verify(body, headers) as { data: { challenge: string } };
    const { status, text } = answer(data.challenge);
    void meanwhile().then(() => response.writeHead(status).end(text));
  });
  receivers.push(one);
  return one;
}

const market = forFile(async () =>
  Market.open(
    db,
    {},
    {
      deliveryQueue: { add: async (name, task) => void queued.push([name, task]) },
      webhookSender: webhookSender({
        loopback: true,
        resolve: async (host) => {
          if (host === "slow-name.example") await whileResolving();
          return [host === "slow-name.example" ? "93.184.215.14" : "127.0.0.1"];
        },
      }),
    },
  ),
);
const receiver = forFile(() => verifier());
beforeAll(async () => {
  url = `${receiver.url}hook`;
});
afterAll(async () => {
  for (const one of receivers) one.close();
});
beforeEach(() => {
  answer = (text) => ({ status: 200, text });
  meanwhile = async () => {};
});

interface Answer {
  webhook: { id: string; status: string; formerSecretUntil: string | null };
  secret: string | null;
  test: { passed: boolean; result: string } | null;
  delivery: { id: string; status: string } | null;
  detail: string;
  errors: { pointer: string; message: string }[];
}
async function call(role: Role, body: Record<string, unknown>) {
  const { status, json, text } = await market.call("/mkt/webhooks", role, body);
  return { status, text, json: json as unknown as Answer };
}
const create = (role: Role, more: Record<string, unknown> = {}) =>
  call(role, { action: "create", url, types: ["task.created"], scope: "mine", ...more });
async function list(role: Role, body: Record<string, unknown> = {}) {
  const { status, json, text } = await market.call("/mkt/webhooks/status", role, body);
  return {
    status,
    text,
    ...(json as unknown as { webhooks: Answer["webhook"][]; deliveries: { items: { id: string }[] } | null }),
  };
}
/** A webhook of this wallet, and the secret with which the receiver verifies. */
async function created(role: Role, more: Record<string, unknown> = {}): Promise<string> {
  const made = await create(role, more);
  expect(made.status).toBe(200);
  secret = made.json.secret ?? "";
  return made.json.webhook.id;
}

describe("happy", () => {
  it("W3: a webhook gets nothing before its receiver has verified and echoed a signed challenge", async () => {
    const id = await created("worker");
    expect((await list("worker")).webhooks[0]).toMatchObject({ id, status: "unverified" });
    expect((await db.doc(`webhooks/${id}`).get()).get("keys")).toEqual([]);
    const tested = await call("worker", { action: "test", id });
    expect(tested.json).toMatchObject({ webhook: { status: "active" }, test: { passed: true, result: "HTTP 200" } });
    expect((await db.doc(`webhooks/${id}`).get()).get("keys")).toHaveLength(1);
    answer = (challenge) => ({ status: 202, text: JSON.stringify({ challenge }) });
    expect((await call("worker", { action: "test", id })).json.test).toEqual({ passed: true, result: "HTTP 202" });
  });

  it.each<[string, typeof answer]>([
    ["another text", () => ({ status: 200, text: "ok" })],
    ["a mirror of the body", (challenge) => ({ status: 200, text: JSON.stringify({ data: { challenge } }) })],
    ["an error", (challenge) => ({ status: 500, text: challenge })],
    ["a redirect", (challenge) => ({ status: 302, text: challenge })],
    ["a page with the challenge in it", (challenge) => ({ status: 200, text: `<html>${challenge}</html>` })],
  ])("W3: %s is no echo", async (_what, given) => {
    const id = await created("stranger", { description: _what });
    answer = given;
    const { json } = await call("stranger", { action: "test", id });
    expect(json).toMatchObject({ webhook: { status: "unverified" }, test: { passed: false } });
    await call("stranger", { action: "delete", id });
  });

  it("changes what is given, and has another URL tested again", async () => {
    const id = await created("buyer");
    await call("buyer", { action: "test", id });
    const changed = await call("buyer", { action: "update", id, types: ["task.settled"], description: "mine" });
    expect(changed.json.webhook).toMatchObject({ types: ["task.settled"], description: "mine", status: "active" });
    const saved = { scope: "market", filter: { contract: "agent-fast", category: "translation", minRewardUsdc: "5" } };
    expect((await call("buyer", { action: "update", id, ...saved })).json.webhook).toMatchObject(saved);
    const moved = await call("buyer", { action: "update", id, url: `${url}2` });
    expect(moved.json.webhook).toMatchObject({ ...saved, status: "unverified" });
    expect((await call("buyer", { action: "delete", id })).status).toBe(200);
    expect((await list("buyer")).webhooks).toEqual([]);
  });

  it("W5: rotates the secret: both sign for a day, and neither is ever listed, logged or stored anywhere", async () => {
    const id = await created("buyer");
    const [former] = [secret];
    const rotated = await call("buyer", { action: "rotateSecret", id });
    expect(rotated.json.webhook.formerSecretUntil).not.toBeNull();
    const next = rotated.json.secret ?? "";
    expect(next).toMatch(/^whsec_/);
    for (secret of [former, next]) expect((await call("buyer", { action: "test", id })).json.test?.passed).toBe(true);
    const listed = (await list("buyer")).text + (await list("buyer", { id })).text;
    const collections = await Promise.all((await db.listCollections()).map((all) => all.get()));
    const stored = JSON.stringify(collections.map(({ docs }) => docs.map((doc) => doc.data())));
    expect(stored).toContain(id);
    const logged = JSON.stringify(market.log.lines);
    for (const one of [former, next]) {
      for (const text of [listed, stored, logged]) expect(text).not.toContain(one.slice(6));
    }
    await call("buyer", { action: "delete", id });
  });

  it("W5: answers a repeat of rotateSecret with the same secret, even after another rotation", async () => {
    const id = await created("buyer");
    const body = await market.sign("/mkt/webhooks", "buyer", { action: "rotateSecret", id });
    const first = await market.post("/mkt/webhooks", body);
    await call("buyer", { action: "rotateSecret", id });
    expect((await market.post("/mkt/webhooks", body)).text).toBe(first.text);
    expect(first.json["secret"]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await call("buyer", { action: "delete", id });
  });

  it.each([
    ["test", {}],
    ["update", { description: "changed", url: "https://slow-name.example/" }],
  ])("W14: a rotation during %s is not undone", async (action, more) => {
    const id = await created("buyer", { url: (await verifier()).url });
    let rotations = 0;
    const rotate = async () => {
      if (++rotations > 1) return;
      const { status } = await call("buyer", { action: "rotateSecret", id });
      expect(status).toBe(200);
    };
    meanwhile = rotate;
    whileResolving = rotate;
    const saltOf = async () => ((await db.doc(`webhooks/${id}`).get()).get("seed") as { salt: string }).salt;
    const before = await saltOf();
    const { status, json } = await call("buyer", { action, id, ...more });
    whileResolving = async () => {};
    expect([status, rotations > 0]).toEqual([200, true]);
    expect(await saltOf()).not.toBe(before);
    expect(json.webhook.formerSecretUntil).not.toBeNull();
    await call("buyer", { action: "delete", id });
  });

  it("takes any query of /mkt/tasks as a filter, and keeps it as searches compare it", async () => {
    const filter = {
      ...{ contract: "agent-fast", category: "translation", country: "pt", industry: "legal", mode: "instant" },
      ...{ tag: " Legal ", q: "Portuguese contracts", minRewardUsdc: "5", maxRewardUsdc: "50" },
      ...{ closesBefore: "2027-01-01", status: "open", sort: "newest" },
    };
    const { status, json } = await create("buyer", { scope: "market", filter });
    expect(status).toBe(200);
    const { sort: _sort, ...kept } = filter;
    expect(json.webhook).toMatchObject({ filter: { ...kept, country: "PT", tag: "legal" } });
    await call("buyer", { action: "delete", id: json.webhook.id });
  });

  it("W11: notes at a test whether the wallet has a settled task", async () => {
    const id = await created("buyer", { url: (await verifier()).url });
    const isKnown = async () => (await db.doc(`webhooks/${id}`).get()).get("isKnown") as boolean;
    await call("buyer", { action: "test", id });
    expect(await isKnown()).toBe(false);
    await COUNTERS.in(db).doc(market.stage.address("buyer")).set({ completed: 1 });
    await call("buyer", { action: "test", id });
    expect(await isKnown()).toBe(true);
    await call("buyer", { action: "delete", id });
  });

  it("lists deliveries, and replays one under its id", async () => {
    const id = await created("buyer");
    const store = firestoreWebhooks(db);
    const { subscription } = (await store.find(id)) ?? {};
    if (!subscription) throw new Error("no webhook");
    const delivery = newDelivery(subscription, marketEvent(), Date.now());
    await store.addDeliveries([delivery]);
    await store.record(delivery.id, { status: "failed", result: "HTTP 500" });
    expect((await list("buyer", { id })).deliveries?.items).toMatchObject([
      { id: delivery.id, webhookId: id, status: "failed", result: "HTTP 500" },
    ]);
    const replayed = await call("buyer", { action: "replay", deliveryId: delivery.id });
    expect(replayed.json.delivery).toMatchObject({ id: delivery.id, status: "pending" });
    const carried = { deliveryId: delivery.id, subscriptionId: id, isOwn: false };
    expect(queued.splice(0)).toEqual([[`${delivery.id}-r1`, carried]]);
    expect((await call("worker", { action: "replay", deliveryId: delivery.id })).status).toBe(404);
    await call("buyer", { action: "delete", id });
  });
});

describe("refusals", () => {
  it.each([
    ["http://receiver.example/hook", "must use https"],
    ["https://receiver.example:444/hook", "must use port 443 or 8443"],
    ["https://169.254.169.254/latest", "must have a public address (its host's is linkLocal)"],
    ["https://[::ffff:10.0.0.1]/", "must have a public address (its host's is ipv4Mapped)"],
    ["https://u:p@receiver.example/", "must not contain a user name or password"],
  ])("W1: says which rule refuses %s", async (bad, rule) => {
    const { status, json } = await create("buyer", { url: bad });
    expect(status).toBe(400);
    expect(json).toMatchObject({ detail: `url ${rule}.`, errors: [{ pointer: "/url", message: rule }] });
  });

  const GOOD = { action: "create", url: "http://127.0.0.1/", types: ["task.created"], scope: "mine" };
  const { types: _, ...UNTYPED } = GOOD;
  it.each<[Record<string, unknown>, string]>([
    [UNTYPED, "/types"],
    [{ ...GOOD, types: [] }, "/types"],
    [{ ...GOOD, types: ["task.invented"] }, "/types/0"],
    [{ ...GOOD, scope: "task" }, "/task"],
    [{ ...GOOD, task: { taskId: "1" } }, "/task"],
    [{ ...GOOD, filter: { category: "translation" } }, "/filter"],
    [{ ...GOOD, scope: "market", filter: { q: "the of" } }, "/filter/q"],
    [{ ...GOOD, scope: "market", filter: { closesBefore: "2027-13-01" } }, "/filter/closesBefore"],
    [{ ...GOOD, scope: "market", filter: { country: "XX" } }, "/filter/country"],
    [{ action: "update" }, "/id"],
    [{ action: "replay" }, "/deliveryId"],
  ])("names what is wrong with %j", async (body, pointer) => {
    const { status, json } = await call("buyer", body);
    expect(status).toBe(400);
    expect(json.errors.map((error) => error.pointer)).toContain(pointer);
  });

  it("names the known filters to one who gives an unknown one", async () => {
    const { text } = await create("buyer", { scope: "market", filter: { colour: "red" } });
    for (const name of ["contract", "category", "minRewardUsdc"]) expect(text).toContain(name);
  });

  it("W4: refuses an eleventh webhook", async () => {
    while ((await list("worker")).webhooks.length < 10) await created("worker");
    expect(await create("worker")).toMatchObject({ status: 409, json: { code: "webhook_limit_reached" } });
  });

  it("W7: another wallet's webhook does not exist", async () => {
    const id = await created("buyer");
    for (const action of ["update", "delete", "rotateSecret", "test"]) {
      expect(await call("stranger", { action, id })).toMatchObject({
        status: 404,
        json: { code: "webhook_not_found" },
      });
    }
    expect((await list("stranger", { id })).status).toBe(404);
    await call("buyer", { action: "delete", id });
  });

  it("W8: one host gets a few tests a minute, no matter who asks for them", async () => {
    const id = await created("buyer", { url: url.replace("127.0.0.1", "localhost") });
    const before = receiver.received.length;
    const statuses: number[] = [];
    for (let at = 0; at < 14; at++) statuses.push((await call("buyer", { action: "test", id })).status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
    expect(receiver.received.length - before).toBeLessThanOrEqual(10);
    await call("buyer", { action: "delete", id });
  });

  it("W8: one client gets a few tests a minute, however many names its hosts have", async () => {
    await market.pass(60);
    const statuses: number[] = [];
    const signer = "worker2";
    const client = freshCaller();
    const send = async (body: Record<string, unknown>) =>
      market.post("/mkt/webhooks", await market.sign("/mkt/webhooks", signer, body), client);
    const urlOf = (at: number) => `http://127.0.0.1:${20_001 + at}/`;
    const made = await send({ action: "create", url: urlOf(0), types: ["task.created"], scope: "mine" });
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    const { id } = (made.json as unknown as Answer).webhook;
    for (let at = 1; at <= 23; at++) {
      await send({ action: "update", id, url: urlOf(at) });
      const { status, json } = await send({ action: "test", id });
      statuses.push(status);
      if (status === 429) expect(json["detail"]).toContain("Your address starts at most 20 tests a minute.");
    }
    expect([statuses.slice(0, 18), statuses.at(-1)]).toEqual([Array.from({ length: 18 }, () => 200), 429]);
    expect(
      (
        await market.post(
          "/mkt/webhooks",
          await market.sign("/mkt/webhooks", signer, { action: "test", id }),
          freshCaller(),
        )
      ).status,
    ).toBe(200);
    await send({ action: "delete", id });
  });

  it("answers a repeat of create with the same webhook and secret, and creates no second one", async () => {
    const body = await market.sign("/mkt/webhooks", "buyer", {
      action: "create",
      url,
      types: ["task.created"],
      scope: "mine",
    });
    const [first, second] = [await market.post("/mkt/webhooks", body), await market.post("/mkt/webhooks", body)];
    expect(second.text).toBe(first.text);
    expect((await list("buyer")).webhooks).toHaveLength(1);
  });
});
