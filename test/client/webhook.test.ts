import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { commandLine } from "./commandLine";

const { db } = testFirestore();
let market: Market;
const mkt = commandLine(() => market);
let secret = "";
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const headers = request.headers as Record<string, string>;
    const event = new Webhook(secret).verify(Buffer.concat(chunks).toString(), headers) as {
      data: { challenge: string };
    };
    response.end(event.data.challenge);
  });
});
beforeAll(async () => {
  market = await Market.open(db);
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  receiver.close();
  await market.close();
});

test("mkt webhook: create, test, list, rotate, deliveries and delete", async () => {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const filters = ["--scope", "market", "--category", "translation", "--min-reward", "5", "--contract", "agent-fast"];
  const created = await mkt(["--json", "webhook", "create", url, "--types", "task.created", ...filters], "worker");
  expect([created.code, created.err]).toEqual([0, ""]);
  const { id } = created.json["webhook"] as { id: string };
  secret = created.json["secret"] as string;
  expect(created.json["webhook"]).toMatchObject({
    filter: { category: "translation", minRewardUsdc: "5", contract: "agent-fast" },
  });
  expect((await mkt(["webhook", "test", id], "worker")).out).toContain("Passed: HTTP 200");
  const listed = (await mkt(["webhook", "list"], "worker")).out;
  expect(listed).toContain(`${id}  active  market  task.created`);
  expect(listed).not.toContain(secret.slice(6));
  expect((await mkt(["webhook", "rotate", id], "worker")).out).toContain("whsec_");
  expect((await mkt(["webhook", "deliveries", id], "worker")).out).toContain("No deliveries.");
  expect((await mkt(["webhook", "replay", `msg_${"0".repeat(32)}`], "worker")).code).not.toBe(0);
  expect((await mkt(["webhook", "delete", id], "worker")).out).toContain(`Deleted ${id}`);
  expect((await mkt(["webhook", "list"], "worker")).out).toContain("No webhooks.");
});
