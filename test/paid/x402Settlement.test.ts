import { validateDiscoveryExtension } from "@x402/extensions/bazaar";
import { isPaymentIdentifierExtension } from "@x402/extensions/payment-identifier";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { validatePaymentRequired } from "@x402/core/schemas";
import { hexlify, Interface, randomBytes, Signature } from "ethers";
import { MULTICALL3 } from "../../dev/local/chain";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, post, PRICE_UNITS, QUESTION } from "../setup/paying/buyer";
import { USDC } from "../setup/chain/chain";
import { authorizedTransfer, freshCaller } from "../setup/payments";
import { CountedAnswers } from "../setup/service";
import { questionOf, sendPayment, settlementOf, signPayment, type Payload } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";
import { REFUSED } from "./refusedPayments";

const recipient = devWallets().recipient.address;
const answers = new CountedAnswers();
const stage = SettlingStage.forFile({ answers, contracts: true });

const url = () => stage.url;
/** What the recipient gets while something runs. */
async function income(run: () => Promise<unknown>): Promise<bigint> {
  const before = await stage.chain.usdcUnitsOf(recipient);
  await run();
  return (await stage.chain.usdcUnitsOf(recipient)) - before;
}
/** All that a quote has: status 402 is always an offer that is safe to pay. */
function requireOffer({ headers, json }: Pick<Awaited<ReturnType<typeof sendPayment>>, "headers" | "json">): void {
  for (const name of ["pay", "x-price-intent", "x-payment-contracts", "payment-required"])
    expect([name, headers.has(name)]).toEqual([name, true]);
  expect(json).toMatchObject({
    x402Version: 1,
    accepts: [{ scheme: "exact" }],
    intentId: headers.get("x-price-intent"),
  });
}
const reasonOf = (reply: Awaited<ReturnType<typeof sendPayment>>) => settlementOf(reply)?.["errorReason"];

describe("happy", () => {
  it("offers both versions in one 402 answer, as x402's own schemas read them, and a probe both extensions", async () => {
    const { status, headers, json } = await post(url(), QUESTION);
    const probe = await post(url(), {});
    const v2 = validatePaymentRequired(
      decodePaymentRequiredHeader(probe.headers.get("payment-required") ?? ""),
    ) as unknown as { accepts: object[]; extensions: Record<string, never> };
    const v1 = validatePaymentRequired(json) as { accepts: object[] };
    expect([status, v1.accepts.length, v2.accepts.length]).toEqual([402, 1, 1]);
    const brief = validatePaymentRequired(decodePaymentRequiredHeader(headers.get("payment-required") ?? ""));
    expect(brief).toMatchObject({
      accepts: [{ scheme: "exact" }],
      resource: { url: expect.stringMatching(/\/demand-insights$/) },
    });
    expect(validateDiscoveryExtension(v2.extensions["bazaar"] as never)).toEqual({ valid: true });
    expect(isPaymentIdentifierExtension(v2.extensions["payment-identifier"])).toBe(true);
    expect(v2.extensions["bazaar"]).toMatchObject({
      info: { input: { method: "POST", body: { query: expect.any(String) } } },
      schema: {
        properties: {
          input: { properties: { body: { properties: { query: { maxLength: 4000 }, messages: { maxItems: 50 } } } } },
        },
      },
    });
  });

  it.each([1, 2] as const)(
    "I1: settles one v%d payment that comes in both headers, as Open Wallet Standard sends it, once",
    async (version) => {
      const [payment, other] = [
        await signPayment(stage.chain, { version }),
        await signPayment(stage.chain, { version }),
      ];
      const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
      const send = (v2: unknown, v1: unknown) =>
        post(url(), questionOf(payment), {
          "payment-signature": encoded(v2),
          "x-payment": encoded(v1),
          ...freshCaller(),
        });
      const statuses: unknown[] = [];
      const paid = await income(async () => {
        statuses.push((await send(payment, other)).json["code"]);
        statuses.push((await send(payment, payment)).status, (await send(payment, payment)).status);
      });
      // A v1 payment has nothing that only its payer knows, so it gives its answer once.
      expect([statuses, paid]).toEqual([["invalid_request", 200, version === 2 ? 200 : 409], PRICE_UNITS]);
    },
  );

  it.each([1, 2] as const)("settles v%d, and tells how", async (version) => {
    const payment = await signPayment(stage.chain, { version });
    const reply = { current: null as Awaited<ReturnType<typeof sendPayment>> | null };
    const paid = await income(async () => (reply.current = await sendPayment(url(), payment)));
    expect([reply.current?.status, paid]).toEqual([200, PRICE_UNITS]);
    expect(settlementOf(reply.current as never)).toEqual({
      success: true,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      payer: devWallets().payer.address,
      network: version === 1 ? "base" : "eip155:8453",
    });
  });

  it("answers the same payment again with the same bytes, charging nothing", async () => {
    const payment = await signPayment(stage.chain);
    const [first, asked] = [await sendPayment(url(), payment), answers.asked];
    const again = { current: null as Awaited<ReturnType<typeof sendPayment>> | null };
    expect(await income(async () => (again.current = await sendPayment(url(), payment)))).toBe(0n);
    expect([again.current?.status, again.current?.text, settlementOf(again.current as never)]).toEqual([
      200,
      first.text,
      settlementOf(first),
    ]);
    expect(answers.asked).toBe(asked);
  });

  it("takes a whole payload in the header x402-payment too", async () => {
    expect((await sendPayment(url(), await signPayment(stage.chain), QUESTION, "x402-payment")).status).toBe(200);
  });

  it("takes a signature in its short form", async () => {
    const short = (signature: string) => Signature.from(signature).compactSerialized;
    expect((await sendPayment(url(), await signPayment(stage.chain, { wrap: short }))).status).toBe(200);
  });

  it("settles for a contract wallet (ERC-1271), and deploys one that is not there yet (ERC-6492)", async () => {
    const owner = stage.chain.wallet("payer2");
    const deployed = await stage.wallets.deploy("OwnerWallet", owner.address);
    await stage.fund(deployed.target as string);
    const plain = await signPayment(stage.chain, { from: "payer2", terms: { from: deployed.target as string } });
    expect(await income(async () => expect((await sendPayment(url(), plain)).status).toBe(200))).toBe(PRICE_UNITS);

    const { address, payment } = await stage.undeployed(stage.factory, "payer2");
    expect(await stage.chain.provider.getCode(address)).toBe("0x");
    expect(await income(async () => expect((await sendPayment(url(), payment)).status).toBe(200))).toBe(PRICE_UNITS);
    expect(await stage.chain.provider.getCode(address)).not.toBe("0x");
  });

  it("asks a node once before it broadcasts", async () => {
    const payment = await signPayment(stage.chain);
    stage.node.reset();
    const trips: string[][] = [];
    stage.node.fault = (calls) => void trips.push(calls.map(({ method }) => method));
    expect((await sendPayment(url(), payment)).status).toBe(200);
    stage.node.reset();
    // Looks are as many as the block is late for.
    const [simulation = [], broadcast, ...looks] = trips;
    expect(simulation.filter((method) => method === "eth_chainId")).toHaveLength(1);
    expect(simulation).toContain("eth_call");
    expect(broadcast).toContain("eth_sendRawTransaction");
    expect(looks.length).toBeGreaterThan(0);
    expect(looks.flat()).not.toContain("eth_sendRawTransaction");
  });

  it("P3: settles 8 payments at once on two instances, each at its own nonce, and one payment that comes 8 times once", async () => {
    const other = await stage.another();
    const either = (at: number) => (at % 2 ? other : url());
    const settler = devWallets().settler.address;
    const first = await stage.chain.provider.getTransactionCount(settler);
    const payments = await Promise.all(Array.from({ length: 8 }, () => signPayment(stage.chain)));
    const paid = await income(async () => {
      const replies = await Promise.all(
        payments.map((payment, at) => stage.persist(() => sendPayment(either(at), payment))),
      );
      expect(replies.map(({ status }) => status)).toEqual(payments.map(() => 200));
    });
    expect([paid, await stage.chain.provider.getTransactionCount(settler)]).toEqual([PRICE_UNITS * 8n, first + 8]);
    const one = await signPayment(stage.chain);
    const asked = answers.asked;
    const once = await income(async () => {
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, at) => stage.persist(() => sendPayment(either(at), one))),
      );
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    });
    expect([once, answers.asked - asked, await stage.chain.provider.getTransactionCount(settler)]).toEqual([
      PRICE_UNITS,
      1,
      first + 9,
    ]);
  });
});

describe("refusals", () => {
  it.each(REFUSED)("refuse %s with x402's reason %s, storing and charging nothing", async (_name, reason, make) => {
    const payment = await make(stage);
    const { length } = (await stage.db.collection("purchases").get()).docs;
    const reply = { current: null as Awaited<ReturnType<typeof sendPayment>> | null };
    expect(await income(async () => (reply.current = await sendPayment(url(), payment)))).toBe(0n);
    const { status, json, headers } = reply.current as Awaited<ReturnType<typeof sendPayment>>;
    expect([status, json.code, json.detail]).toEqual([402, "payment_invalid", expect.stringContaining(`${reason}: `)]);
    expect(settlementOf({ headers })).toMatchObject({ success: false, errorReason: reason, transaction: "" });
    requireOffer({ headers, json });
    expect((await stage.db.collection("purchases").get()).docs).toHaveLength(length);
  });

  it.each<[string, (payload: Payload) => unknown]>([
    ["a version that no one knows", (payload) => ({ ...payload, x402Version: 3 })],
    ["no version", ({ x402Version: _, ...payload }) => payload],
    ["no authorization", (payload) => ({ ...payload, payload: { signature: payload.payload.signature } })],
    [
      "a value that is no number",
      (payload) => ({
        ...payload,
        payload: { ...payload.payload, authorization: { ...payload.payload.authorization, value: "0x1" } },
      }),
    ],
    ["a signature that is no hex", (payload) => ({ ...payload, payload: { ...payload.payload, signature: "signed" } })],
    [
      "an identifier that is too short",
      (payload) => ({ ...payload, extensions: { "payment-identifier": { info: { id: "short" } } } }),
    ],
    ["a token that is no address", (payload) => ({ ...payload, accepted: { ...payload.accepted, asset: "USDC" } })],
    ["a list", (payload) => [payload]],
    ["nothing in it", () => ({})],
  ])("P21 D20: a payload with %s is 400", async (_name, change) => {
    const broken = await signPayment(stage.chain, { change });
    const { status, json } = await post(url(), QUESTION, {
      "payment-signature": Buffer.from(JSON.stringify(broken)).toString("base64"),
      ...freshCaller(),
    });
    expect([status, json.code]).toEqual([400, "payment_malformed"]);
  });

  it.each<[string, 1 | 2, (payload: Payload) => unknown]>([
    ["another scheme", 2, (payload) => ({ ...payload, accepted: { ...payload.accepted, scheme: "upto" } })],
    ["another chain", 2, (payload) => ({ ...payload, accepted: { ...payload.accepted, network: "eip155:84532" } })],
    [
      "another token",
      2,
      (payload) => ({ ...payload, accepted: { ...payload.accepted, asset: devWallets().stranger.address } }),
    ],
    ["another chain", 1, (payload) => ({ ...payload, network: "base-sepolia" })],
  ])("D20: a payload for %s (v%d) is told what is offered instead", async (_name, version, change) => {
    const { status, json, headers } = await sendPayment(url(), await signPayment(stage.chain, { version, change }));
    expect([status, json.code, settlementOf({ headers })?.["success"]]).toEqual([402, "payment_invalid", false]);
    expect(decodePaymentRequiredHeader(headers.get("payment-required") ?? "").accepts).toHaveLength(1);
  });

  const V1: [string, (payload: Payload) => unknown][] = [
    ["another network", (payload) => ({ ...payload, network: "base-sepolia" })],
    ["another scheme", (payload) => ({ ...payload, scheme: "upto" })],
  ];
  it.each([
    ...REFUSED.filter(([name]) => !name.includes("v2")).map(([name, , make]) => [name, make] as const),
    ...V1.map(([name, change]) => [name, () => signPayment(stage.chain, { version: 1, change })] as const),
  ])(
    "D20: a v1 payment that is refused for %s is answered with a v1 document, as x402's schema reads it",
    async (_, make) => {
      const { accepted: _accepted, ...rest } = (await make(stage)) as Payload;
      const { status, json, headers } = await sendPayment(url(), {
        ...{ scheme: "exact", network: "base" },
        ...rest,
        x402Version: 1,
      });
      expect([status, json.code]).toEqual([402, "payment_invalid"]);
      requireOffer({ headers, json });
      const document = validatePaymentRequired(json) as { x402Version: number; accepts: object[] };
      expect([document.x402Version, document.accepts.length]).toEqual([1, 1]);
    },
  );

  it("ask for the body with a payment that bought nothing yet, and for the same body with one that did", async () => {
    const payment = await signPayment(stage.chain);
    expect((await sendPayment(url(), payment, {})).json.code).toBe("invalid_request");
    expect((await sendPayment(url(), payment)).status).toBe(200);
    expect((await sendPayment(url(), payment, { query: "Something else?" })).json.code).toBe("invalid_request");
    expect((await sendPayment(url(), payment, {})).json.code).toBe("invalid_request");
  });

  it("keep an identifier for one payment and one body: 409 for any other, of the same payer", async () => {
    const paymentId = hexlify(randomBytes(16));
    const payment = await signPayment(stage.chain, { paymentId });
    const first = await sendPayment(url(), payment);
    expect([(await sendPayment(url(), payment)).text, first.status]).toEqual([first.text, 200]);
    const paid = await income(async () => {
      const others = [
        await sendPayment(url(), payment, { query: "Something else?" }),
        await sendPayment(url(), await signPayment(stage.chain, { paymentId })),
      ];
      expect(others.map(({ status, json }) => [status, json.code])).toEqual([
        [409, "payment_id_used"],
        [409, "payment_id_used"],
      ]);
    });
    expect(paid).toBe(0n);
    expect((await sendPayment(url(), await signPayment(stage.chain, { from: "payer2", paymentId }))).status).toBe(200);
  });

  it("offer nothing to sign where nothing is settled, and say what to do instead", async () => {
    const plain = await stage.another({ SETTLEMENT_KEY: "none" });
    const { json, headers } = await post(plain, QUESTION);
    expect([json.accepts, decodePaymentRequiredHeader(headers.get("payment-required") ?? "").accepts]).toEqual([
      [],
      [],
    ]);
    const refused = await sendPayment(plain, await signPayment(stage.chain));
    expect([refused.status, refused.json.code, refused.json.detail]).toEqual([
      400,
      "invalid_request",
      expect.stringContaining("does not settle signed x402 payloads"),
    ]);
  });

  it("P25: refuse gas that costs more than the price is worth, and a spent budget, charging nothing", async () => {
    const { maxFeePerGas } = await stage.chain.provider.getFeeData();
    const maxGwei = (130_000n * (maxFeePerGas ?? 0n)) / 1_000_000_000n;
    for (const settings of [
      { SETTLEMENT_MAX_GWEI: "10" },
      { SETTLEMENT_MAX_GWEI: String(maxGwei), SETTLEMENT_BUDGET_GWEI: String(8n * maxGwei) },
    ]) {
      const thrifty = await stage.another(settings);
      const purchases = async () => (await stage.db.collection("purchases").count().get()).data().count;
      const before = await purchases();
      let paid = 0;
      let reply = await sendPayment(thrifty, await signPayment(stage.chain));
      for (; paid < 40 && reply.status === 200; paid++)
        reply = await sendPayment(thrifty, await signPayment(stage.chain));
      expect((await purchases()) - before).toBe(paid);
      expect([reply.status, reply.json.code, reply.headers.get("retry-after")]).toEqual([
        503,
        "dependency_unavailable",
        "60",
      ]);
    }
  });
});

describe("addresses without code", () => {
  /** Takes a contract away for a while. */
  async function without(address: string, run: () => Promise<void>): Promise<void> {
    const code = await stage.chain.provider.getCode(address);
    await stage.chain.call("anvil_setCode", address, "0x");
    try {
      await run();
    } finally {
      await stage.chain.call("anvil_setCode", address, code);
    }
  }

  it("E4: the local chain has Multicall3 at its usual address", async () => {
    expect(await stage.chain.provider.getCode(MULTICALL3)).toMatch(/^0x6080/);
  });

  it.each([
    [
      "Multicall3, for a wallet that is not deployed yet,",
      (): string => MULTICALL3,
      /does not have Multicall3\. Deploy the wallet/,
    ],
    [
      "the wallet's factory",
      (): string => stage.factory.target as string,
      /does not have the factory .*Deploy the wallet/,
    ],
  ] as const)(
    "E4: refuses a payment that needs %s where it is not, and sends nothing",
    async (_name, address, detail) => {
      const { payment } = await stage.undeployed(stage.factory, "payer2");
      await without(address(), async () => {
        stage.node.reset();
        const reply = await sendPayment(url(), payment);
        expect([reply.status, reply.json.code, reply.json.detail]).toEqual([
          402,
          "payment_invalid",
          expect.stringMatching(detail),
        ]);
        expect(stage.node.calls.map(({ method }) => method)).not.toContain("eth_sendRawTransaction");
      });
      expect((await sendPayment(url(), payment)).status).toBe(200);
    },
  );

  it("E4: pays no gas for a token that is not there", async () => {
    const payment = await signPayment(stage.chain);
    await without(USDC, async () => {
      stage.node.reset();
      const reply = await sendPayment(url(), payment);
      expect([400, 402, 503]).toContain(reply.status);
      expect(stage.node.calls.map(({ method }) => method)).not.toContain("eth_sendRawTransaction");
    });
  });
});

describe("a promised price", () => {
  /** What a v2 client gets and sends back: the offer of a quote. */
  const offerOf = async (at: string): Promise<Record<string, unknown>> => {
    const { headers } = await post(at, QUESTION);
    return decodePaymentRequiredHeader(headers.get("payment-required") ?? "").accepts[0] as unknown as Record<
      string,
      unknown
    >;
  };
  const payFor = (offer: Record<string, unknown>, terms: object = {}): Promise<unknown> =>
    signPayment(stage.chain, {
      terms: { value: BigInt(offer["amount"] as string), to: offer["payTo"] as string, ...terms },
      change: (payload): Payload => ({ ...payload, accepted: offer }),
    });

  it.each([
    ["raised", "0.49", "0.6"],
    ["lowered", "0.6", "0.49"],
  ])("D10: is kept after the operator has %s it", async (_name, before, after) => {
    const offer = await offerOf(await stage.another({ PRICE_USDC: before }));
    const changed = await stage.another({ PRICE_USDC: after });
    const paid = await income(async () => expect((await sendPayment(changed, await payFor(offer))).status).toBe(200));
    expect(String(paid)).toBe(offer["amount"]);
  });

  it("D10: is kept for payers of the first version as the operator says, and no longer", async () => {
    const until = (ms: number) => `0.49 until ${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
    const [kept, over] = [
      await stage.another({ PRICE_USDC: "0.6", PRICE_USDC_BEFORE: until(60_000) }),
      await stage.another({ PRICE_USDC: "0.6", PRICE_USDC_BEFORE: until(-60_000) }),
    ];
    const first = () => signPayment(stage.chain, { version: 1 });
    expect(reasonOf(await sendPayment(over, await first()))).toMatch(/value_mismatch/);
    const paid = await income(async () => expect((await sendPayment(kept, await first())).status).toBe(200));
    expect(paid).toBe(PRICE_UNITS);
    expect(
      reasonOf(await sendPayment(kept, await signPayment(stage.chain, { version: 1, terms: { value: 480_000n } }))),
    ).toMatch(/value_mismatch/);
  });

  it("D10: is kept where the recipient was changed, and pays whom the quote named", async () => {
    const offer = await offerOf(url());
    const changed = await stage.another({ PAYMENT_RECIPIENT: devWallets().treasury.address });
    const paid = await income(async () => expect((await sendPayment(changed, await payFor(offer))).status).toBe(200));
    expect(paid).toBe(PRICE_UNITS);
  });

  it("D10: ends with its time, is for its endpoint alone, and is believed to no one who was not told", async () => {
    const offer = await offerOf(url());
    const changed = await stage.another({ PRICE_USDC: "0.6" });
    const late = await stage.another({ PRICE_USDC: "0.6" }, { nowMs: () => Date.now() + 3_600_000 });
    const forged = {
      ...offer,
      amount: "1000",
      extra: { ...(offer["extra"] as object), quote: `${"A".repeat(22)}.zzzzzz.${"A".repeat(22)}` },
    };
    const cheaper = { ...offer, amount: "1000" };
    const cases: [string, Record<string, unknown>][] = [
      [late, offer],
      [changed.replace("/demand-insights", "/ai-early-adopters-goals"), offer],
      [changed, forged],
      [changed, cheaper],
    ];
    for (const [at, told] of cases) {
      const payment = await payFor(told, { validBefore: 2n ** 40n });
      expect(reasonOf(await sendPayment(at, payment))).toMatch(/value_mismatch/);
    }
  });
});

describe("security", () => {
  it("P1 P2: a settled transaction cannot be redeemed by its hash, signed for or not", async () => {
    const reply = await sendPayment(url(), await signPayment(stage.chain));
    const txHash = String(settlementOf(reply)?.["transaction"]);
    const buyer = new Buyer(url(), stage.chain);
    const quote = await buyer.quote();
    expect((await buyer.redeem(quote, txHash)).json.code).toBe("tx_already_used");
    const payerSignature = await buyer.sign(quote, txHash);
    expect((await buyer.redeem(quote, txHash, QUESTION, { payerSignature })).json.code).toBe("tx_already_used");
  });

  it("P1: an authorization that bought by its hash buys nothing as a payment", async () => {
    const buyer = new Buyer(url(), stage.chain);
    const nonce = hexlify(randomBytes(32));
    const data = await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce });
    const txHash = await stage.chain.send({ from: "stranger", to: USDC, data });
    expect((await buyer.redeem(await buyer.quote(), txHash)).status).toBe(200);
    const { json } = await sendPayment(url(), await signPayment(stage.chain, { terms: { nonce } }));
    expect(json.code).toBe("tx_already_used");
  });

  it("P1: a third party that submits the authorization first only saves the service its gas", async () => {
    const nonce = hexlify(randomBytes(32));
    const data = await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce });
    await stage.chain.send({ from: "stranger", to: USDC, data });
    const payment = await signPayment(stage.chain, { terms: { nonce, validBefore: 2n ** 40n } });
    expect(await income(async () => expect((await sendPayment(url(), payment)).status).toBe(200))).toBe(0n);
    const strict = await stage.another({ REQUIRE_PAYMENT_BINDING: "true" });
    const other = hexlify(randomBytes(32));
    await stage.chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce: other }),
    });
    const refused = await sendPayment(
      strict,
      await signPayment(stage.chain, { terms: { nonce: other, validBefore: 2n ** 40n } }),
    );
    expect([refused.status, refused.json.code]).toEqual([409, "intent_tx_mismatch"]);
    // What it says works, and costs nothing more.
    const buyer = new Buyer(strict, stage.chain);
    const quote = await buyer.quote();
    const txHash = String(refused.json["txHash"]);
    const payerSignature = await buyer.sign(quote, txHash);
    const redeemed = await income(async () =>
      expect((await buyer.redeem(quote, txHash, QUESTION, { payerSignature })).status).toBe(200),
    );
    expect(redeemed).toBe(0n);
  });

  it("D11: an authorization that stands on the chain buys nothing for a stranger with a made-up signature", async () => {
    const junk = (payload: Payload) => ({
      ...payload,
      payload: { ...payload.payload, signature: `0x${"11".repeat(65)}` },
    });
    const terms = { nonce: hexlify(randomBytes(32)), validBefore: 2n ** 40n };
    await stage.chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce: terms.nonce }),
    });
    stage.node.reset();
    const stolen = await sendPayment(url(), await signPayment(stage.chain, { terms, change: junk }));
    expect([stolen.status, reasonOf(stolen)]).toEqual([402, "invalid_exact_evm_signature"]);
    // Nor does the stranger make the service search for it.
    expect(stage.node.roundTrips).toBeLessThan(5);
    expect((await sendPayment(url(), await signPayment(stage.chain, { terms }))).status).toBe(200);
  });

  it("D11: a contract wallet's authorization on the chain buys only with a signature that the wallet accepts", async () => {
    const { target } = await stage.wallets.deploy("OwnerWallet", devWallets().payer2.address);
    await stage.fund(target as string);
    const terms = { from: target as string, nonce: hexlify(randomBytes(32)) };
    const own = (await signPayment(stage.chain, { from: "payer2", terms })) as Payload;
    const { from, to, value, validAfter, validBefore, nonce } = own.payload.authorization;
    const call = new Interface([
      "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
    ]);
    const data = call.encodeFunctionData("transferWithAuthorization", [
      from,
      to,
      value,
      validAfter,
      validBefore,
      nonce,
      own.payload.signature,
    ]);
    await stage.chain.send({ from: "stranger", to: USDC, data });
    expect(reasonOf(await sendPayment(url(), await signPayment(stage.chain, { from: "payer", terms })))).toBe(
      "invalid_exact_evm_signature",
    );
    expect(await income(async () => expect((await sendPayment(url(), own)).status).toBe(200))).toBe(0n);
  });

  it("D11: a transfer without an intent is too old after 30 days, also as a signed payment", async () => {
    const days = (count: number) => stage.another({}, { nowMs: () => Date.now() + count * 86_400_000 });
    const terms = { nonce: hexlify(randomBytes(32)), validBefore: 2n ** 40n };
    await stage.chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(stage.chain, { to: recipient, units: PRICE_UNITS, nonce: terms.nonce }),
    });
    const payment = await signPayment(stage.chain, { terms });
    expect((await sendPayment(await days(31), payment)).json.code).toBe("transfer_too_old");
    expect((await sendPayment(await days(29), payment)).status).toBe(200);
  });

  it("P1: what stands on the chain is not enough to be answered again", async () => {
    const payment = (await signPayment(stage.chain, { paymentId: hexlify(randomBytes(16)) })) as Payload;
    expect((await sendPayment(url(), payment)).status).toBe(200);
    const { extensions: _secret, ...seen } = payment;
    expect((await sendPayment(url(), seen)).json.code).toBe("payment_id_used");
    const forged = { ...payment, payload: { ...payment.payload, signature: `0x${"11".repeat(65)}` } };
    expect((await sendPayment(url(), forged)).json.code).toBe("payment_id_used");
  });

  it.each(["Revert", "RevertBomb", "GasBomb", "ModexpBomb", "Nothing", "WrongMagic", "StateChange"] as const)(
    "S8: a hostile wallet that answers with %s is refused before anything is sent",
    async (answer) => {
      const wallet = await stage.wallets.deployHostile(answer);
      await stage.fund(wallet);
      const payment = await signPayment(stage.chain, { terms: { from: wallet } });
      stage.node.reset();
      const reply = await sendPayment(url(), payment);
      expect([reply.status, reasonOf(reply)]).toEqual([402, "invalid_exact_evm_signature"]);
      expect(stage.node.calls.map(({ method }) => method)).not.toContain("eth_sendRawTransaction");
    },
  );

  it("keeps no private text in the log", async () => {
    const payment = await signPayment(stage.chain);
    await sendPayment(url(), payment, { query: "a very private question" });
    expect(JSON.stringify(stage.log.lines)).not.toMatch(/private question|signature|payer/);
  });
});
