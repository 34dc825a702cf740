import { Webhook } from "standardwebhooks";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { Market } from "../setup/market";
import { marketEvent, startReceiver } from "../setup/webhooks";
import { firestoreWebhooks } from "../../functions/src/adapters/firestore/events/webhooks";
import { newDelivery } from "../../functions/src/domain/webhooks/delivery";
import { isWebhookTest, verifyWebhook } from "../../packages/client/src/index";
import { agent } from "./agents";
import { commandLine, words } from "./commandLine";

const { db } = testFirestore();
const mkt = commandLine(() => market);
let secret = "";
let isWell = true;
const market = Market.forFile(db, {}, { deliveryQueue: { add: async () => undefined } });
const receiver = forFile(() =>
  startReceiver((response, _request, { body, headers }) => {
    const event = new Webhook(secret).verify(body, headers) as { data: { challenge: string } };
    response.end(isWell ? event.data.challenge : "ok");
  }),
);

const worker = (...args: string[]) => mkt(["webhook", ...args], "worker");

test("mkt webhook: create, test, list, update, rotate, deliveries and delete", async () => {
  const filters = words`--category translation --min-reward 5 --contract agent-fast --words ${"a page"}`;
  const created = await mkt(words`--json webhook create ${receiver.url} --types task.created ${filters}`, "worker");
  expect([created.code, created.err]).toEqual([0, ""]);
  const { id } = created.json["webhook"] as { id: string };
  secret = created.json["secret"] as string;
  const filter = { category: "translation", minRewardUsdc: "5", contract: "agent-fast", q: "a page" };
  expect(created.json["webhook"]).toMatchObject({ scope: "market", filter });

  isWell = false;
  const failed = await worker("test", id);
  expect([failed.code, failed.out]).toEqual([4, "Not passed: HTTP 200, but without data.challenge in its answer"]);
  expect(failed.err).toContain("answer with data.challenge");
  isWell = true;
  expect((await worker("test", id)).out).toBe("Passed: HTTP 200. The webhook is active.");

  const listed = (await worker("list")).out.split("\n");
  expect(listed).toEqual([
    `${id}  active`,
    '  task.created of: market category="translation" minRewardUsdc="5" q="a page" contract="agent-fast"',
    `  to ${receiver.url}`,
  ]);
  const renamed = await worker("update", id, "--types", "task.created,task.settled", "--description", "pages");
  expect(renamed.out).toContain(`${id}  active\n  task.created, task.settled of: market`);
  expect(renamed.out).toContain(`${receiver.url} (pages)`);
  expect(await worker("update", id)).toMatchObject({ code: 1, err: expect.stringContaining("Give what to change") });
  const rotated = (await worker("rotate", id)).out;
  expect(rotated).toContain("Secret, shown only now: whsec_");
  expect(rotated).not.toContain(secret);
  expect((await worker("deliveries", id)).out).toBe("No deliveries.");
  expect((await worker("replay", `msg_${"0".repeat(32)}`)).code).not.toBe(0);
  expect((await worker("delete", id)).out).toBe(`Deleted ${id}`);
  expect((await worker("list")).out).toBe("No webhooks.");
});

test("mkt webhook: of one task, of the wallet's own events, and what is wrong with the options", async () => {
  const task = await worker("create", receiver.url, "--types", "task.started", "--task", "12", "--contract", "human");
  expect(task.out).toContain("  unverified\n  task.started of: task human 12\n");
  expect(task.out).toContain("  Next: start your server with the secret, then mkt webhook test wh_");
  expect(task.out).toContain("Secret, shown only now: whsec_");
  expect((await worker("create", receiver.url, "--types", "deadline.near")).out).toContain("deadline.near of: mine");
  for (const [args, option] of [
    [words`--types task.invented`, "--types"],
    [words`--types task.created --words the`, "--words"],
    [words`--types task.created --closes-before soon`, "--closes-before"],
  ] as const) {
    const { code, err } = await worker("create", receiver.url, ...args);
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining(option)]);
    expect(code).not.toBe(0);
  }
  expect((await worker("create", "http://10.0.0.1/", "--types", "task.created")).err).toContain("<url>");
});

test("mkt.webhooks: from creation to deletion, and a receiver that verifies with the same client", async () => {
  const { webhooks } = agent(market, "buyer");
  const secrets: string[] = [];
  const seen: unknown[] = [];
  const own = await startReceiver((response, _request, { body, headers }) => {
    const message = webhooks.verify(secrets, body, headers);
    seen.push(message.type);
    response.end(isWebhookTest(message) ? message.data.challenge : "");
  });
  const made = await webhooks.create({ url: own.url, types: ["task.created", "task.settled"], scope: "mine" });
  secrets.push(made.secret);
  const { id } = made.webhook;
  expect(await webhooks.test(id)).toMatchObject({ passed: true, result: "HTTP 200", webhook: { status: "active" } });
  expect((await webhooks.update(id, { description: "mine" })).description).toBe("mine");
  expect(await webhooks.list()).toMatchObject([{ id, status: "active", description: "mine" }]);
  const rotated = await webhooks.rotate(id);
  expect(rotated.secret).not.toBe(made.secret);
  // Both secrets sign now, so that a receiver can change them without a pause.
  for (const one of [[made.secret], [rotated.secret]]) {
    secrets.splice(0, 1, ...one);
    expect(await webhooks.test(id)).toMatchObject({ passed: true });
  }
  expect(seen).toEqual(["webhook.test", "webhook.test", "webhook.test"]);

  const store = firestoreWebhooks(db);
  const { subscription } = (await store.find(id)) ?? {};
  if (!subscription) throw new Error("no webhook");
  const delivery = newDelivery(subscription, marketEvent(), Date.now());
  await store.addDeliveries([delivery]);
  await store.record(delivery.id, { status: "failed", result: "HTTP 500" });
  expect(await webhooks.status(id)).toMatchObject({
    webhook: { id },
    deliveries: [{ id: delivery.id, status: "failed", result: "HTTP 500" }],
    nextCursor: null,
  });
  expect(await webhooks.replay(delivery.id)).toMatchObject({ id: delivery.id, status: "pending" });
  expect(await webhooks.delete(id)).toMatchObject({ id });
  expect(await webhooks.list()).toEqual([]);
  await expect(webhooks.test(id)).rejects.toMatchObject({ code: "webhook_not_found" });
  own.close();
});

test("a request that no secret has signed, or that was signed long ago, is not an event", () => {
  const key = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const body = JSON.stringify({ type: "task.created" });
  const at = (time: Date) => ({
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(time.getTime() / 1_000)),
    "webhook-signature": new Webhook(key).sign("msg_1", time, body),
  });
  const now = new Date();
  expect(verifyWebhook(["whsec_bm8=", key], body, at(now))).toEqual({ type: "task.created" });
  for (const [secrets, text, headers] of [
    [["whsec_bm8="], body, at(now)],
    [[key], `${body} `, at(now)],
    [[key], body, at(new Date(now.getTime() - 301_000))],
    [[key], body, {}],
    [[], body, at(now)],
    ["not base64!", body, at(now)],
  ] as const) {
    expect(() => verifyWebhook(secrets, text, headers)).toThrow(
      expect.objectContaining({ code: "webhook_unverified" }) as Error,
    );
  }
});
