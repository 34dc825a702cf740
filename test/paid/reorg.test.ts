import { Timestamp } from "@google-cloud/firestore";
import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import { paymentFinality } from "../../functions/src/application/payments/finality";
import { devWallets } from "../../dev/local/wallets";
import { Buyer, PRICE_UNITS, type QuoteBody } from "../setup/paying/buyer";
import { ownChain, USDC } from "../setup/chain/chain";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { authorizedTransfer } from "../setup/payments";
import { type Fault, startRpcProxy } from "../setup/chain/rpcProxy";
import { KeptLog, testService } from "../setup/service";
import { type Payload, sendPayment, signPayment } from "../setup/paying/signedPayment";

const { db } = testFirestore();
const log = new KeptLog();
log.error = log.info;
const payments = firestorePayments(db);

const chain = forFile(() => ownChain());
const service = forFile(() => testService({ db, log, settings: { RPC_URLS: chain.rpcUrl } }));
const patient = forFile(() =>
  testService({ db, log, settings: { RPC_URLS: chain.rpcUrl, PAYMENT_CONFIRM_SECONDS: "20" } }),
);
const buyer = forFile(() => new Buyer(`${service.baseUrl}/demand-insights`, chain));

const recheck = (
  urls: string | string[] = chain.rpcUrl,
  nowMs = Date.now,
  quorum: 1 | 2 = Array.isArray(urls) ? 2 : 1,
) => {
  const nodes = new Nodes({
    urls: [urls].flat(),
    quorum,
    chainId: 8453,
    timeoutMs: 4_000,
    log,
  });
  return paymentFinality({
    payments,
    log,
    nowMs,
    chain: rpcChain(nodes),
    authorizations: rpcAuthorizations(nodes),
    settler: null,
  });
};
/** The hash of a transaction that an account has waiting. */
async function waitingOf(account: string, at: number): Promise<string> {
  const { pending } = await chain.call<{ pending: Record<string, Record<string, { hash: string }>> }>("txpool_content");
  const waiting = Object.entries(pending).find(([from]) => from.toLowerCase() === account.toLowerCase())?.[1] ?? {};
  return Object.values(waiting)[at]?.hash ?? "";
}
const stored = async (txHash: string) =>
  (await db.collection("payments").doc(`8453:${txHash}:${devWallets().recipient.address}:0`).get()).data();
const priced = (priceUsdc: string, nowMs?: () => number) =>
  testService({ db, log, ...(nowMs && { nowMs }), settings: { RPC_URLS: chain.rpcUrl, PRICE_USDC: priceUsdc } });

describe("P10: confirmations", () => {
  it("counts the blocks on the payment's own, and claims nothing before there are enough", async () => {
    const careful = new Buyer(`${patient.baseUrl}/demand-insights`, chain);
    const quote = await careful.quote();
    const txHash = await careful.payMarked(quote);
    const { json, headers } = await careful.redeem(quote, txHash);
    expect([json.code, headers.get("retry-after")]).toEqual(["tx_not_confirmed", "2"]);
    expect(await stored(txHash)).toBeUndefined();
    // Twenty seconds are at most 200 blocks: no pace below 0.1 s is believed.
    await chain.mine(200);
    expect((await careful.redeem(quote, txHash)).status).toBe(200);
  });
});

describe("P11: a reorg after a redemption", () => {
  /** A payment whose block is then replaced: by one with another transaction before it, or by one without it. */
  async function redeemedAndReplaced(minedAgain: boolean) {
    const quote = await buyer.quote();
    const before = await chain.snapshot();
    const txHash = await buyer.payPlain(quote);
    const first = await buyer.redeem(quote, txHash);
    expect(first.status).toBe(200);
    const raw = await chain.call<string>("eth_getRawTransactionByHash", txHash);
    const held = await stored(txHash);
    await chain.revert(before);
    await chain.send({ from: "payer2", to: chain.wallet("stranger").address, value: 1n });
    if (minedAgain) expect(await chain.call("eth_sendRawTransaction", raw)).toBe(txHash);
    return { quote, txHash, first, held };
  }

  it("moves the payment to its new block, and lets no other intent have it", async () => {
    const { quote, txHash, first, held } = await redeemedAndReplaced(true);
    const other = await buyer.quote();
    expect((await buyer.redeem(other, txHash)).json.code).toBe("tx_already_used");
    expect(await recheck()).toMatchObject({ moved: 1, orphaned: 0 });
    const moved = await stored(txHash);
    expect(moved).toMatchObject({ finality: "pending", intentKey: held?.["intentKey"] });
    expect(moved?.["blockHash"]).not.toBe(held?.["blockHash"]);
    await chain.mine(3);
    await recheck();
    expect(await stored(txHash)).toMatchObject({ finality: "final" });
    expect((await buyer.redeem(other, txHash)).json.code).toBe("tx_already_used");
    expect((await buyer.redeem(quote, txHash)).text).toBe(first.text);
  });

  it("flags the payment that is gone for good, says so in the log, and keeps it bound", async () => {
    const { quote, txHash, first } = await redeemedAndReplaced(false);
    await recheck();
    expect(await stored(txHash)).toMatchObject({ finality: "pending" });
    await chain.mine(4);
    expect(await recheck()).toMatchObject({ orphaned: 1 });
    expect(await stored(txHash)).toMatchObject({ finality: "orphaned" });
    expect(log.lines).toContainEqual({ event: "payment.orphaned", fields: expect.objectContaining({ txHash }) });
    expect(await recheck()).toMatchObject({ orphaned: 0, final: 0, moved: 0 });
    expect((await buyer.redeem(quote, txHash)).text).toBe(first.text);
    expect((await buyer.redeem(await buyer.quote(), txHash)).json.code).toBe("tx_not_confirmed");
  });

  it.each([
    { of: "the payment, in another transaction", to: "recipient", finality: "final" },
    { of: "money for somebody else", to: "stranger", finality: "orphaned" },
  ] as const)(
    "follows a payment by authorization to whatever carries it then: $of is $finality",
    async ({ to, finality }) => {
      const before = await chain.snapshot();
      const payment = (await signPayment(chain)) as Payload;
      const { nonce = "", from = "" } = payment.payload.authorization;
      const first = await sendPayment(buyer.url, payment);
      expect(first.status).toBe(200);
      const settler = devWallets().settler.address;
      const sent = await chain.call("eth_getTransactionCount", settler, "latest");
      await chain.revert(before);
      await chain.call("anvil_setNonce", settler, sent);
      const data = await authorizedTransfer(chain, { to: devWallets()[to].address, units: PRICE_UNITS, nonce });
      const txHash = await chain.send({ from: "stranger", to: USDC, data });
      await chain.mine(4);
      expect(await recheck()).toMatchObject({
        final: finality === "final" ? 1 : 0,
        orphaned: finality === "final" ? 0 : 1,
      });
      const held = (await db.collection("payments").doc(`8453:${USDC}:${from}:${nonce}`).get()).data();
      expect(held).toMatchObject({ finality, ...(finality === "final" && { txHash, unbooked: true }) });
      expect((await sendPayment(buyer.url, payment)).text).toBe(first.text);
    },
  );

  it("X4: posts a payment that was mined after its payer had gone, once it is final, and answers the payer who returns", async () => {
    const start = Date.now();
    const hurried = await testService({
      db,
      log,
      nowMs: () => start + (Date.now() - start) * 40,
      settings: { RPC_URLS: chain.rpcUrl },
    });
    const [payment, unsent] = [
      (await signPayment(chain)) as Payload,
      (await signPayment(chain, { from: "payer2" })) as Payload,
    ];
    await chain.call("evm_setAutomine", false);
    for (const one of [payment, unsent])
      expect((await sendPayment(`${hurried.baseUrl}/demand-insights`, one)).json.code).toBe("tx_not_confirmed");
    await hurried.close();
    const settler = devWallets().settler.address;
    await chain.call("anvil_dropTransaction", await waitingOf(settler, 1));
    await chain.call("evm_setAutomine", true);
    await chain.mine(4);
    expect(await recheck()).toMatchObject({ found: 0, final: 0 });
    expect(await recheck(chain.rpcUrl, () => Date.now() + 5_400_000)).toMatchObject({ found: 1 });
    expect(await recheck()).toMatchObject({ final: 1 });
    const held = async ({
      payload: {
        authorization: { from, nonce },
      },
    }: Payload) => (await db.collection("payments").doc(`8453:${USDC}:${from}:${nonce}`).get()).data();
    expect([await held(payment), await held(unsent)]).toMatchObject([
      { finality: "final", unbooked: true },
      { finality: "unsettled" },
    ]);
    expect((await sendPayment(buyer.url, payment)).status).toBe(200);
  });

  it("leaves a payment that no node tells of, and lets it hold up no other", async () => {
    await recheck();
    const before = await chain.snapshot();
    const gone = (await signPayment(chain)) as Payload;
    expect((await sendPayment(buyer.url, gone)).status).toBe(200);
    const settler = devWallets().settler.address;
    const sent = await chain.call("eth_getTransactionCount", settler, "latest");
    await chain.revert(before);
    await chain.call("anvil_setNonce", settler, sent);
    const { nonce = "" } = gone.payload.authorization;
    await chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(chain, { to: devWallets().recipient.address, units: PRICE_UNITS, nonce }),
    });
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    await buyer.redeem(quote, txHash);
    await chain.mine(4);
    const node = await startRpcProxy(chain.rpcUrl);
    node.fault = (calls) =>
      calls.some(({ method }) => method === "eth_getLogs")
        ? { kind: "error", code: -32005, message: "limit exceeded" }
        : undefined;
    expect(await recheck(node.url)).toMatchObject({ final: 1 });
    expect(await stored(txHash)).toMatchObject({ finality: "final" });
    expect(log.lines).toContainEqual({ event: "payment.left", fields: { intentKey: expect.any(String) } });
    await node.close();
    expect(await recheck()).toMatchObject({ final: 1 });
  });

  it("settles what is final and leaves what is not, and fails whole where no node answers", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    await buyer.redeem(quote, txHash);
    await recheck();
    expect(await stored(txHash)).toMatchObject({ finality: "pending" });
    await expect(recheck("http://127.0.0.1:1")).rejects.toThrow(/No node/);
    await chain.mine(3);
    await recheck();
    expect(await stored(txHash)).toMatchObject({ finality: "final" });
  });
});

describe("D7: nodes that deny what the chain holds", () => {
  const first = forFile(() => startRpcProxy(chain.rpcUrl));
  const second = forFile(() => startRpcProxy(chain.rpcUrl));
  const deny = (method: string, result: unknown = null): Fault => ({ kind: "lie", method, result: () => result });

  async function redeemedAndFinal(): Promise<string> {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    await chain.mine(4);
    return txHash;
  }

  it.each(["eth_getTransactionReceipt", "eth_getTransactionByHash"])(
    "D7 D23: leaves a final payment of which one node, or both, deny %s, and settles it once they don't",
    async (method) => {
      const txHash = await redeemedAndFinal();
      first.fault = deny(method);
      expect(await recheck(first.url)).toMatchObject({ final: 0, orphaned: 0, left: 1 });
      expect(await recheck([first.url, second.url])).toMatchObject({ final: 0, orphaned: 0, left: 1 });
      second.fault = deny(method);
      expect(await recheck([first.url, second.url])).toMatchObject({ final: 0, orphaned: 0, left: 1 });
      expect(await stored(txHash)).toMatchObject({ finality: "pending" });
      first.reset();
      second.reset();
      expect(await recheck([first.url, second.url])).toMatchObject({ final: 1, orphaned: 0, left: 0 });
      expect(await stored(txHash)).toMatchObject({ finality: "final", unbooked: true });
    },
  );

  it("D7 T10: leaves a payment whose log one node does not have, alone, first of two or one of two that must agree", async () => {
    const bare: Fault = {
      kind: "lie",
      method: "eth_getTransactionReceipt",
      result: (honest) => honest && { ...honest, logs: [] },
    };
    const recheckBy = (urls: string[], quorum: 1 | 2) => recheck(urls, Date.now, quorum);
    await recheck();
    const txHash = await redeemedAndFinal();
    const signed = (await signPayment(chain, { from: "payer2" })) as Payload;
    expect((await sendPayment(buyer.url, signed)).status).toBe(200);
    await chain.mine(4);
    first.fault = bare;
    const [both, orphaned] = [[first.url, second.url], log.lines.length];
    expect(await recheckBy([first.url], 1)).toMatchObject({ final: 0, orphaned: 0, left: 2 });
    expect(await recheckBy(both, 1)).toMatchObject({ final: 0, orphaned: 0, left: 2 });
    expect(await recheckBy(both, 2)).toMatchObject({ final: 0, orphaned: 0, left: 2 });
    expect(await stored(txHash)).toMatchObject({ finality: "pending" });
    expect(log.lines.slice(orphaned).map(({ event }) => event)).not.toContain("payment.orphaned");
    first.reset();
    expect(await recheckBy([first.url], 1)).toMatchObject({ final: 2, orphaned: 0, left: 0 });
    expect(await stored(txHash)).toMatchObject({ finality: "final", unbooked: true });
  });

  it("T10: takes a transfer back that two nodes do not have in its block", async () => {
    await recheck();
    const txHash = await redeemedAndFinal();
    for (const node of [first, second]) {
      node.fault = {
        kind: "lie",
        method: "eth_getTransactionReceipt",
        result: (honest) => honest && { ...honest, logs: [] },
      };
    }
    expect(await recheck([first.url, second.url], Date.now, 1)).toMatchObject({ orphaned: 1, left: 0 });
    expect(await stored(txHash)).toMatchObject({ finality: "orphaned" });
    first.reset();
    second.reset();
    // It is looked for all the same.
    expect(await recheck(chain.rpcUrl, () => Date.now() + 86_400_000)).toMatchObject({ found: 1 });
    expect(await recheck()).toMatchObject({ final: 1 });
  });

  it("D7: leaves a payment whose block one of two nodes has under another hash, or not at all", async () => {
    const txHash = await redeemedAndFinal();
    const { blockNumber } = await chain.call<{ blockNumber: string }>("eth_getTransactionReceipt", txHash);
    for (const block of [null, { number: blockNumber, hash: `0x${"77".repeat(32)}`, timestamp: "0x1" }]) {
      first.fault = {
        kind: "lie",
        method: "eth_getBlockByNumber",
        result: (honest, [which]) => (which === blockNumber ? block : honest),
      };
      expect(await recheck([first.url, second.url])).toMatchObject({ final: 0, orphaned: 0, left: 1 });
    }
    first.reset();
    expect(await recheck([first.url, second.url])).toMatchObject({ final: 1 });
  });

  it("D7 D23: leaves an authorization that is used while no node has its log or its receipt", async () => {
    await recheck();
    const payment = (await signPayment(chain)) as Payload;
    expect((await sendPayment(buyer.url, payment)).status).toBe(200);
    await chain.mine(4);
    first.fault = (calls) =>
      deny(
        calls.some(({ method: called }) => called === "eth_getLogs") ? "eth_getLogs" : "eth_getTransactionReceipt",
        calls.some(({ method: called }) => called === "eth_getLogs") ? [] : null,
      );
    expect(await recheck(first.url)).toMatchObject({ final: 0, orphaned: 0, left: 1 });
    first.reset();
    expect(await recheck(first.url)).toMatchObject({ final: 1, left: 0 });
  });

  it("D7: lets more than a page of payments that are left hold up no younger one", async () => {
    await recheck();
    const others = Array.from({ length: 55 }, (_, at) => `8453:0x${String(at).padStart(64, "0")}:0`);
    const gone = {
      txHash: "0x",
      blockHash: `0x${"11".repeat(32)}`,
      blockNumber: "999999999",
      finality: "pending",
      intentKey: "k",
      payer: "0x",
      token: "0x",
      amountUsdcUnits: "1",
      claimedAt: Timestamp.fromMillis(1),
    };
    const block = await chain.call<{ hash: string }>("eth_getBlockByNumber", "0x1", false);
    for (const key of others)
      await db
        .collection("payments")
        .doc(key)
        .set({ ...gone, key, txHash: key.split(":")[1], blockNumber: "1", blockHash: block.hash });
    const txHash = await redeemedAndFinal();
    expect(await recheck()).toMatchObject({ final: 1, left: 55 });
    expect(await stored(txHash)).toMatchObject({ finality: "final" });
    for (const key of others) await db.collection("payments").doc(key).delete();
  });

  it("D24: posts an orphaned payment whenever it lands after all, whatever carries it", async () => {
    await recheck();
    const quote = await buyer.quote();
    const before = await chain.snapshot();
    const txHash = await buyer.payMarked(quote);
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    const signed = (await signPayment(chain, { from: "payer2" })) as Payload;
    expect((await sendPayment(buyer.url, signed)).status).toBe(200);
    const raw = await chain.call<string>("eth_getRawTransactionByHash", txHash);
    const settler = devWallets().settler.address;
    const sent = await chain.call("eth_getTransactionCount", settler, "latest");
    await chain.revert(before);
    await chain.call("anvil_setNonce", settler, sent);
    await chain.mine(8);
    expect(await recheck()).toMatchObject({ orphaned: 2, final: 0 });
    const inDays = (days: number) => () => Date.now() + days * 86_400_000;
    expect(await recheck(chain.rpcUrl, inDays(1))).toMatchObject({ found: 0 });
    expect(await chain.call("eth_sendRawTransaction", raw)).toBe(txHash);
    const {
      authorization: { from = "", to = "", nonce = "" },
    } = signed.payload;
    await chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(chain, { from: "payer2", to, units: PRICE_UNITS, nonce }),
    });
    await chain.mine(4);
    expect(await recheck(chain.rpcUrl, inDays(1))).toMatchObject({ found: 0 });
    expect(await recheck(chain.rpcUrl, inDays(3))).toMatchObject({ found: 2 });
    expect(await recheck(chain.rpcUrl, inDays(3))).toMatchObject({ final: 2 });
    const held = await Promise.all(
      [`8453:${txHash}:${devWallets().recipient.address}:0`, `8453:${USDC}:${from}:${nonce}`].map(async (key) =>
        (await db.collection("payments").doc(key).get()).data(),
      ),
    );
    expect(held).toMatchObject([
      { finality: "final", unbooked: true },
      { finality: "final", unbooked: true },
    ]);
  });

  it("D10: posts a payment by its block's time where the node's logs tell none", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    await db
      .doc(`payments/8453:${txHash}:${devWallets().recipient.address}:0`)
      .update({ claimedAt: Timestamp.fromMillis(1_000_000) });
    await chain.mine(4);
    const node = await startRpcProxy(chain.rpcUrl);
    const untimed = (receipt: unknown) =>
      receipt && {
        ...receipt,
        logs: (receipt as { logs: object[] }).logs.map((log) => ({ ...log, blockTimestamp: undefined })),
      };
    node.fault = { kind: "lie", method: "eth_getTransactionReceipt", result: untimed };
    await recheck(node.url);
    await node.close();
    const block = await chain.provider.getBlock((await chain.provider.getTransactionReceipt(txHash))?.blockNumber ?? 0);
    expect(await stored(txHash)).toMatchObject({ finality: "final", minedAt: block?.timestamp });
  });

  it("D12: finds and posts a payment by the recipient that is stored with it, whatever the settings name by then", async () => {
    const payment = (await signPayment(chain)) as Payload;
    expect((await sendPayment(buyer.url, payment)).status).toBe(200);
    const { nonce = "", from = "" } = payment.payload.authorization;
    const doc = db.doc(`payments/8453:${USDC}:${from}:${nonce}`);
    // As where payer and instance had gone before the transaction was seen.
    await doc.update({
      finality: "unsettled",
      txHash: "0x",
      blockHash: "0x",
      blockNumber: "0",
      lookAt: Timestamp.fromMillis(Date.now()),
    });
    await chain.mine(4);
    expect(await recheck()).toMatchObject({ found: 1 });
    expect(await recheck()).toMatchObject({ final: 1 });
    expect((await doc.get()).data()).toMatchObject({
      finality: "final",
      unbooked: true,
      recipient: devWallets().recipient.address,
    });
  });
});

describe("P13: time", () => {
  const afterDays = (days: number) => () => Date.now() + days * 86_400_000;

  /** A quote and its payment, which waits for its block until the halted chain goes on, `seconds` later. */
  async function minedLate(quote: QuoteBody, seconds: number, units: bigint): Promise<string> {
    await chain.call("evm_setAutomine", false);
    const data = chain.usdc.interface.encodeFunctionData("transfer", [quote.recipient, units]);
    const txHash = await chain.call<string>("eth_sendTransaction", {
      from: chain.wallet("payer").address,
      to: chain.usdc.target,
      data,
      gas: "0x30d40",
    });
    expect((await buyer.redeem(quote, txHash)).json.code).toBe("tx_not_confirmed");
    await chain.warp(seconds);
    await chain.call("evm_setAutomine", true);
    return txHash;
  }

  it("keeps a payment good that was mined in time and is redeemed a month later, at its quoted price", async () => {
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    const dearer = await priced("5", afterDays(30));
    expect((await new Buyer(`${dearer.baseUrl}/demand-insights`, chain).redeem(quote, txHash)).status).toBe(200);
    await dearer.close();
  });

  it("takes a payment that a halted chain mined after the quote's end, at the price of the day", async () => {
    const quote = await buyer.quote();
    const txHash = await minedLate(quote, 3_600, PRICE_UNITS);
    const dearer = await priced("0.5");
    const refused = await new Buyer(`${dearer.baseUrl}/demand-insights`, chain).redeem(quote, txHash);
    expect([refused.json.code, refused.json.detail]).toEqual([
      "insufficient_amount",
      expect.stringContaining("0.5 USDC"),
    ]);
    await dearer.close();
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
  });
});

// Last, because it moves the chain's time.
describe("T7: payments that were never settled", () => {
  it("are deleted once they have expired in a final block, and kept where they were used", async () => {
    const hurried = () => {
      const start = Date.now();
      return testService({
        db,
        log,
        nowMs: () => start + (Date.now() - start) * 40,
        settings: { RPC_URLS: chain.rpcUrl },
      });
    };
    const service = await hurried();
    const validBefore = BigInt((await chain.provider.getBlock("latest"))!.timestamp + 1_000);
    const [lost, carried] = [
      (await signPayment(chain, { terms: { validBefore } })) as Payload,
      (await signPayment(chain, { from: "payer2", terms: { validBefore } })) as Payload,
    ];
    await chain.call("evm_setAutomine", false);
    for (const one of [lost, carried])
      expect((await sendPayment(`${service.baseUrl}/demand-insights`, one)).json.code).toBe("tx_not_confirmed");
    await service.close();
    const settler = devWallets().settler.address;
    for (const at of [1, 0]) await chain.call("anvil_dropTransaction", await waitingOf(settler, at));
    await chain.call("evm_setAutomine", true);
    const held = ({ payload: { authorization } }: Payload) =>
      db.doc(`payments/8453:${USDC}:${authorization.from}:${authorization.nonce}`).get();
    const purchases = async () => (await db.collection("purchases").where("state", "==", "settling").get()).size;
    const later = (minutes: number) => () => Date.now() + minutes * 60_000;
    await chain.mine(4);
    // Expired by the service's clock alone, then in a block that is not final.
    expect(await recheck(chain.rpcUrl, later(60))).toMatchObject({ found: 0 });
    expect((await held(lost)).get("finality")).toBe("unsettled");
    const { authorization } = carried.payload;
    await chain.send({
      from: "stranger",
      to: USDC,
      data: await authorizedTransfer(chain, {
        from: "payer2",
        to: authorization.to!,
        units: PRICE_UNITS,
        nonce: authorization.nonce!,
      }),
    });
    await chain.call("evm_setNextBlockTimestamp", `0x${validBefore.toString(16)}`);
    await chain.mine();
    expect(await recheck(chain.rpcUrl, later(180))).toMatchObject({ found: 1 });
    expect((await held(lost)).get("finality")).toBe("unsettled");
    const before = await purchases();
    await chain.mine(4);
    const { expired } = await recheck(chain.rpcUrl, later(600));
    expect([(await held(lost)).exists, await purchases()]).toEqual([false, before - expired]);
    expect((await held(carried)).get("finality")).toBe("final");
    expect((await sendPayment(buyer.url, carried)).status).toBe(200);
  });
});
