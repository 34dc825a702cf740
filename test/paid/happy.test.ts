import { AbiCoder, keccak256, toUtf8Bytes } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, post, PRICE_UNITS, QUESTION, type QuoteBody } from "../setup/paying/buyer";
import { sharedChain, USDC } from "../setup/chain/chain";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { CountedAnswers, DATA_HASH, testService } from "../setup/service";

const chain = sharedChain();
const { db, idle } = testFirestore();
const answers = new CountedAnswers();

const service = forFile(() => testService({ db, answers }));
const buyer = forFile(() => new Buyer(`${service.baseUrl}/demand-insights`, chain));

describe("a quote", () => {
  it("says what to pay in the three headers and in x402 v1 and v2", async () => {
    const asked = Date.now();
    const { status, headers, json } = await post(buyer.url, QUESTION);
    expect(status).toBe(402);
    const pay = JSON.parse(headers.get("pay") ?? "");
    const recipient = devWallets().recipient.address;
    expect(pay).toEqual({
      recipient,
      chainId: 8453,
      label: expect.stringContaining("mkt"),
      expiry: json.expiresAt,
      amountUsdc: "0.49",
    });
    expect(headers.get("x-price-intent")).toBe(json.intentId);
    expect(headers.get("x-payment-contracts")).toBe(USDC);
    const v2 = JSON.parse(Buffer.from(headers.get("payment-required") ?? "", "base64").toString());
    expect(v2).toMatchObject({
      x402Version: 2,
      accepts: [{ scheme: "exact", network: "eip155:8453", amount: "490000", asset: USDC, payTo: recipient }],
    });
    expect(json).toMatchObject({
      x402Version: 1,
      code: "payment_required",
      accepts: [{ scheme: "exact", network: "base", maxAmountRequired: "490000", asset: USDC, payTo: recipient }],
      amountUsdc: "0.49",
      recipient,
      chainId: 8453,
    });
    expect(Date.parse(json.expiresAt as string)).toBeGreaterThanOrEqual(asked + 899_000);
  });

  it("I4: answers a probe without a Content-Type, and shows who sends GET how to ask", async () => {
    const probe = await fetch(buyer.url, { method: "POST", body: Buffer.from("{}") });
    expect([probe.status, await probe.json()]).toMatchObject([402, { code: "payment_required" }]);
    const got = await fetch(buyer.url);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    const { _nextAction: next } = (await got.json()) as { _nextAction: { method: string; body: object } };
    const asked = await post(buyer.url, next.body);
    expect([next.method, asked.status, asked.json["intentId"]]).toEqual(["POST", 402, expect.any(String)]);
  });

  it("carries a transfer that is ready to send and ends in the intent's mark", async () => {
    const { transaction, intentId, recipient } = await buyer.quote();
    const args = new AbiCoder().encode(["address", "uint256"], [recipient, PRICE_UNITS]).slice(2);
    const mark = Buffer.from("mkt1").toString("hex") + keccak256(toUtf8Bytes(intentId)).slice(2, 58);
    expect(transaction).toEqual({ to: USDC, value: "0", chainId: 8453, data: `0xa9059cbb${args}${mark}` });
  });

  it("is given to an empty body, and that intent fits any valid body", async () => {
    const probe = await buyer.quote({});
    const paid = await buyer.payMarked(probe);
    expect((await buyer.redeem(probe, paid)).status).toBe(200);
  });

  it("asks no database", async () => {
    // What was bought before is still being published.
    await idle();
    const count = countFirestore(db);
    await buyer.quote();
    expect(count.roundTrips).toBe(0);
  });
});

describe("a redemption", () => {
  it("gives the answer for a marked payment, and the same bytes again without charging or computing", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const first = await buyer.redeem(quote, txHash);
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      resultType: "chat",
      reply: `You asked: ${QUESTION.query}`,
      dataHash: DATA_HASH,
      schemaVersion: "chat/v1",
    });
    const asked = answers.asked;
    const replay = await buyer.redeem(quote, txHash);
    expect(replay.text).toBe(first.text);
    const withoutBody = await buyer.redeem(quote, txHash, {});
    expect(withoutBody.text).toBe(first.text);
    expect(answers.asked).toBe(asked);
  });

  it.each(["header as JSON", "header as base64", "header as base64url"])(
    "takes its credentials from the %s",
    async (form) => {
      const quote = await buyer.quote();
      const txHash = await buyer.payMarked(quote);
      const json = JSON.stringify({ intentId: quote.intentId, txHash });
      const encoding = form.endsWith("url") ? "base64url" : "base64";
      const header = form.endsWith("JSON") ? json : Buffer.from(json).toString(encoding);
      const { status } = await post(buyer.url, QUESTION, { "x402-payment": header });
      expect(status).toBe(200);
    },
  );

  it("takes a conversation, and a plain payment", async () => {
    const messages = [
      { role: "user", content: "What do people want?" },
      { role: "assistant", content: "Many things." },
      { role: "user", content: "Which most?" },
    ];
    const quote = await buyer.quote({ messages });
    const { status, json } = await buyer.redeem(quote, await buyer.payPlain(quote), { messages });
    expect(status).toBe(200);
    expect(json.reply).toBe("You asked: Which most?");
  });

  it("knows a body by its content, whatever the order of its fields or the form of its letters", async () => {
    const composed = await buyer.quote({ messages: [{ role: "user", content: "caf\u00e9?" }] });
    const txHash = await buyer.payMarked(composed);
    const decomposed = { messages: [{ content: "cafe\u0301?", role: "user" }] };
    expect((await buyer.redeem(composed, txHash, decomposed)).status).toBe(200);
  });

  it("gives the goals answer with its count", async () => {
    const goals = new Buyer(`${service.baseUrl}/ai-early-adopters-goals`, chain);
    const quote = await goals.quote();
    const { json } = await goals.redeem(quote, await goals.payMarked(quote));
    expect(json).toMatchObject({ resultType: "chat", datasetCount: 10, schemaVersion: "chat/v1" });
  });

  it("works at the function's own URL as at the hosted path", async () => {
    const direct = new Buyer(`${service.functionsUrl}/demandInsights`, chain);
    const quote = await direct.quote();
    expect((await direct.redeem(quote, await direct.payMarked(quote))).status).toBe(200);
  });

  it("P20: knows a hash in every spelling as one", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const first = await buyer.redeem(quote, txHash.toUpperCase().replace("0X", ""));
    const again = await buyer.redeem(quote, txHash);
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    const other = await buyer.quote();
    expect((await buyer.redeem(other, txHash.slice(2))).json.code).toBe("intent_tx_mismatch");
  });

  it("takes money that was paid before the quote", async () => {
    const txHash = await buyer.payPlain({ recipient: devWallets().recipient.address } as QuoteBody);
    const quote = await buyer.quote();
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
  });
});
