import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPayment } from "@x402/fetch";
import { Interface, toQuantity, Wallet } from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { escrowInterface } from "../../../functions/src/adapters/ethers/escrowEvents";
import { chainOf } from "../../../functions/src/domain/chains";
import { Agent, DETAILS, good, OFFER, requestIn, type Request } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { RELAY } from "../../setup/relay";
import type { TestServer } from "../../setup/http/server";
import { settlementOf, signPayment, type Payload, type PaymentTerms } from "../../setup/paying/signedPayment";
import { until } from "../../setup/until";

const CREATE = "/agentCreateTaskSimple";
const REWARD = 5_000_001n;
const TRANSFER = new Interface([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

const { db, another } = testFirestore();
const elsewhere = testFirestore();
const market = Market.forFile(db, RELAY);
const second = forFile(() => market.anotherService(another(), RELAY));

/** A wallet with USDC and 0 wei. */
async function agent(units = 4n * REWARD, at = market): Promise<Wallet> {
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  const data = at.chain.usdc.interface.encodeFunctionData("mint", [wallet.address, units]);
  await at.chain.send({ from: "deployer", to: at.chain.facts.usdc.address, data });
  return wallet;
}
const bodyOf = ({ address }: Wallet, more: object = {}) => ({
  ...OFFER,
  wallet: address,
  view: "full",
  pay: "x402",
  ...more,
});
const ask = (body: object, { baseUrl }: TestServer = market.service) => post(baseUrl + CREATE, body, freshCaller());
const offerIn = ({ json }: Reply) =>
  (json["accepts"] as { payTo: string; amount: string; extra: Record<string, string> }[])[0]!;
const encoded = (payment: unknown) => ({
  "payment-signature": Buffer.from(typeof payment === "string" ? payment : JSON.stringify(payment)).toString("base64"),
});
const pay = (body: object, payment: unknown, { baseUrl }: TestServer = market.service) =>
  post(baseUrl + CREATE, body, { ...freshCaller(), ...encoded(payment) });
const sign = (from: Wallet, to: string, terms: Partial<PaymentTerms> = {}, change?: (payload: Payload) => unknown) =>
  signPayment(market.chain, { from, terms: { to, value: REWARD, ...terms }, ...(change && { change }) });
/** The same request until the transaction is in a block. */
async function settled(send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  await until(async () => {
    if (reply.json["code"] !== "tx_not_confirmed") return true;
    reply = await send();
    return false;
  });
  return reply;
}
/** An unmodified client, as its documentation shows it. */
function fetching(wallet: Wallet) {
  const client = new x402Client();
  client.setSpendControls({ maxAmountPerPayment: "$10" });
  registerExactEvmScheme(client, { signer: privateKeyToAccount(wallet.privateKey as `0x${string}`) });
  const paying = wrapFetchWithPayment(fetch, client);
  return (body: object, { service }: Pick<Market, "service"> = market) =>
    paying(service.baseUrl + CREATE, {
      method: "POST",
      headers: { "content-type": "application/json", ...freshCaller() },
      body: JSON.stringify(body),
    });
}
const sent = () => market.chain.provider.getTransactionCount(market.address("relay"));
const unitsOf = (address: string) => market.chain.usdcUnitsOf(address);
const codeOf = ({ status, json }: Reply) => [status, json["code"]];
const taskOf = (reply: Pick<Reply, "json">) =>
  reply.json["task"] as { taskId: string; poster: string; state: string; title: string; contract: string };

describe("happy: an unmodified x402 client posts a task", () => {
  it.each(["human", "agent-fast"] as const)("on %s, from a wallet with USDC and 0 wei", async (contract) => {
    const wallet = await agent();
    const response = await fetching(wallet)(bodyOf(wallet, { contract }));
    const json = (await response.json()) as Reply["json"];
    expect([response.status, json["code"]]).toEqual([200, undefined]);
    expect(taskOf({ json })).toMatchObject({ poster: wallet.address, state: "FUNDED", title: OFFER.title, contract });
    expect(decodePaymentResponseHeader(response.headers.get("payment-response") ?? "")).toMatchObject({
      success: true,
      transaction: json["txHash"],
      payer: wallet.address,
    });
    expect(await unitsOf(wallet.address)).toBe(3n * REWARD);
    expect(await market.chain.provider.getBalance(wallet.address)).toBe(0n);
  });

  it("on Base Sepolia, by that network's token domain", async () => {
    const network = chainOf(84_532);
    const toy = await Market.open(elsewhere.db, { ...RELAY, CHAIN_ID: "84532" }, { chain: network });
    const wallet = await agent(REWARD, toy);
    const response = await fetching(wallet)(bodyOf(wallet), toy);
    expect([response.status, taskOf({ json: (await response.json()) as Reply["json"] }).poster]).toEqual([
      200,
      wallet.address,
    ]);
    await toy.close();
  });

  it("hires, and keeps private details with the poster's own salt", async () => {
    const wallet = await agent();
    const salt = `0x${"ab".repeat(32)}`;
    const worker = market.address("worker");
    const response = await fetching(wallet)(bodyOf(wallet, { worker, privateDetails: { ...DETAILS, salt } }));
    const text = await response.text();
    const json = JSON.parse(text) as Reply["json"];
    expect(json).toMatchObject({ task: { reservedFor: worker }, signatures: [{ field: "voucherSignature" }] });
    expect(text).not.toContain("CANARY");
    const stored = await db.collection("contents").where("kind", "==", "privateDetails").get();
    expect(stored.docs.length).toBeGreaterThan(0);
  });

  it("is offered as x402 writes it, and nothing is stored for it", async () => {
    const wallet = await agent();
    const reply = await ask(bodyOf(wallet));
    expect(codeOf(reply)).toEqual([402, "payment_required"]);
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    const required = JSON.parse(
      Buffer.from(reply.headers.get("payment-required") ?? "", "base64").toString(),
    ) as object;
    const { x402Version, resource, accepts } = reply.json;
    expect(required).toMatchObject({ x402Version, resource, accepts });
    expect(offerIn(reply)).toMatchObject({
      scheme: "exact",
      network: "eip155:8453",
      amount: String(REWARD),
      maxTimeoutSeconds: 600,
      extra: { name: "USD Coin", version: "2", salt: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    });
    expect((await db.collection("drafts").where("author", "==", wallet.address).get()).size).toBe(0);
  });
});

describe("GX1: a payment is for one task", () => {
  it("GX1: the same body is the same task, for a client that lost the answer and for one that signs again", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const before = await sent();
    const { payTo } = offerIn(await ask(body));
    const [one, other] = [await sign(wallet, payTo), await sign(wallet, payTo)];
    const first = await settled(() => pay(body, one));
    expect(codeOf(first)).toEqual([200, undefined]);
    for (const again of [await pay(body, one), await pay(body, other), await ask(body), await ask(body, second)])
      expect(again.text).toBe(first.text);
    const response = await fetching(wallet)(body);
    expect(await response.text()).toBe(first.text);
    expect([await sent(), await unitsOf(wallet.address)]).toEqual([before + 1, 3n * REWARD]);
    expect(settlementOf(await pay(body, other))).toMatchObject({ success: true, transaction: first.json["txHash"] });
  });

  it("GX1: another reference is another task", async () => {
    const wallet = await agent();
    const ids = [];
    for (const reference of ["a", "b"]) {
      const response = await fetching(wallet)(bodyOf(wallet, { reference }));
      ids.push(taskOf({ json: (await response.json()) as Reply["json"] }).taskId);
    }
    expect(new Set(ids).size).toBe(2);
    expect(await unitsOf(wallet.address)).toBe(2n * REWARD);
  });

  it("GX1: two instances and two signatures at the same time are one transaction", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const before = await sent();
    const { payTo } = offerIn(await ask(body));
    const payments = [await sign(wallet, payTo), await sign(wallet, payTo)];
    const replies = await Promise.all(
      payments.flatMap((payment) =>
        [market.service, second].map((service) => settled(() => pay(body, payment, service))),
      ),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect([await sent(), await unitsOf(wallet.address)]).toEqual([before + 1, 3n * REWARD]);
  });
});

describe("GX2: a payment that is not for this task is refused before money moves", () => {
  let wallet: Wallet;
  let body: ReturnType<typeof bodyOf>;
  let payTo: string;
  beforeAll(async () => {
    wallet = await agent();
    body = bodyOf(wallet);
    ({ payTo } = offerIn(await ask(body)));
  });

  const now = () => BigInt(Math.floor(market.nowMs() / 1_000));
  const CASES: Record<string, [expected: [number, string], request: () => Promise<Reply>]> = {
    "by another wallet than the poster": [
      [402, "payment_invalid"],
      async () => pay(body, await sign(await agent(), payTo)),
    ],
    "another body": [[402, "payment_invalid"], async () => pay({ ...body, title: "Other" }, await sign(wallet, payTo))],
    "another stake": [
      [402, "payment_invalid"],
      async () => pay({ ...body, stakeUsdc: "1" }, await sign(wallet, payTo)),
    ],
    "another contract": [
      [402, "payment_invalid"],
      async () => pay({ ...body, contract: "human" }, await sign(wallet, payTo)),
    ],
    "another poster": [
      [402, "payment_invalid"],
      async () => pay({ ...body, wallet: market.address("buyer") }, await sign(wallet, payTo)),
    ],
    "to another payee": [
      [402, "payment_invalid"],
      async () => pay(body, await sign(wallet, market.address("recipient"))),
    ],
    "of another amount": [[402, "payment_invalid"], async () => pay(body, await sign(wallet, payTo, { value: 1n }))],
    expired: [[402, "payment_invalid"], async () => pay(body, await sign(wallet, payTo, { validBefore: now() - 1n }))],
    "not valid yet": [
      [402, "payment_invalid"],
      async () => pay(body, await sign(wallet, payTo, { validAfter: now() + 100n })),
    ],
    "by another key": [
      [402, "payment_invalid"],
      async () => pay(body, await sign(await agent(), payTo, { from: wallet.address })),
    ],
    "on another chain": [
      [402, "payment_invalid"],
      async () =>
        pay(
          body,
          await sign(wallet, payTo, {}, (one) => ({ ...one, accepted: { ...one.accepted, network: "eip155:1" } })),
        ),
    ],
    "by an endless signature": [
      [402, "payment_invalid"],
      async () =>
        pay(
          body,
          await sign(wallet, payTo, {}, (one) => ({
            ...one,
            payload: { ...one.payload, signature: `0x${"ab".repeat(5_000)}` },
          })),
        ),
    ],
    "without an authorization": [
      [400, "payment_malformed"],
      async () => pay(body, await sign(wallet, payTo, {}, ({ payload: _, ...one }) => one)),
    ],
    "no JSON": [[400, "invalid_request"], () => pay(body, "nothing")],
  };
  it.each(Object.entries(CASES))("GX2: %s", async (_, [expected, request]) => {
    const before = await sent();
    const reply = await request();
    expect(codeOf(reply)).toEqual(expected);
    expect(settlementOf(reply)).toMatchObject({ success: false, errorReason: expect.any(String) });
    expect([await sent(), await unitsOf(wallet.address)]).toEqual([before, 4n * REWARD]);
  });

  it("GX2: a header without end", async () => {
    const headers = { "content-type": "application/json", "payment-signature": "A".repeat(100_000) };
    const { status } = await fetch(market.service.baseUrl + CREATE, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect([400, 431]).toContain(status);
  });

  it("GX2: one that would revert: the money went away, and came back", async () => {
    const payment = await sign(wallet, payTo);
    const units = await unitsOf(wallet.address);
    const move = async (from: string, to: string) => {
      await market.chain.call("anvil_setBalance", from, toQuantity(10n ** 18n));
      await market.chain.call("anvil_impersonateAccount", from);
      const data = market.chain.usdc.interface.encodeFunctionData("transfer", [to, units]);
      await market.chain.call("eth_sendTransaction", { from, to: market.chain.facts.usdc.address, data });
    };
    const keeper = Wallet.createRandom().address;
    await move(wallet.address, keeper);
    const before = await sent();
    const refused = await pay(body, payment);
    expect(codeOf(refused)).toEqual([409, "state_conflict"]);
    expect(refused.json["detail"]).toMatch(/^InsufficientBalance/);
    expect(codeOf(await ask(body))).toEqual([409, "state_conflict"]);
    expect(await sent()).toBe(before);
    await move(keeper, wallet.address);
    expect(codeOf(await settled(() => pay(body, payment)))).toEqual([200, undefined]);
  });
});

describe("GX3: a stranger uses the signature elsewhere", () => {
  const authorizationOf = (payment: unknown) => {
    const { payload } = payment as Payload;
    return { ...payload.authorization, signature: payload.signature } as Record<string, string>;
  };

  it("GX3: at USDC: the money is in the deposit, the answer has its refund, and the same task is paid for once", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const { payTo } = offerIn(await ask(body));
    const payment = await sign(wallet, payTo);
    const { from, to, value, validAfter, validBefore, nonce, signature } = authorizationOf(payment);
    const data = TRANSFER.encodeFunctionData("transferWithAuthorization", [
      ...[from, to, value, validAfter, validBefore, nonce, signature],
    ]);
    await market.chain.send({ from: "stranger", to: market.chain.facts.usdc.address, data });
    expect(await unitsOf(payTo)).toBe(REWARD);
    for (const reply of [await pay(body, payment), await ask(body)]) {
      expect(codeOf(reply)).toEqual([409, "state_conflict"]);
      expect(reply.json).toMatchObject({ transactions: [{ value: "0" }], _nextAction: { action: "refund" } });
    }
    const [refund] = (await ask(body)).json["transactions"] as { to: string; data: string }[];
    await market.chain.send({ from: "stranger", to: refund!.to, data: refund!.data });
    expect(await unitsOf(wallet.address)).toBe(4n * REWARD);
    expect(offerIn(await ask(body)).payTo).toBe(payTo);
    expect((await fetching(wallet)(body)).status).toBe(200);
    expect([await unitsOf(wallet.address), await unitsOf(payTo)]).toEqual([3n * REWARD, 0n]);
    expect(codeOf(await pay(body, payment))).toEqual([200, undefined]);
    expect(await unitsOf(wallet.address)).toBe(3n * REWARD);
  });

  it("GX3: at the escrow: the task exists, and is not paid for again", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const { payTo, extra } = offerIn(await ask(body));
    const payment = await sign(wallet, payTo);
    const { validAfter, validBefore, nonce, signature } = authorizationOf(payment);
    const { data } = await termsOf(wallet, body);
    const [terms] = escrowInterface.decodeFunctionData("createTask", data);
    const call = escrowInterface.encodeFunctionData("createTaskFromDeposit", [
      ...[terms, extra["salt"], nonce, [wallet.address, validAfter, validBefore, signature]],
    ]);
    await market.chain.send({ from: "stranger", to: market.stage.addresses["agent-fast"], data: call });
    expect(await unitsOf(wallet.address)).toBe(3n * REWARD);
    for (const reply of [await pay(body, payment), await pay(body, await sign(wallet, payTo)), await ask(body)]) {
      expect(codeOf(reply)).toEqual([409, "state_conflict"]);
      expect(reply.json["_nextAction"]).toMatchObject({ endpoint: "/mkt/dashboard" });
    }
    expect(await unitsOf(wallet.address)).toBe(3n * REWARD);
  });

  it("GX9: a second signature used at USDC: the answer with the task has the refund", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const { payTo } = offerIn(await ask(body));
    const first = await settled(async () => pay(body, await sign(wallet, payTo)));
    expect(first.json["transactions"]).toBeUndefined();
    const { from, to, value, validAfter, validBefore, nonce, signature } = authorizationOf(await sign(wallet, payTo));
    const data = TRANSFER.encodeFunctionData("transferWithAuthorization", [
      ...[from, to, value, validAfter, validBefore, nonce, signature],
    ]);
    await market.chain.send({ from: "stranger", to: market.chain.facts.usdc.address, data });
    const again = await ask(body);
    expect(taskOf(again)).toEqual(taskOf(first));
    const [refund] = again.json["transactions"] as { to: string; data: string }[];
    await market.chain.send({ from: "stranger", to: refund!.to, data: refund!.data });
    expect(await unitsOf(wallet.address)).toBe(3n * REWARD);
    expect((await ask(body)).text).toBe(first.text);
  });

  /** The ordinary prepare of the same task. */
  async function termsOf({ address }: Wallet, { pay: _, ...body }: Record<string, unknown>) {
    const { json } = await ask({ ...body, wallet: address });
    return (json["transactions"] as { data: string }[]).at(-1)!;
  }
});

describe("GX4: the relay", () => {
  const at = async (settings: Record<string, string>, act: (service: TestServer) => Promise<Reply>) => {
    const service = await market.anotherService(db, settings);
    const reply = await act(service);
    await service.close();
    return reply;
  };

  it("GX4: asks for nothing where it is off, out of budget, or the reward is too small", async () => {
    const wallet = await agent();
    const off = await at({}, (service) => ask(bodyOf(wallet), service));
    expect(codeOf(off)).toEqual([503, "relay_unavailable"]);
    const poor = await at({ ...RELAY, RELAY_BUDGET_GWEI: "20" }, (service) => ask(bodyOf(wallet), service));
    expect(codeOf(poor)).toEqual([503, "relay_unavailable"]);
    const small = await ask(bodyOf(wallet, { rewardUsdc: "0.99", stakeUsdc: "0.2" }));
    expect(codeOf(small)).toEqual([403, "relay_refused"]);
    const offered: Record<string, unknown> = bodyOf(wallet, { rewardUsdc: "0.99", stakeUsdc: "0.2" });
    for (const { json } of [poor, small]) {
      const next = json["_nextAction"] as { endpoint: string; body: object; add: string[] };
      expect(next).toMatchObject({ action: "prepare", endpoint: CREATE });
      const told = Object.fromEntries(next.add.map((field) => [field, offered[field]]));
      good(await ask({ ...next.body, ...told }));
    }
    const { json } = await ask(bodyOf(wallet));
    expect((json["_nextAction"] as { add: string[] }).add).toEqual(expect.arrayContaining(["pay", "title"]));
    // GX10: a payment may have been sent before the relay was turned off.
    expect(off.json["detail"]).toMatch(/Unless the task was paid for before \(see \/mkt\/dashboard\)/);
    expect(off.text).not.toMatch(/[Nn]othing was charged/);
    expect(off.json["_nextAction"]).toMatchObject({ endpoint: "/mkt/dashboard", body: { wallet: wallet.address } });
  });

  it("GX4: asks for nothing once the wallet's steps of the day are used up", async () => {
    const wallet = await agent();
    const one = { ...RELAY, RELAY_WALLET_STEPS: "1" };
    expect((await fetching(wallet)(bodyOf(wallet))).status).toBe(200);
    const used = await at(one, (service) => ask(bodyOf(wallet, { reference: "more" }), service));
    expect(codeOf(used)).toEqual([403, "relay_refused"]);
  });

  it("GX4: says that a transaction is not in a block yet, and gives the task to the same request", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const payment = await sign(wallet, offerIn(await ask(body)).payTo);
    await market.chain.call("evm_setAutomine", false);
    const pending = await pay(body, payment);
    expect(codeOf(pending)).toEqual([503, "tx_not_confirmed"]);
    // Clients of x402 would take "success: false" for a failure, and sign again.
    expect([settlementOf(pending), pending.headers.get("payment-required")]).toEqual([null, null]);
    await market.chain.mine();
    await market.chain.call("evm_setAutomine", true);
    expect(codeOf(await settled(() => ask(body)))).toEqual([200, undefined]);
    expect(codeOf(await pay(body, payment))).toEqual([200, undefined]);
  });

  it("GX4: takes the next payment to the same deposit where the transaction was reverted", async () => {
    const wallet = await agent();
    const body = bodyOf(wallet);
    const { payTo } = offerIn(await ask(body));
    const { provider } = market.chain;
    await market.chain.call("anvil_setBalance", wallet.address, toQuantity(10n ** 18n));
    const data = market.chain.usdc.interface.encodeFunctionData("transfer", [market.address("stranger"), 4n * REWARD]);
    const raw = await wallet.signTransaction({
      ...{ to: market.chain.facts.usdc.address, data, nonce: 0, chainId: 8453, gasLimit: 200_000 },
      ...{ type: 2, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n },
    });
    await market.chain.call("evm_setAutomine", false);
    const paying = pay(body, await sign(wallet, payTo));
    const pendingOf = async () =>
      (await provider.getTransactionCount(market.address("relay"), "pending")) - (await sent());
    await until(async () => (await pendingOf()) > 0);
    await provider.broadcastTransaction(raw);
    await market.chain.mine();
    await market.chain.call("evm_setAutomine", true);
    expect(["tx_not_confirmed", "state_conflict"]).toContain((await paying).json["code"]);
    expect(codeOf(await settled(() => ask(body)))).toEqual([409, "state_conflict"]);
    const mint = market.chain.usdc.interface.encodeFunctionData("mint", [wallet.address, REWARD]);
    await market.chain.send({ from: "deployer", to: market.chain.facts.usdc.address, data: mint });
    expect(offerIn(await ask(body)).payTo).toBe(payTo);
    expect((await fetching(wallet)(body)).status).toBe(200);
    expect(await unitsOf(wallet.address)).toBe(0n);
  });
});

describe("GX5: offers in another's name", () => {
  it("GX5: private details take a salt of the poster's own, so that they cannot be found by guessing", async () => {
    const wallet = await agent();
    const details = await ask(bodyOf(wallet, { privateDetails: DETAILS }));
    expect(details.json).toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "/privateDetails/salt", message: expect.stringContaining("32 random bytes") }],
    });
  });

  it("GX5: count for no cap and store nothing; another poster's and another service's are others", async () => {
    const wallet = await agent();
    const count = async (name: string) => (await db.collection(name).count().get()).data().count;
    const before = [await count("relaySpenders"), await count("relayTransactions"), await count("drafts")];
    const { payTo, extra } = offerIn(await ask(bodyOf(wallet)));
    expect(offerIn(await ask(bodyOf(wallet)))).toMatchObject({ payTo, extra });
    expect(offerIn(await ask(bodyOf(await agent()))).extra["salt"]).not.toBe(extra["salt"]);
    const other = await market.anotherService(db, { ...RELAY, QUOTE_KEYS: `other:${"ab".repeat(32)}` });
    expect(offerIn(await ask(bodyOf(wallet), other)).payTo).not.toBe(payTo);
    await other.close();
    expect([await count("relaySpenders"), await count("relayTransactions"), await count("drafts")]).toEqual(before);
  });

  it("GX5: a wallet under a mandate is asked to pay with its session alone, and what it pays counts once", async () => {
    const [buyer, owner] = [new Agent(market, "payer"), new Agent(market, "payer3")];
    const offered = requestIn(await buyer.prepare(CREATE, OFFER), "permit");
    const permit = { deadline: offered.deadline, signature: await buyer.signTyped(offered) };
    await market.call("/mkt/mandate", "payer", { action: "accept", owner: owner.wallet });
    const issuedAt = Math.floor(market.nowMs() / 1_000);
    const terms = { steps: ["post"], maxPerTaskUsdc: "6", maxPerDayUsdc: "9" };
    const mandate = { agent: buyer.wallet, owner: owner.wallet, ...terms, issuedAt, expiresAt: issuedAt + 3_600 };
    const unsigned = await market.post("/mkt/mandate/grant", mandate, freshCaller());
    const signature = await owner.signTyped(unsigned.json as unknown as Request);
    good(await market.post("/mkt/mandate/grant", { ...mandate, signature }, freshCaller()));
    const body = { ...OFFER, title: "Under a mandate", pay: "x402" };
    expect(codeOf(await buyer.call(CREATE, body))).toEqual([401, "session_required"]);
    const session = await buyer.session();
    const { payTo } = offerIn(await buyer.call(CREATE, body, session));
    expect(codeOf(await buyer.call(CREATE, body, session))).toEqual([402, "payment_required"]);
    const payment = await signPayment(market.chain, { from: "payer", terms: { to: payTo, value: REWARD } });
    expect(codeOf(await settled(() => buyer.call(CREATE, body, encoded(payment))))).toEqual([200, undefined]);
    const more = await buyer.call(CREATE, { ...body, reference: "more" }, session);
    expect(codeOf(more)).toEqual([403, "mandate_exceeded"]);
    // GX7: a creation by permit is another task, not the other form of the one that was paid for.
    const { pay: _, ...plain } = body;
    expect(codeOf(await buyer.call(CREATE, { ...plain, permit }, session))).toEqual([403, "mandate_exceeded"]);
  });
});

describe("refusals", () => {
  it("refuses what an ordinary prepare refuses, and a permit", async () => {
    const wallet = await agent();
    expect(codeOf(await ask(bodyOf(wallet, { stakeUsdc: "4" })))).toEqual([400, "invalid_request"]);
    expect(codeOf(await ask(bodyOf(await agent(1n))))).toEqual([409, "state_conflict"]);
    const permit = { deadline: 1, signature: `0x${"12".repeat(65)}` };
    expect(codeOf(await ask(bodyOf(wallet, { permit })))).toEqual([400, "invalid_request"]);
  });
});

describe("GX1: much later", () => {
  it("GX1: the same payment still gets its task, and an expired one for nothing is refused", async () => {
    const wallet = await agent();
    const [body, other] = [bodyOf(wallet), bodyOf(wallet, { reference: "late" })];
    const payment = await sign(wallet, offerIn(await ask(body)).payTo);
    const late = await sign(wallet, offerIn(await ask(other)).payTo);
    const first = await settled(() => pay(body, payment));
    await market.pass(1_000);
    expect((await pay(body, payment)).text).toBe(first.text);
    expect(codeOf(await pay(other, late))).toEqual([402, "payment_invalid"]);
  });
});
