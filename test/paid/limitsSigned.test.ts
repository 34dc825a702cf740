import { hexlify, randomBytes, Wallet } from "ethers";
import { Buyer, post, PRICE_UNITS, QUESTION } from "../setup/buyer";
import { countFirestore } from "../setup/countFirestore";
import { signPayment, type Payload } from "../setup/signedPayment";
import { SettlingStage } from "../setup/settling";

const NOW = Date.now();
const stage = SettlingStage.forFile({ nowMs: () => NOW });
const count = countFirestore(stage.db);

const send = (payment: unknown, from: string, url = stage.url) =>
  post(url, QUESTION, {
    "payment-signature": Buffer.from(JSON.stringify(payment)).toString("base64"),
    "x-forwarded-for": from,
  });
const settled = (payment: unknown, from: string, url = stage.url) => stage.persist(() => send(payment, from, url));
const statuses = (replies: { status: number }[]) => [...new Set(replies.map(({ status }) => status))];

/** Uses up the budget of an address with intents that are none. */
async function exhaust(from: string, url = stage.url): Promise<void> {
  const fail = () =>
    post(url, { ...QUESTION, intentId: "none", txHash: hexlify(randomBytes(32)) }, { "x-forwarded-for": from });
  for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 20 }, fail));
  expect((await fail()).status).toBe(429);
}

/** As `Wallet.createRandom`, which derives the key from a mnemonic and takes twenty times as long. */
const newWallet = () => new Wallet(hexlify(randomBytes(32)));

/** A payment with one digit of its signature changed: the payer's key did not make it. */
const forged = () =>
  signPayment(stage.chain, {
    change: (payload: Payload) => {
      const { signature, authorization } = payload.payload;
      const other = signature.slice(0, 10) + (signature[10] === "0" ? "1" : "0") + signature.slice(11);
      return { ...payload, payload: { authorization, signature: other } };
    },
  });

describe("D16: a signed payment from an address whose budget others used up", () => {
  it("is taken the first time that it comes, because its payer's key shows without any look-up", async () => {
    await exhaust("203.0.113.41");
    const before = await stage.chain.usdcUnitsOf(stage.chain.wallet("recipient").address);
    expect((await settled(await signPayment(stage.chain), "203.0.113.41")).status).toBe(200);
    expect((await stage.chain.usdcUnitsOf(stage.chain.wallet("recipient").address)) - before).toBe(PRICE_UNITS);
  });

  it("is refused where its key shows nothing, or it would not be taken: no node is asked", async () => {
    await exhaust("203.0.113.42");
    stage.node.reset();
    const none = [
      await forged(),
      await signPayment(stage.chain, { terms: { value: 1n } }),
      await signPayment(stage.chain, { terms: { validBefore: BigInt(Math.floor(NOW / 1000) - 5) } }),
      { x402Version: 2 },
    ];
    const replies = await Promise.all(none.map((payment) => send(payment, "203.0.113.42")));
    expect([statuses(replies), stage.node.roundTrips]).toEqual([[429], 0]);
  });

  it("is answered again where it was charged before, also once its time is over", async () => {
    const payment = await signPayment(stage.chain);
    const first = await settled(payment, "203.0.113.43");
    expect(first.status).toBe(200);
    const later = await stage.another({}, { nowMs: () => NOW + 3_600_000 });
    await exhaust("203.0.113.44", later);
    const again = await send(payment, "203.0.113.44", later);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  it("is held up by no junk: what shows nothing shares a budget of 600 reads a minute", async () => {
    await exhaust("203.0.113.45");
    const junk = await Promise.all(Array.from({ length: 40 }, forged));
    count.reset();
    let sent = 0;
    while (sent < 1_200) {
      const replies = await Promise.all(junk.map((payment) => send(payment, "203.0.113.45")));
      sent += replies.length;
      expect(statuses(replies)).toEqual([429]);
    }
    expect(count.documentsRead).toBeLessThan(1_000);
    expect((await settled(await signPayment(stage.chain), "203.0.113.45")).status).toBe(200);
  });
});

/** Sends until one is refused by an allowance, which it is before so many. */
async function flood(most: number, act: (at: number) => Promise<{ status: number }>): Promise<void> {
  for (let sent = 0; sent < most; sent += 80) {
    const replies = await Promise.all(Array.from({ length: 80 }, (_, at) => act(sent + at)));
    if (statuses(replies).includes(429)) return;
  }
  throw new Error("no allowance was used up");
}

describe("D16: floods of proven requests from one address", () => {
  const redeem = (intentId: string, txHash: string, from: string) =>
    post(stage.url, { ...QUESTION, intentId, txHash }, { "x-forwarded-for": from });
  const made = async (from: string) => {
    const { intentId } = await new Buyer(stage.url, stage.chain).quote();
    return () => redeem(intentId, hexlify(randomBytes(32)), from);
  };

  it("D16: of free quotes with made-up hashes refuse no signed payment", async () => {
    await exhaust("203.0.113.51");
    await flood(800, await made("203.0.113.51"));
    expect((await settled(await signPayment(stage.chain), "203.0.113.51")).status).toBe(200);
  });

  it("D16: of one payer refuse no other payer's payment, and cost the nodes no more than its allowance", async () => {
    await exhaust("203.0.113.52");
    const payer = newWallet();
    const payments = await Promise.all(Array.from({ length: 80 }, () => signPayment(stage.chain, { from: payer })));
    stage.node.reset();
    await flood(160, (at) => send(payments[at % 80], "203.0.113.52"));
    await Promise.all(payments.map((payment) => send(payment, "203.0.113.52")));
    expect(stage.node.roundTrips).toBeLessThanOrEqual(2 * 60);
    expect((await settled(await signPayment(stage.chain), "203.0.113.52")).status).toBe(200);
  });

  it("D16: of one payer behind one address refuse nothing from another address", async () => {
    await exhaust("203.0.113.54");
    await exhaust("203.0.113.55");
    const payer = newWallet();
    const payments = await Promise.all(Array.from({ length: 80 }, () => signPayment(stage.chain, { from: payer })));
    await Promise.all(payments.map((payment) => send(payment, "203.0.113.54")));
    const funded = await signPayment(stage.chain, { from: payer });
    expect((await send(funded, "203.0.113.54")).status).toBe(429);
    expect((await send(funded, "203.0.113.55")).status).not.toBe(429);
  });

  it("D16: of many payers refuse no redemption of a quote, and end at the address's allowance", async () => {
    await exhaust("203.0.113.53");
    const buyer = new Buyer(stage.url, stage.chain);
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    stage.node.reset();
    await flood(700, async () => send(await signPayment(stage.chain, { from: newWallet() }), "203.0.113.53"));
    expect(stage.node.roundTrips).toBeLessThan(2 * 700);
    expect((await redeem(quote.intentId, txHash, "203.0.113.53")).status).toBe(200);
  }, 90_000);
});
