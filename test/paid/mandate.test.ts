import { hexlify, randomBytes, Wallet } from "ethers";
import { firestoreMandates } from "../../functions/src/adapters/firestore/payments/mandates";
import { toAddress, type Address } from "../../functions/src/domain/address";
import { dayOf } from "../../functions/src/domain/time";
import { requireAllowed } from "../../functions/src/application/payments/send";
import type { MandateTerms } from "../../functions/src/domain/mandate";
import type { SignedPayment } from "../../functions/src/domain/payment/x402";
import type { Payments } from "../../functions/src/ports/payments";
import { Buyer, PRICE_UNITS } from "../setup/paying/buyer";
import { countFirestore } from "../setup/database/countFirestore";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

const stage = SettlingStage.forFile();
const count = countFirestore(stage.db);
const mandates = firestoreMandates(stage.db);
const now = () => Math.floor(Date.now() / 1000);
const addressOf = (wallet: Pick<Wallet, "address">) => toAddress(wallet.address) as Address;
const OWNER = addressOf(new Wallet(`0x${"12".repeat(32)}`));

/** A wallet with USDC under a mandate. */
async function agent(terms: Partial<MandateTerms> | null): Promise<Wallet> {
  const wallet = new Wallet(hexlify(randomBytes(32)));
  await stage.fund(wallet.address);
  if (terms) await bind(wallet, terms);
  return wallet;
}
async function bind(wallet: Wallet, terms: Partial<MandateTerms>, status: "active" | "ended" = "active") {
  const granted = {
    steps: ["buy"] as const,
    maxPerTaskUsdcUnits: PRICE_UNITS,
    maxPerDayUsdcUnits: 2n * PRICE_UNITS,
    issuedAt: now(),
    expiresAt: now() + 3_600,
    ...terms,
  };
  await mandates.change(addressOf(wallet), () => ({
    agent: addressOf(wallet),
    owner: OWNER,
    status,
    terms: granted,
    signature: "0x",
    issuedAfter: 0,
  }));
}
/** The payments of a call that looks none up. */
const UNREAD = {} as Payments;
const pay = (from: Wallet) => signPayment(stage.chain, { from });
const settled = (payment: unknown, url = stage.url) => stage.persist(() => sendPayment(url, payment));
const spent = async (wallet: Wallet) => (await mandates.day(addressOf(wallet), dayOf(now()))).spentUsdcUnits;
const codesOf = (replies: { json: Record<string, unknown>; status: number }[]) =>
  replies.map(({ status, json }) => (status === 200 ? 200 : json["code"])).sort();
async function claims(): Promise<number> {
  return (await stage.db.collection("payments").count().get()).data().count;
}

describe("MD9: a signed payment of a wallet under a mandate", () => {
  it("is settled within the limits, counted for the day, and refused beyond it, with nothing taken or claimed", async () => {
    const wallet = await agent({});
    for (let at = 1n; at <= 2n; at++) {
      expect((await settled(await pay(wallet))).status).toBe(200);
      expect(await spent(wallet)).toBe(at * PRICE_UNITS);
    }
    const [units, known] = [await stage.chain.usdcUnitsOf(wallet.address), await claims()];
    const over = await settled(await pay(wallet));
    expect([over.status, over.json["code"]]).toEqual([403, "mandate_exceeded"]);
    expect(over.json["detail"]).toMatch(/^This takes .* USDC; of the mandate's .* a day, 0 are left until /);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect([await stage.chain.usdcUnitsOf(wallet.address), await claims()]).toEqual([units, known]);
  });

  it.each([
    ["another kind", { steps: ["post"] }, "mandate_refused"],
    ["a price above the limit", { maxPerTaskUsdcUnits: PRICE_UNITS - 1n }, "mandate_exceeded"],
    ["an expired one", { expiresAt: 1 }, "mandate_refused"],
  ] as const)("is refused under a mandate with %s", async (_name, terms, code) => {
    const wallet = await agent(terms);
    expect((await settled(await pay(wallet))).json["code"]).toBe(code);
    expect(await spent(wallet)).toBe(0n);
  });

  it("counts once, however often and at how many instances it is sent at once", async () => {
    const wallet = await agent({ maxPerDayUsdcUnits: PRICE_UNITS });
    const other = await stage.another();
    const payment = await pay(wallet);
    const before = await stage.chain.usdcUnitsOf(wallet.address);
    const replies = await Promise.all([0, 1, 2, 3].map((at) => settled(payment, at % 2 ? other : stage.url)));
    expect(codesOf(replies)).toEqual([200, 200, 200, 200]);
    expect(await spent(wallet)).toBe(PRICE_UNITS);
    expect(before - (await stage.chain.usdcUnitsOf(wallet.address))).toBe(PRICE_UNITS);
  });

  it("does not exceed the day together with others that are sent at once", async () => {
    const wallet = await agent({});
    const other = await stage.another();
    const payments = await Promise.all([0, 1, 2, 3].map(() => pay(wallet)));
    const replies = await Promise.all(payments.map((payment, at) => settled(payment, at % 2 ? other : stage.url)));
    expect(codesOf(replies)).toEqual([200, 200, "mandate_exceeded", "mandate_exceeded"]);
    expect(await spent(wallet)).toBe(2n * PRICE_UNITS);
  });

  it("is never refused once it was claimed or settled, also after the owner ended the mandate", async () => {
    const wallet = await agent({});
    const [paid, pending] = [await pay(wallet), await pay(wallet)];
    const first = await settled(paid);
    // Claimed, but not sent: the broadcast is lost.
    const hurried = await stage.hurried();
    stage.dropBroadcasts();
    const claimed = await sendPayment(hurried, pending);
    stage.node.fault = () => undefined;
    expect(["tx_not_confirmed", "dependency_unavailable"]).toContain(claimed.json["code"]);
    await bind(wallet, { steps: [], maxPerDayUsdcUnits: 0n }, "ended");
    const again = await settled(paid);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await settled(pending)).status).toBe(200);
    expect((await settled(await pay(wallet))).json["code"]).toBe("mandate_refused");
  });

  it("is never refused if it is on the chain already, nor is a payment by the wallet's own transaction", async () => {
    const wallet = await agent({ steps: [], maxPerDayUsdcUnits: 0n });
    const payment = (await pay(wallet)) as { payload: { signature: string; authorization: Record<string, string> } };
    const { signature, authorization } = payment.payload;
    const fields = ["from", "to", "value", "validAfter", "validBefore", "nonce"].map((name) => authorization[name]);
    const data = stage.chain.usdc.interface.encodeFunctionData(
      "transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
      [...fields, signature],
    );
    await stage.chain.send({ to: stage.chain.usdc.target as string, data });
    expect((await settled(payment)).status).toBe(200);
    const buyer = new Buyer(stage.url, stage.chain);
    const payer = addressOf(stage.chain.wallet("payer"));
    const owner = { agent: payer, owner: OWNER, terms: null, signature: null, issuedAfter: 0 };
    await mandates.change(payer, () => ({ ...owner, status: "ended" }));
    const quote = await buyer.quote();
    expect((await buyer.redeem(quote, await buyer.payMarked(quote))).status).toBe(200);
    await mandates.change(payer, () => ({ ...owner, status: "released" }));
  });

  it("cannot use up the day of a wallet that did not sign it", async () => {
    const wallet = await agent({});
    const forged = await signPayment(stage.chain, { terms: { from: wallet.address } });
    expect((await settled(forged)).json["code"]).toBe("payment_invalid");
    expect(await spent(wallet)).toBe(0n);
  });

  it("costs one read where there is no mandate, two more and one write where there is one", async () => {
    const cost = async (terms: Partial<MandateTerms> | null) => {
      const from = addressOf(await agent(terms));
      const payment = { authorization: { from, valueUsdcUnits: PRICE_UNITS } } as SignedPayment;
      await stage.firestore.idle();
      count.reset();
      await requireAllowed({ mandates: () => mandates, payments: () => UNREAD, nowMs: Date.now }, payment, "key");
      return [count.documentsRead, count.documentsWritten];
    };
    expect(await cost(null)).toEqual([1, 0]);
    expect(await cost({})).toEqual([3, 1]);
  });
});
