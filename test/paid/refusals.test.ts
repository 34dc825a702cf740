import { hexlify, randomBytes } from "ethers";
import { ENDPOINTS } from "../../functions/src/endpoints/all";
import { ERRORS, type ErrorCode } from "../../functions/src/domain/errors";
import { errorsOf } from "../../functions/src/http/endpoint";
import { sealIntent, tagOfEndpoint, type Intent } from "../../functions/src/domain/payment/intent";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, post, PRICE_UNITS, QUESTION, type QuoteBody, type Reply } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { bundler, fakeToken, freshCaller } from "../setup/payments";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { CountedAnswers, testService, testSettings } from "../setup/service";
import { startRpcProxy } from "../setup/chain/rpcProxy";

const chain = sharedChain();
const { db } = testFirestore();
const recipient = devWallets().recipient.address;
const somebody = devWallets().stranger.address;
const buyers: Record<string, Buyer> = {};
const broken = new CountedAnswers(() => {
  throw new Error("a defect");
});

const service = forFile(() => testService({ db }));
beforeAll(async () => {
  for (const path of ["/demand-insights", "/ai-early-adopters-goals"])
    buyers[path] = new Buyer(service.baseUrl + path, chain);
});

const buyer = () => buyers["/demand-insights"] as Buyer;
const [key] = testSettings().quoteKeys;
const noHash = () => hexlify(randomBytes(32));
const bought = async (quote: QuoteBody, by = buyer()) => {
  const txHash = await by.payPlain(quote);
  expect((await by.redeem(quote, txHash)).status).toBe(200);
  return txHash;
};

/** One way to each error of a paid endpoint. */
/** A transfer of more than the payer has. */
function revertedTransfer(): Promise<string> {
  const data = chain.usdc.interface.encodeFunctionData("transfer", [recipient, 10n ** 30n]);
  return chain.send({ to: chain.usdc.target as string, data });
}

const WAYS: Partial<Record<ErrorCode, (by: Buyer) => Promise<Reply>>> = {
  invalid_request: (by) => post(by.url, { query: "" }),
  method_not_allowed: async (by) => {
    const response = await fetch(by.url, { method: "DELETE" });
    return {
      status: response.status,
      headers: response.headers,
      text: "",
      json: (await response.json()) as Record<string, unknown>,
    };
  },
  payload_too_large: (by) => post(by.url, { query: "a".repeat(300_000) }),
  unsupported_media_type: (by) => post(by.url, "query=a", { "content-type": "text/plain" }),
  rate_limited: async (by) => {
    // One minute, however long the test takes.
    const timeless = await testService({ db, nowMs: () => 1_800_000_000_000 });
    const url = by.url.replace(service.baseUrl, timeless.baseUrl);
    const attempt = () => post(url, { intentId: "none", txHash: noHash() }, { "x-forwarded-for": "203.0.113.1" });
    // Parallel requests may overshoot by their number.
    for (let sent = 0; sent < 4; sent++) await Promise.all(Array.from({ length: 20 }, attempt));
    const refused = await attempt();
    await timeless.close();
    return refused;
  },
  internal: async (by) => {
    const defective = await testService({
      db,
      answers: broken,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    const unlucky = new Buyer(by.url.replace(service.baseUrl, defective.baseUrl), chain);
    const quote = await unlucky.quote();
    const reply = await unlucky.redeem(quote, await unlucky.payMarked(quote));
    await defective.close();
    return reply;
  },
  dependency_unavailable: async (by) => {
    const proxy = await startRpcProxy(chain.rpcUrl);
    proxy.fault = { kind: "status", status: 503 };
    const cutOff = await testService({ db, settings: { RPC_URLS: proxy.url } });
    const unlucky = new Buyer(by.url.replace(service.baseUrl, cutOff.baseUrl), chain);
    const reply = await unlucky.redeem(await unlucky.quote(), noHash());
    await Promise.all([cutOff.close(), proxy.close()]);
    return reply;
  },
  transfer_too_old: async (by) => {
    const later = await testService({ db, nowMs: () => Date.now() + 31 * 86_400_000 });
    const quote = await by.quote();
    const reply = await new Buyer(by.url.replace(service.baseUrl, later.baseUrl), chain).redeem(
      quote,
      await by.payPlain(quote),
    );
    await later.close();
    return reply;
  },
  not_available: async (by) => {
    const empty = await testService({ db, isStocked: false });
    const reply = await post(by.url.replace(service.baseUrl, empty.baseUrl), QUESTION);
    await empty.close();
    return reply;
  },
  payment_required: (by) => post(by.url, QUESTION),
  intent_required: (by) => post(by.url, { ...QUESTION, txHash: noHash() }),
  tx_required: async (by) => post(by.url, { ...QUESTION, intentId: (await by.quote()).intentId }),
  intent_not_found: (by) => by.redeem({ intentId: "not.issued.here" }, noHash()),
  tx_not_confirmed: async (by) => by.redeem(await by.quote(), noHash()),
  tx_reverted: async (by) => by.redeem(await by.quote(), await revertedTransfer()),
  payment_malformed: async (by) => sendPayment(by.url, { x402Version: 3 }),
  transfer_not_found: async (by) =>
    by.redeem(await by.quote(), await chain.pay({ to: somebody, amountUsdcUnits: PRICE_UNITS })),
  insufficient_amount: async (by) => {
    const quote = await by.quote();
    return by.redeem(quote, await by.payPlain(quote, "payer", PRICE_UNITS - 1n));
  },
  payment_invalid: async (by) => sendPayment(by.url, await signPayment(chain, { terms: { value: PRICE_UNITS - 1n } })),
  payment_id_used: async (by) => {
    const paymentId = hexlify(randomBytes(16));
    const payment = await signPayment(chain, { paymentId });
    expect((await sendPayment(by.url, payment)).status).toBe(200);
    return sendPayment(by.url, payment, { query: "And what else?" });
  },
  tx_already_used: async (by) => {
    const txHash = await bought(await by.quote(), by);
    return by.redeem(await by.quote(), txHash);
  },
  intent_tx_mismatch: async (by) => {
    const marked = await by.payMarked(await by.quote());
    return by.redeem(await by.quote(), marked);
  },
  signature_invalid: async (by) => {
    const quote = await by.quote();
    const txHash = await by.payPlain(quote);
    return by.redeem(quote, txHash, QUESTION, { payerSignature: await by.sign(quote, txHash, "stranger") });
  },
  invalid_signature_format: async (by) => by.redeem(await by.quote(), noHash(), QUESTION, { payerSignature: "me" }),
};

const sold = Object.values(ENDPOINTS)
  .flat()
  .filter(({ path }) => ["/demand-insights", "/ai-early-adopters-goals"].includes(path));

/** `test/paid/mandate` and `test/paid/signIn` produce them. */
const ELSEWHERE: readonly ErrorCode[] = ["mandate_exceeded", "mandate_refused", "signature_expired", "nonce_used"];

describe.each(sold.map((endpoint) => [endpoint.path, endpoint] as const))(
  "every error that %s declares",
  (path, endpoint) => {
    it.each(errorsOf(endpoint).filter((code) => !ELSEWHERE.includes(code)))(
      "answers %s where it should, as a problem document",
      async (code) => {
        const way = WAYS[code];
        if (!way) throw new Error(`no test produces ${code}`);
        const { status, headers, json } = await way(buyers[path] as Buyer);
        expect(json).toMatchObject({ code });
        expect(status).toBe(ERRORS[code].status);
        if (code === "payment_required") return;
        expect(headers.get("content-type")).toBe("application/problem+json");
        expect(json).toMatchObject({
          status,
          title: ERRORS[code].title,
          detail: expect.stringMatching(/\w/),
          requestId: headers.get("x-request-id"),
        });
        const waits = "retryAfter" in ERRORS[code];
        expect(headers.has("retry-after")).toBe(waits);
      },
    );
  },
);

describe("refusals", () => {
  it("P2: gives a copyist who comes after the payer nothing, and the payer his answer again", async () => {
    const quote = await buyer().quote();
    const txHash = await bought(quote);
    const copyist = await buyer().redeem(await buyer().quote(), txHash);
    expect([copyist.status, copyist.json.code]).toEqual([409, "tx_already_used"]);
    expect((await buyer().redeem(quote, txHash)).status).toBe(200);
  });

  it("P4: takes no second transaction for one intent, and leaves its transfer to another", async () => {
    const quote = await buyer().quote();
    await bought(quote);
    const second = await buyer().payPlain(quote, "payer2");
    expect((await buyer().redeem(quote, second)).json.code).toBe("intent_tx_mismatch");
    expect((await buyer().redeem(await buyer().quote(), second)).status).toBe(200);
  });

  it("P5: serves each payer of a bundle once", async () => {
    const send = await bundler(chain, ["payer", "payer2"]);
    const txHash = await send("stranger", [
      { from: "payer", to: recipient, units: PRICE_UNITS },
      { from: "payer2", to: recipient, units: PRICE_UNITS },
    ]);
    const codes = [];
    for (let at = 0; at < 3; at++) codes.push((await buyer().redeem(await buyer().quote(), txHash)).json.code);
    expect(codes).toEqual([undefined, undefined, "tx_already_used"]);
  });

  it("P6: adds no small transfers up", async () => {
    const send = await bundler(chain, ["payer", "payer2"]);
    const half = { to: recipient, units: 245_000n };
    const txHash = await send("stranger", [
      { from: "payer", ...half },
      { from: "payer2", ...half },
    ]);
    const { status, json } = await buyer().redeem(await buyer().quote(), txHash);
    expect([status, json.code]).toEqual([402, "insufficient_amount"]);
    expect(json.detail).toContain("0.245 USDC");
  });

  it("P7: takes no token that only looks like USDC", async () => {
    const token = await fakeToken(chain, "payer");
    const data = chain.usdc.interface.encodeFunctionData("transfer", [recipient, PRICE_UNITS]);
    const txHash = await chain.send({ to: token, data });
    expect((await buyer().redeem(await buyer().quote(), txHash)).json.code).toBe("transfer_not_found");
  });

  it("P8: takes no transfer to somebody else, of nothing, or from the recipient to itself", async () => {
    const data = (to: string, units: bigint) => chain.usdc.interface.encodeFunctionData("transfer", [to, units]);
    const hashes = [
      await chain.pay({ to: somebody, amountUsdcUnits: PRICE_UNITS }),
      await chain.pay({ to: recipient, amountUsdcUnits: 0n }),
    ];
    await chain.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS });
    hashes.push(
      await chain.send({ from: "recipient", to: chain.usdc.target as string, data: data(recipient, PRICE_UNITS) }),
    );
    for (const txHash of hashes)
      expect((await buyer().redeem(await buyer().quote(), txHash)).json.code).toBe("transfer_not_found");
  });

  it("P9 D20: takes no transaction that was reverted, and does not tell to wait for it", async () => {
    const quote = await buyer().quote();
    const txHash = await revertedTransfer();
    for (let again = 0; again < 2; again++) {
      const { json, headers } = await buyer().redeem(quote, txHash);
      expect([json.code, headers.get("retry-after")]).toEqual(["tx_reverted", null]);
    }
  });

  it("P14: takes 0.49 USDC and not one unit less", async () => {
    const quote = await buyer().quote();
    const short = await buyer().payPlain(quote, "payer", 489_999n);
    expect((await buyer().redeem(quote, short)).json.code).toBe("insufficient_amount");
    const exact = await buyer().payPlain(quote, "payer", 490_000n);
    expect((await buyer().redeem(quote, exact)).status).toBe(200);
  });

  it("P15: answers no other question than the quoted one, claims nothing for it, and still answers the quoted one", async () => {
    const quote = await buyer().quote();
    const txHash = await buyer().payMarked(quote);
    const other = await buyer().redeem(quote, txHash, { query: "Something else?" });
    expect([other.status, other.json.code, other.json.errors]).toEqual([
      400,
      "invalid_request",
      [{ pointer: "", message: expect.any(String) }],
    ]);
    const elsewhere = await post(`${service.baseUrl}/ai-early-adopters-goals`, {
      ...QUESTION,
      intentId: quote.intentId,
      txHash,
    });
    expect([elsewhere.status, elsewhere.json.errors]).toEqual([
      400,
      [{ pointer: "/intentId", message: "belongs to another endpoint" }],
    ]);
    expect((await buyer().redeem(quote, txHash)).status).toBe(200);
    expect((await buyer().redeem(quote, txHash, { query: "Something else?" })).json.code).toBe("invalid_request");
  });

  it("asks for the body of a probe's intent before it takes the money, and for the same one afterwards", async () => {
    const probe = await buyer().quote({});
    const txHash = await buyer().payMarked(probe);
    expect((await buyer().redeem(probe, txHash, {})).json.code).toBe("invalid_request");
    expect((await buyer().redeem(probe, txHash)).status).toBe(200);
    expect((await buyer().redeem(probe, txHash, { query: "Another?" })).json.code).toBe("invalid_request");
  });

  it.each([
    ["a conversation that ends with the assistant", { messages: [{ role: "assistant", content: "a" }] }, {}],
    ["an Idempotency-Key that is none", QUESTION, { "idempotency-key": "two words" }],
  ])("sells no answer to %s: it says so before any payment is claimed", async (_name, question, headers) => {
    expect((await post(buyer().url, question, headers)).json.code).toBe("invalid_request");
    const probe = await buyer().quote({});
    const txHash = await buyer().payMarked(probe);
    const { json } = await post(
      buyer().url,
      { ...question, intentId: probe.intentId, txHash },
      { ...headers, ...freshCaller() },
    );
    expect(json.code).toBe("invalid_request");
    expect((await db.collection("purchases").where("txHash", "==", txHash).get()).size).toBe(0);
    expect((await buyer().redeem(probe, txHash)).status).toBe(200);
  });

  it("takes no money that went to another recipient than the intent names, though it is the service's own", async () => {
    const intent: Intent = {
      endpointTag: tagOfEndpoint("/demand-insights"),
      bodyTag: null,
      priceUsdcUnits: PRICE_UNITS,
      recipient: somebody as Intent["recipient"],
      chainId: 8453,
      issuedAt: 1,
      expiresAt: 10_000_000,
      nonce: "00".repeat(8),
    };
    if (!key) throw new Error("no key");
    const quote = { intentId: sealIntent(intent, key) };
    const txHash = await chain.pay({ to: recipient, amountUsdcUnits: PRICE_UNITS });
    expect((await buyer().redeem(quote, txHash)).json.code).toBe("transfer_not_found");
  });
});
