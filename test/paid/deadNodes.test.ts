import { hexlify, randomBytes } from "ethers";
import { Agent, DETAILS, good, OFFER, type Prepared } from "../setup/agent";
import { Buyer, post, type Reply } from "../setup/buyer";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { freshCaller } from "../setup/payments";
import { type RpcProxy, startRpcProxy } from "../setup/rpcProxy";
import { sendPayment, signPayment } from "../setup/signedPayment";

/** A wallet whose code accepts every signature (ERC-1271): it returns the magic value. */
const YES_WALLET = "0x631626ba7e60e01b60005260206000f3";
const TIMEOUT_MS = 8_000;
/** What a hung node may cost the first call that meets it, and all together that one request makes. */
const NOTICEABLE_MS = TIMEOUT_MS / 2;

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

async function measured(send: () => Promise<Reply>) {
  const start = performance.now();
  const reply = await send();
  return { ms: Math.round(performance.now() - start), status: reply.status, reply };
}

async function timed(all: Record<string, () => Promise<Reply>>) {
  const figures: Record<string, { ms: number; status: number; reply: Reply }> = {};
  for (const [name, send] of Object.entries(all)) figures[name] = await measured(send);
  return figures;
}

it.each(process.env["MKT_NODES"] ? [0, 1, 2] : [0])(
  "D23 D24: no call takes noticeably longer where node %i of three takes connections and answers nothing",
  async (dead) => {
    const well = await timed(await requests());
    const all = await requests();
    proxies[dead]!.fault = { kind: "hang" };
    const figures = await timed(all);
    if (process.env["MKT_NODES"])
      for (const [name, { ms }] of Object.entries(figures))
        process.stdout.write(`${name}: ${well[name]?.ms} ms, with a dead node ${ms} ms\n`);
    for (const [name, { ms, status }] of Object.entries(figures)) {
      // Of health, only the chain is asked here: nothing was indexed or published.
      if (name === "health")
        expect(figures[name]?.reply.json["checks"]).toMatchObject({
          rpc: { ok: true },
          contracts: { human: { codeHash: expect.any(String) } },
        });
      else expect([name, status, status === 200 || figures[name]?.reply.text]).toEqual([name, 200, true]);
      expect([name, ms < (well[name]?.ms ?? 0) + NOTICEABLE_MS]).toEqual([name, true]);
    }
    // Later requests notice nothing.
    const later = await timed({ walletInfo: all["walletInfo"]!, health: all["health"]! });
    for (const { ms } of Object.values(later)) expect(ms).toBeLessThan(NOTICEABLE_MS);
  },
);

it("D23: every call answers within its stated limit and says why where all nodes take connections and answer nothing", async () => {
  const all = await requests();
  for (const proxy of proxies) proxy.fault = { kind: "hang" };
  const atOnce = await Promise.all(
    Object.entries(all).map(async ([name, send]) => ({ name, ...(await measured(send)) })),
  );
  for (const { name, ms, status, reply } of atOnce) {
    expect([name, ms < 2 * TIMEOUT_MS + 500]).toEqual([name, true]);
    expect([name, status]).toEqual([name, 503]);
    if (name === "health") expect(reply.json["checks"]).toMatchObject({ rpc: { ok: false } });
    else
      expect([name, reply.json["code"], Number(reply.headers.get("retry-after")) > 0]).toEqual([
        name,
        "dependency_unavailable",
        true,
      ]);
  }
  for (const proxy of proxies) proxy.reset();
  const healed = await timed(all);
  for (const name of ["redeem", "signedPayment", "walletSignature", "confirm"])
    expect([name, healed[name]?.status]).toEqual([name, 200]);
});
