import { JsonRpcProvider } from "ethers";
import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { firestoreTasks } from "../../functions/src/adapters/firestore/tasks/tasks";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { paymentFinality } from "../../functions/src/application/payments/finality";
import { agent } from "../client/agents";
import { partsOver, runToEnd } from "../setup/projected";
import { Buyer, post } from "../setup/paying/buyer";
import { CHAIN_ID, USDC } from "../setup/chain/chain";
import { escrowOver } from "../setup/chain/escrow";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { keeperWalletOn } from "../setup/chain/keeper";
import { Market, named } from "../setup/market";
import { type Fault, startRpcProxy } from "../setup/chain/rpcProxy";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

/** The first transaction of each block of Base, of a type that Ethereum does not have: no signature, no fees. */
const DEPOSIT = {
  type: "0x7e",
  hash: `0x${"7e".repeat(32)}`,
  sourceHash: `0x${"50".repeat(32)}`,
  from: "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001",
  to: "0x4200000000000000000000000000000000000015",
  mint: "0x0",
  value: "0x0",
  gas: "0xf4240",
  gasPrice: "0x0",
  input: "0x440a5e20",
  nonce: "0x1",
  isSystemTx: false,
  r: "0x0",
  s: "0x0",
  v: "0x0",
  depositReceiptVersion: "0x1",
};

/** A node on which every transaction came by a deposit, as those do that somebody forces through from Ethereum. */
const DEPOSITS: Fault = {
  kind: "lie",
  result: (honest, params) => {
    const one = honest as Record<string, unknown> | null;
    if (one === null || typeof one !== "object" || Array.isArray(one)) return honest;
    const { type, sourceHash, mint, isSystemTx, gasPrice, r, s, v, depositReceiptVersion } = DEPOSIT;
    if ("parentHash" in one) {
      const first = params[1] === true ? DEPOSIT : DEPOSIT.hash;
      return { ...one, transactions: [first, ...(one["transactions"] as unknown[])] };
    }
    if ("cumulativeGasUsed" in one) {
      return { ...one, type, depositNonce: "0x1", depositReceiptVersion, effectiveGasPrice: "0x0" };
    }
    if (!("input" in one)) return honest;
    const { yParity: _y, accessList: _a, maxFeePerGas: _f, maxPriorityFeePerGas: _p, chainId: _c, ...rest } = one;
    return { ...rest, type, sourceHash, mint, isSystemTx, gasPrice, r, s, v, depositReceiptVersion };
  },
};

const nodesAt = (url: string) => new Nodes({ urls: [url], chainId: CHAIN_ID, timeoutMs: 5_000, log: stage.log });
const stage = SettlingStage.forFile();
const { db } = testFirestore();
const market = Market.forFile(db);
const node = forFile(() => startRpcProxy(market.chain.rpcUrl));
const service = forFile(() => market.anotherService(db, { RPC_URLS: node.url }));
beforeAll(async () => {
  node.fault = DEPOSITS;
});
beforeEach(() => {
  stage.node.fault = DEPOSITS;
});
afterAll(() => Promise.all([service, market, node].map((part) => part.close())));

describe("D22: transactions of a type that no library knows stand in the way of nothing", () => {
  it("a payment that came by a deposit is redeemed, and becomes final", async () => {
    const buyer = new Buyer(`${service.baseUrl}/demand-insights`, market.chain);
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    await market.chain.mine(70);
    await paymentFinality({
      payments: firestorePayments(db),
      chain: rpcChain(nodesAt(node.url)),
      authorizations: rpcAuthorizations(nodesAt(node.url)),
      settler: null,
      log: stage.log,
      nowMs: () => market.nowMs() + 3_600_000,
    });
    const { docs } = await db.collection("payments").where("txHash", "==", txHash).get();
    expect(docs.map((doc) => doc.get("finality") as string)).toEqual(["final"]);
  });

  it("a signed payment settles", async () => {
    const payment = await signPayment(stage.chain);
    const reply = await stage.persist(() => sendPayment(stage.url, payment));
    expect(reply.status).toBe(200);
  });

  it("a step of a task is confirmed, and the indexer and the keeper see it", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const hash = await market.stage.take("submit", key);
    const confirmed = await post(`${service.baseUrl}/agentSubmitWork`, {
      ...named(key),
      wallet: market.address("worker"),
      txHash: hash,
    });
    expect([confirmed.status, confirmed.json]).toMatchObject([200, { state: "SUBMITTED" }]);
    await market.stage.take("requestChanges", key);
    await runToEnd(partsOver(db, escrowOver(node.url, market.stage.addresses)));
    expect((await firestoreTasks(db).get(key))?.task.state).toBe("CHANGES_REQUESTED");
    const wallet = keeperWalletOn(market.chain, db, { nodes: nodesAt(node.url) });
    const transaction = { to: USDC as Address, data: "0x18160ddd" as Hex, value: 0n, chainId: CHAIN_ID };
    const sent = await wallet.send({ key: "call", spenders: [], transaction, gas: 100_000n });
    expect(sent).toMatchObject({ outcome: "ended", ending: "succeeded" });
  });

  it("one that somebody sends as signed is refused with what to do", async () => {
    const key = await market.task("human", {}, { steps: ["start"] });
    const reply = await post(`${service.baseUrl}/agentSubmitWork`, {
      ...named(key),
      wallet: market.address("worker"),
      signedTransaction: "0x7ef8a0a0",
    });
    expect([reply.status, reply.json]).toMatchObject([
      409,
      { detail: expect.stringContaining("not a signed transaction") },
    ]);
  });

  it("a client's own node may show them", async () => {
    const provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 });
    try {
      const mkt = agent(market, "payer", { signer: market.chain.wallet("payer").connect(provider) });
      expect(await mkt.buy("/demand-insights", { query: "What do people ask about most?" })).toHaveProperty("answer");
    } finally {
      provider.destroy();
    }
  });
});
