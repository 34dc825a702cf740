import { hexlify, randomBytes, Wallet } from "ethers";
import { Buyer } from "../setup/paying/buyer";
import { countFirestore } from "../setup/database/countFirestore";
import { signPayment } from "../setup/paying/signedPayment";
import { exhaustible, statuses } from "./exhaustible";

const { stage, send, redeem, settled, exhaust, forged } = exhaustible();
const count = countFirestore(stage.db);

/** As `Wallet.createRandom`, which derives the key from a mnemonic and takes twenty times as long. */
const newWallet = () => new Wallet(hexlify(randomBytes(32)));

describe("D16: a signed payment from an address whose budget others used up", () => {
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
  const made = async (from: string) => {
    const { intentId } = await new Buyer(stage.url, stage.chain).quote();
    return () => redeem(intentId, hexlify(randomBytes(32)), from);
  };

  it("D16: of redemptions with an authentic intent have a budget of their own, and no more than that", async () => {
    await exhaust("203.0.113.32");
    const { intentId } = await new Buyer(stage.url, stage.chain).quote();
    let refused = 0;
    for (let round = 0; round < 10 && refused === 0; round++) {
      const replies = await Promise.all(
        Array.from({ length: 80 }, () => redeem(intentId, hexlify(randomBytes(32)), "203.0.113.32")),
      );
      refused += replies.filter(({ status }) => status === 429).length;
    }
    expect(refused).toBeGreaterThan(0);
  });

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
