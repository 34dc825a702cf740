import { ZeroAddress } from "ethers";
import { firestoreSnapshots, dataHashOf } from "../../functions/src/adapters/firestore/snapshots";
import type { DatasetKind } from "../../functions/src/ports/answers";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, post, QUESTION } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import { GrpcError, hookFirestore, UNKNOWN } from "../setup/database/hookFirestore";
import { startRpcProxy } from "../setup/chain/rpcProxy";
import type { TestServer } from "../setup/http/server";
import { KeptLog, testService } from "../setup/service";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { until } from "../setup/until";

const chain = sharedChain();
const { db, another } = testFirestore();
const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));

let clock = 0;
beforeEach(async () => {
  clock = 0;
  for (const name of ["datasets", "analytics"]) await db.recursiveDelete(db.collection(name));
});

/** A fresh instance that looks at what is published. */
async function instance(options: Partial<Parameters<typeof testService>[0]> = {}): Promise<TestServer> {
  const service = await testService({ db, isStocked: false, nowMs: () => Date.now() + clock, ...options });
  open.push(service);
  return service;
}

async function publish(kind: DatasetKind): Promise<void> {
  const bytes = Buffer.from(kind);
  await firestoreSnapshots(db).publish({ kind, dataHash: dataHashOf(bytes), count: 1, publishedAt: 1 }, bytes);
}
const publishReport = () =>
  db.doc("analytics/catalogue").set({
    reports: [{ id: "r", from: "2026-01-01", to: "2026-02-01" }],
    values: '{"country":{},"category":{},"industry":{}}',
    publishedAt: 1,
  });

const PRODUCTS = [
  { path: "/demand-insights", body: QUESTION, lacks: "chats dataset", add: () => publish("chats") },
  { path: "/ai-early-adopters-goals", body: QUESTION, lacks: "goals dataset", add: () => publish("goals") },
  {
    path: "/analytics/agent-conversions",
    body: { filters: { aggregate: "category" } },
    lacks: "monthly report",
    add: publishReport,
  },
];

describe.each(PRODUCTS)("$path", ({ path, body, lacks, add }) => {
  it("P28: quotes nothing that it cannot deliver, and says what is missing, until it is there", async () => {
    const { baseUrl } = await instance();
    for (const asked of [body, {}]) {
      const { status, json, headers } = await post(baseUrl + path, asked);
      expect([status, json["code"]]).toEqual([503, "not_available"]);
      expect(json["detail"]).toContain(lacks);
      expect([headers.get("retry-after"), headers.get("x-price-intent"), headers.get("payment-required")]).toEqual([
        "60",
        null,
        null,
      ]);
    }
    await add();
    clock = 2_000;
    expect((await post(baseUrl + path, body)).status).toBe(402);
    expect((await post(baseUrl + path, {})).status).toBe(402);
  });
});

describe("what is paid without a quote of this instance", () => {
  it("charges no signed payment for what it cannot deliver", async () => {
    const { baseUrl } = await instance();
    const payer = devWallets().payer.address;
    const before = await chain.usdcUnitsOf(payer);
    const payment = await signPayment(chain);
    expect((await sendPayment(`${baseUrl}/demand-insights`, payment)).json["code"]).toBe("not_available");
    expect(await chain.usdcUnitsOf(payer)).toBe(before);
    await publish("chats");
    clock = 2_000;
    expect((await sendPayment(`${baseUrl}/demand-insights`, payment)).status).toBe(200);
  });

  it("claims no payment for what it cannot deliver, answers what was bought, and keeps both good", async () => {
    const stocked = new Buyer(`${(await instance({ isStocked: true })).baseUrl}/demand-insights`, chain);
    const [first, second] = [await stocked.quote(), await stocked.quote()];
    const hashes = [await stocked.payMarked(first), await stocked.payMarked(second)];
    const bought = await stocked.redeem(first, hashes[0] ?? "");
    const empty = new Buyer(`${(await instance()).baseUrl}/demand-insights`, chain);
    expect((await empty.redeem(first, hashes[0] ?? "")).text).toBe(bought.text);
    expect((await empty.redeem(second, hashes[1] ?? "")).json["code"]).toBe("not_available");
    expect((await db.collection("payments").where("txHash", "==", hashes[1]).get()).size).toBe(0);
    await publish("chats");
    clock = 2_000;
    expect((await empty.redeem(second, hashes[1] ?? "")).status).toBe(200);
  });
});

describe("what a look costs", () => {
  it("is one read for an instance's first quote, and none that a quote waits for after that", async () => {
    await publish("chats");
    const client = another();
    const firestore = countFirestore(client);
    const { baseUrl } = await instance({ db: client });
    for (let at = 0; at < 20; at++) expect((await post(`${baseUrl}/demand-insights`, QUESTION)).status).toBe(402);
    expect([firestore.roundTrips, firestore.documentsRead]).toEqual([1, 1]);
    clock = 30_000;
    for (let at = 0; at < 20; at++) expect((await post(`${baseUrl}/demand-insights`, QUESTION)).status).toBe(402);
    expect(firestore.roundTrips).toBe(2);
  });

  it("is nothing to an instance that knows, while the database is down, and 503 to one that does not", async () => {
    await publish("chats");
    const client = another();
    const hooks = hookFirestore(client);
    const { baseUrl } = await instance({ db: client });
    expect((await post(`${baseUrl}/demand-insights`, QUESTION)).status).toBe(402);
    hooks.before = () => {
      throw new GrpcError(UNKNOWN);
    };
    for (clock of [0, 31_000, 3_600_000]) expect((await post(`${baseUrl}/demand-insights`, QUESTION)).status).toBe(402);
    const cold = await instance({ db: client });
    expect((await post(`${cold.baseUrl}/demand-insights`, QUESTION)).json["code"]).toBe("dependency_unavailable");
    hooks.before = undefined;
    expect((await post(`${cold.baseUrl}/demand-insights`, QUESTION)).status).toBe(402);
  });
});

describe("the recipient", () => {
  const settings = { ESCROW_HUMAN: `0x${"12".repeat(20)}`, ESCROW_AGENT_FAST: `0x${"34".repeat(20)}` };
  const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

  it("D11: is quoted nowhere while it is an escrow's treasury, and the log says so", async () => {
    await publish("chats");
    const node = await startRpcProxy(chain.rpcUrl);
    open.push(node);
    const recipient = devWallets().recipient.address;
    let treasury = recipient;
    node.fault = {
      kind: "lie",
      method: "eth_call",
      result: (_, [call]) => word((call as { to: string }).to.endsWith("34") ? treasury : ZeroAddress),
    };
    const log = new KeptLog();
    const { baseUrl } = await instance({ log, settings: { ...settings, RPC_URLS: node.url } });
    const quoted = async () => (await post(`${baseUrl}/demand-insights`, QUESTION)).json["code"];
    // The first quote does not wait for the chain.
    expect(await quoted()).toBe("payment_required");
    await until(async () => (await quoted()) === "not_available");
    const refused = await post(`${baseUrl}/ai-early-adopters-goals`, QUESTION);
    expect(refused.json["code"]).toBe("not_available");
    expect((await post(`${baseUrl}/demand-insights`, QUESTION)).json["detail"]).toContain(
      "treasury of the agent-fast escrow",
    );
    expect(log.lines).toContainEqual({
      event: "payment.recipient_is_treasury",
      fields: { contract: "agent-fast", recipient },
    });
    treasury = devWallets().treasury.address;
    clock = 2_000;
    await until(async () => (await quoted()) === "payment_required");
  });

  it("D11: is quoted where no node answers", async () => {
    await publish("chats");
    const { baseUrl } = await instance({ settings: { ...settings, RPC_URLS: "http://127.0.0.1:1" } });
    for (let at = 0; at < 3; at++) expect((await post(`${baseUrl}/demand-insights`, QUESTION)).status).toBe(402);
  });
});
