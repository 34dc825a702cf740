import { hexlify, randomBytes } from "ethers";
import { Buyer, post, QUESTION } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { startRpcProxy } from "../setup/chain/rpcProxy";
import { testService } from "../setup/service";

const chain = sharedChain();
const { db } = testFirestore();
const count = countFirestore(db);
const NOW = Date.now();

const proxy = forFile(() => startRpcProxy(chain.rpcUrl));
const service = forFile(() => testService({ db, nowMs: () => NOW, caches: true, settings: { RPC_URLS: proxy.url } }));
const buyer = forFile(() => new Buyer(`${service.baseUrl}/demand-insights`, chain));

const noHash = () => hexlify(randomBytes(32));
const redeem = (intentId: string, txHash: string, from: string) =>
  post(buyer.url, { ...QUESTION, intentId, txHash }, { "x-forwarded-for": from });
const codes = (replies: { json: Record<string, unknown> }[]) => [...new Set(replies.map(({ json }) => json["code"]))];

/** Uses up the budget of an address with intents that are none. */
async function exhaust(from: string): Promise<void> {
  for (let round = 0; round < 4; round++)
    await Promise.all(Array.from({ length: 20 }, () => redeem("none", noHash(), from)));
  expect((await redeem("none", noHash(), from)).status).toBe(429);
}

describe("D16: redemptions from one address", () => {
  it("serve an authentic intent with its transaction, however many others behind that address have failed", async () => {
    await exhaust("203.0.113.21");
    const [first, second] = [await buyer.quote(), await buyer.quote()];
    const [marked, plain] = [await buyer.payMarked(first), await buyer.payPlain(second)];
    expect((await redeem(first.intentId, marked, "203.0.113.21")).status).toBe(200);
    expect((await redeem(second.intentId, plain, "203.0.113.21")).status).toBe(200);
    expect((await redeem("none", noHash(), "203.0.113.21")).status).toBe(429);
  });

  it("are counted before they look, however many come at once", async () => {
    proxy.reset();
    const { intentId } = await buyer.quote();
    const forged = `${intentId.slice(0, -4)}AAAA`;
    const flood = await Promise.all(Array.from({ length: 200 }, () => redeem(forged, noHash(), "203.0.113.31")));
    expect(flood.filter(({ json }) => json["code"] === "intent_not_found").length).toBeLessThanOrEqual(60);
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(140);
  });

  it("cost the nodes one look a second for a transaction that has no receipt, no matter who asks", async () => {
    const { intentId } = await buyer.quote();
    const txHash = noHash();
    proxy.reset();
    const polls = await Promise.all(
      Array.from({ length: 20 }, (_, at) => redeem(intentId, txHash, `198.51.100.${at}`)),
    );
    expect(codes(polls)).toEqual(["tx_not_confirmed"]);
    const once = proxy.roundTrips;
    expect((await redeem(intentId, txHash, "198.51.100.77")).json["code"]).toBe("tx_not_confirmed");
    expect([proxy.roundTrips, once <= 2]).toEqual([once, true]);
  });

  it("are not counted while they poll for one transaction, and cost the nodes nothing for a second", async () => {
    const { intentId } = await buyer.quote();
    const txHash = noHash();
    await redeem(intentId, txHash, "203.0.113.22");
    proxy.reset();
    count.reset();
    const polls = await Promise.all(Array.from({ length: 200 }, () => redeem(intentId, txHash, "203.0.113.22")));
    expect(codes(polls)).toEqual(["tx_not_confirmed"]);
    expect([proxy.roundTrips, count.roundTrips]).toEqual([0, 0]);
    const fresh = await Promise.all(Array.from({ length: 40 }, () => redeem("none", noHash(), "203.0.113.22")));
    expect(codes(fresh)).toEqual(["intent_not_found"]);
  });

  it("look for a few transactions at a time once the address is over its budget, and refuse none for good", async () => {
    await exhaust("203.0.113.23");
    const { intentId } = await buyer.quote();
    let under = 0;
    let most = 0;
    proxy.fault = () => {
      most = Math.max(most, ++under);
      setTimeout(() => (under -= 1), 20);
      return { kind: "slow", ms: 20 };
    };
    const flood = await Promise.all(Array.from({ length: 200 }, () => redeem(intentId, noHash(), "203.0.113.23")));
    proxy.fault = undefined;
    expect(codes(flood)).toEqual(["tx_not_confirmed"]);
    expect(most).toBeLessThanOrEqual(5);
    expect(flood.filter(({ json }) => String(json["detail"]).startsWith("Too many payments")).length).toBeGreaterThan(
      50,
    );
    const quote = await buyer.quote();
    expect((await redeem(quote.intentId, await buyer.payMarked(quote), "203.0.113.23")).status).toBe(200);
  });
});
