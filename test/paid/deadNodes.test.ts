import { hexlify, randomBytes } from "ethers";
import { Agent, DETAILS, good, OFFER, type Prepared } from "../setup/agent";
import { Buyer, post, type Reply } from "../setup/paying/buyer";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { freshCaller } from "../setup/payments";
import { type RpcProxy, startRpcProxy } from "../setup/chain/rpcProxy";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";

/** A wallet whose code accepts every signature (ERC-1271): it returns the magic value. */
const YES_WALLET = "0x631626ba7e60e01b60005260206000f3";
const TIMEOUT_MS = 8_000;

const { db } = testFirestore();
const wallet = hexlify(randomBytes(20));
let proxies: RpcProxy[];
let market: Market;
let poster: Agent;

beforeAll(async () => {
  proxies = await Promise.all([1, 2, 3].map(() => startRpcProxy("")));
  market = await Market.open(db, {
    RPC_URLS: proxies.map(({ url }) => url).join(","),
    RPC_QUORUM: "2",
    RPC_TIMEOUT_MS: String(TIMEOUT_MS),
  });
  for (const proxy of proxies) proxy.node = market.chain.rpcUrl;
  await market.chain.call("anvil_setCode", wallet, YES_WALLET);
  poster = new Agent(market, "buyer");
});
afterEach(() => proxies.forEach((proxy) => proxy.reset()));
afterAll(() => Promise.all([market.close(), ...proxies.map((proxy) => proxy.close())]));

const paid = () => new Buyer(`${market.service.baseUrl}/demand-insights`, market.chain);

/** Everything that asks the chain, prepared as far as it can be without asking. */
async function requests(): Promise<Record<string, () => Promise<Reply>>> {
  const quote = await paid().quote();
  const txHash = await paid().payMarked(quote);
  const signed = await signPayment(market.chain);
  const { json } = good(await post(`${market.service.baseUrl}/mktAgentSessionChallenge`, { wallet }, freshCaller()));
  const prepared = await poster.prepare("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS });
  const transactions = prepared.json["transactions"] as Prepared[];
  for (const { to, data } of transactions.slice(0, -1)) await market.chain.send({ from: "buyer", to, data });
  const last = transactions.at(-1);
  const created = await market.chain.send({ from: "buyer", ...(last && { to: last.to, data: last.data }) });
  return {
    redeem: () => paid().redeem(quote, txHash),
    signedPayment: () => sendPayment(paid().url, signed),
    walletSignature: () =>
      post(
        `${market.service.baseUrl}/mktAgentSession`,
        { message: json["message"], signature: `0x${"ab".repeat(70)}` },
        freshCaller(),
      ),
    confirm: () => poster.call("/agentCreateTaskSimple", { txHash: created, contract: OFFER.contract }),
    create: () => poster.call("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS }),
    walletInfo: () => poster.call("/agentWalletInfo", {}),
    health: () => market.get("/mkt/health"),
  };
}

it("D23 D24: a node of three that takes connections and answers nothing is asked by the first calls alone, and all are answered", async () => {
  const all = await requests();
  let asked = 0;
  proxies[0]!.fault = (calls) => {
    // A probe asks for the chain alone, and nothing waits for it.
    if (calls.length > 1) asked += 1;
    return { kind: "hang" };
  };
  for (const [name, send] of Object.entries(all)) {
    const { status, json, text } = await send();
    // Of health, only the chain is asked here: nothing was indexed or published.
    if (name === "health")
      expect(json["checks"]).toMatchObject({
        rpc: { ok: true },
        contracts: { human: { codeHash: expect.any(String) } },
      });
    else expect([name, status, status === 200 || text]).toEqual([name, 200, true]);
  }
  expect(asked).toBeGreaterThan(0);
  // It rests until it answers a probe: later requests do not meet it.
  asked = 0;
  for (const name of ["walletInfo", "health"]) await all[name]!();
  expect(asked).toBe(0);
});

it("D23: every call answers and says why where all nodes take connections and answer nothing", async () => {
  const all = await requests();
  for (const proxy of proxies) proxy.fault = { kind: "hang" };
  const atOnce = await Promise.all(Object.entries(all).map(async ([name, send]) => ({ name, reply: await send() })));
  for (const { name, reply } of atOnce) {
    expect([name, reply.status]).toEqual([name, 503]);
    if (name === "health") expect(reply.json["checks"]).toMatchObject({ rpc: { ok: false } });
    else
      expect([name, reply.json["code"], Number(reply.headers.get("retry-after")) > 0]).toEqual([
        name,
        "dependency_unavailable",
        true,
      ]);
  }
  for (const proxy of proxies) proxy.reset();
  for (const name of ["redeem", "signedPayment", "walletSignature", "confirm"])
    expect([name, (await all[name]!()).status]).toEqual([name, 200]);
});
