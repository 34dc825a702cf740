import { devWallets } from "../../dev/local/wallets";
import { Buyer } from "../setup/paying/buyer";
import { startFacilitator } from "../setup/paying/facilitator";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { Market } from "../setup/market";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { expectPaymentsTold } from "../setup/tasks/told";

const { db } = testFirestore();
const QUESTION = { query: "CANARY what nobody else may read?" };
const market = Market.forFile(db);
const facilitator = forFile(() => startFacilitator(market.chain.rpcUrl));

interface View {
  type: string;
  data: Record<string, string | null>;
}

/** Pays for one answer; resolves to what the payer is known to have sent. */
type Pay = (url: string) => Promise<{ txHash?: string; nonce?: string; secret: string }>;
const byTransaction: Pay = async (url) => {
  const buyer = new Buyer(url, market.chain);
  const quote = await buyer.quote(QUESTION);
  const txHash = await buyer.payMarked(quote);
  expect((await buyer.redeem(quote, txHash, QUESTION)).status).toBe(200);
  return { txHash, secret: String(quote.intentId) };
};
const bySignature: Pay = async (url) => {
  const payment = await signPayment(market.chain, {});
  // Each way buys an answer of its own.
  const question = { query: `${QUESTION.query} (${url})` };
  for (;;) {
    const { status, json } = await sendPayment(url, payment, question);
    if (status === 200) break;
    expect(json["code"]).toBe("tx_not_confirmed");
  }
  const { signature, authorization } = (payment as { payload: unknown }).payload as {
    signature: string;
    authorization: { nonce: string };
  };
  return { nonce: authorization.nonce, secret: signature };
};

const WAYS: readonly (readonly [string, Pay, () => Record<string, string>])[] = [
  ["a transaction", byTransaction, () => ({})],
  ["a signature that the service settles", bySignature, () => ({})],
  [
    "a signature that a facilitator settles",
    bySignature,
    () => ({ SETTLEMENT_KEY: "none", FACILITATOR_URL: facilitator.url, FACILITATOR_TOKEN: "key-of-ours" }),
  ],
];

describe("a payer by", () => {
  it.each(WAYS)("%s reads of the payment and the answer in its own events, and no one else does", async (...way) => {
    const [, pay, settings] = way;
    const service = await market.anotherService(db, settings());
    try {
      const wallet = devWallets().payer.address;
      const { authorization } = await market.session("payer");
      const types = "payment.settled,answer.delivered";
      const { json: latest } = await market.get("/mkt/events", { cursor: "latest" });
      const cursor = latest["nextCursor"] as string;
      const read = async (query: Record<string, string | number>, headers?: Record<string, string>) =>
        (await market.get("/mkt/events", { cursor, types, ...query }, headers)).json["items"] as View[];
      const { txHash, nonce, secret } = await pay(`${service.baseUrl}/demand-insights`);
      const items: View[] = [];
      while (items.length < 2) items.splice(0, 2, ...(await read({ wallet, wait: 5 }, { authorization })));
      expect(items.map(({ type }) => type)).toEqual(["payment.settled", "answer.delivered"]);
      const [paid, answered] = items;
      expect(paid?.data).toMatchObject({ payer: wallet, amountUsdc: "0.49", ...(txHash && { txHash }) });
      expect(paid?.data["nonce"]).toBe(nonce ?? null);
      expect(answered?.data).toMatchObject({ txHash: paid?.data["txHash"], read: "/demand-insights" });
      expect(JSON.stringify(items)).not.toMatch(/CANARY/);
      expect(JSON.stringify(items)).not.toContain(secret);
      expect(await read({})).toEqual([]);
      expect(await read({ wallet: market.address("buyer") }, await market.session("buyer"))).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it("any way is told what is stored of it", () => expectPaymentsTold(db));
});
