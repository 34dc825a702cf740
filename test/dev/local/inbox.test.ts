import { Webhook } from "standardwebhooks";
import { openInbox, type Inbox } from "../../../dev/local/inbox";
import type { Mkt } from "../../../packages/client/src/index";
import type { Requests } from "../../../packages/client/src/service/requests";
import { Webhooks } from "../../../packages/client/src/account/webhooks";

const SECRET = `whsec_${Buffer.from("s".repeat(32)).toString("base64")}`;
const EVENT = { id: "evt_1", type: "task.created", contract: "human", taskId: "7" };

let inbox: Inbox;
beforeEach(async () => {
  inbox = await openInbox();
});
afterEach(() => inbox.close(service("active")));

/** A service that tests a webhook as the real one does, and says that it is then in this status. */
function service(status: string, changes: string[] = []): Mkt {
  const signed = async (_path: string, { action }: { action: string }) => {
    changes.push(action);
    if (action !== "test") return { webhook: { id: "wh_1", status: "unverified" }, secret: SECRET };
    const response = await send({ type: "webhook.test", data: { challenge: "echo this" } });
    return { webhook: { id: "wh_1", status }, test: { result: await response.text() } };
  };
  return { webhooks: new Webhooks({ signed } as unknown as Requests) } as unknown as Mkt;
}

function send(event: object, secret = SECRET): Promise<Response> {
  const [body, now] = [JSON.stringify(event), new Date()];
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", now, body),
  };
  return fetch(inbox.url, { method: "POST", body, headers });
}

const subscription = { types: ["task.created" as const], scope: "market" as const };

it("echoes the challenge, keeps each signed event once, and deletes its webhooks", async () => {
  const changes: string[] = [];
  const mkt = service("active", changes);
  await expect(inbox.subscribe(mkt, subscription)).resolves.toMatchObject({ status: "active" });
  const waited = inbox.next("task.created", { contract: "human", taskId: "7" });
  await send({ ...EVENT, id: "evt_0", taskId: "6" });
  for (let time = 0; time < 2; time++) expect((await send(EVENT)).status).toBe(204);
  await expect(waited).resolves.toEqual(EVENT);
  expect(inbox.received).toEqual(["task.created", "task.created"]);
  await inbox.close(mkt);
  expect(changes).toEqual(["create", "test", "delete"]);
});

it("refuses what no secret of its webhooks has signed", async () => {
  await inbox.subscribe(service("active"), subscription);
  const forged = `whsec_${Buffer.from("f".repeat(32)).toString("base64")}`;
  expect((await send(EVENT, forged)).status).toBe(401);
  expect((await fetch(inbox.url, { method: "POST", body: JSON.stringify(EVENT) })).status).toBe(401);
  expect([inbox.refused, inbox.received]).toEqual([2, []]);
});

it("says why a webhook did not become active", async () => {
  await expect(inbox.subscribe(service("unverified"), subscription)).rejects.toThrow("to be active: echo this");
});
