import { x402Client } from "@x402/core/client";
import type { PaymentRequired } from "@x402/core/types";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { privateKeyToAccount } from "viem/accounts";
import { devWallets } from "../../dev/local/wallets";
import { PRICE_UNITS, QUESTION } from "../setup/paying/buyer";
import { forFile } from "../setup/forFile";
import { CountedAnswers } from "../setup/service";
import { SettlingStage } from "../setup/paying/settling";
import { signPayment, type Payload } from "../setup/paying/signedPayment";
import { currentClient, legacyClient, type TestClient } from "./clients";

const answers = new CountedAnswers();
const { recipient, payer } = devWallets();
const stage = SettlingStage.forFile({ answers });

/** What x402's own client signs for an offer. */
function pay(required: unknown): Promise<unknown> {
  const client = new x402Client();
  registerExactEvmScheme(client, { signer: privateKeyToAccount(payer.privateKey as `0x${string}`) });
  return client.createPaymentPayload(required as PaymentRequired);
}

const call = (client: TestClient, payment?: unknown) =>
  client.call("demandInsights", QUESTION, payment === undefined ? undefined : { "x402/payment": payment });

describe.each([
  ["2026-07-28", currentClient],
  ["2025-11-25", legacyClient],
] as const)("a tool that is paid by x402 at revision %s", (_, connect) => {
  const client = forFile(() => connect(`${stage.service.baseUrl}/mcp`));
  beforeAll(async () => {
    await client.tools();
  });
  // As a day later: within one, the same payer's payment for the same question is the same purchase.
  beforeEach(() => stage.db.recursiveDelete(stage.db.collection("purchaseNames")));

  it("takes what x402's client signs for its offer, and says what became of it", async () => {
    const [had, asked] = [await stage.chain.usdcUnitsOf(recipient.address), answers.asked];
    const payment = await pay((await call(client)).json);
    const bought = await call(client, payment);
    expect(bought.isError).toBeUndefined();
    expect(bought.json).toMatchObject({ resultType: "chat", reply: `You asked: ${QUESTION.query}` });
    expect(bought._meta?.["x402/payment-response"]).toMatchObject({
      success: true,
      network: "eip155:8453",
      payer: payer.address,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    // P27: sent again, it is answered again and not charged.
    expect((await call(client, payment)).json).toEqual(bought.json);
    expect([(await stage.chain.usdcUnitsOf(recipient.address)) - had, answers.asked - asked]).toEqual([PRICE_UNITS, 1]);
  });

  it("takes the first version of x402 as well", async () => {
    const had = await stage.chain.usdcUnitsOf(recipient.address);
    const bought = await call(client, await signPayment(stage.chain, { version: 1 }));
    expect(bought).toMatchObject({
      json: { resultType: "chat" },
      _meta: { "x402/payment-response": { success: true, network: "base" } },
    });
    expect((await stage.chain.usdcUnitsOf(recipient.address)) - had).toBe(PRICE_UNITS);
  });

  it("answers a payment that would not settle with x402's reason, and charges nothing", async () => {
    const had = await stage.chain.usdcUnitsOf(recipient.address);
    const cheap = await signPayment(stage.chain, { terms: { value: PRICE_UNITS - 1n } });
    const unsigned = await signPayment(stage.chain, {
      change: (payload: Payload) => ({
        ...payload,
        payload: { ...payload.payload, signature: `0x${"11".repeat(65)}` },
      }),
    });
    for (const payment of [cheap, unsigned]) {
      const { json, _meta } = await call(client, payment);
      const { errorReason } = _meta?.["x402/payment-response"] as { errorReason: string };
      expect(json).toMatchObject({
        x402Version: 2,
        accepts: [{ scheme: "exact" }],
        error: expect.stringMatching(`^${errorReason}: `),
      });
    }
    expect(await stage.chain.usdcUnitsOf(recipient.address)).toBe(had);
  });

  it("E5: answers a malformed payment like any that is refused: the offer and x402's reason", async () => {
    const good = (await signPayment(stage.chain)) as Payload;
    const malformed = [
      "no payment",
      7,
      [],
      null,
      {},
      { x402Version: 2 },
      { x402Version: 1 },
      { x402Version: 3 },
      { ...good, accepted: null },
      { ...good, payload: {} },
      { ...good, payload: { ...good.payload, signature: "0x1" } },
      { x402Version: 1, scheme: "exact", network: "base", payload: "x" },
    ];
    for (const payment of [...malformed, await signPayment(stage.chain, { terms: { value: PRICE_UNITS - 1n } })]) {
      const refused = await call(client, payment);
      const settled = refused._meta?.["x402/payment-response"] as { success: boolean; errorReason: string };
      expect([payment, refused.isError, settled]).toEqual([
        payment,
        true,
        expect.objectContaining({ success: false, transaction: "", errorReason: expect.any(String) }),
      ]);
      expect([payment, refused.json]).toEqual([
        payment,
        expect.objectContaining({
          code: expect.stringMatching(/^payment_(malformed|invalid)$/) as unknown,
          x402Version: 2,
          accepts: [expect.objectContaining({ scheme: "exact" }) as unknown],
          error: expect.stringContaining(settled.errorReason) as unknown,
        }),
      ]);
    }
  });
});
