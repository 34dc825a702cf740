import { firestorePayments } from "../../functions/src/adapters/firestore/payments/payments";
import { firestoreWalletStore } from "../../functions/src/adapters/firestore/payments/walletStore";
import { settlingWallet } from "../../functions/src/adapters/ethers/settlingWallet";
import { rpcAuthorizations } from "../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../functions/src/domain/address";
import type { Hex } from "../../functions/src/domain/keccak";
import { ChainUnavailable } from "../../functions/src/ports/chain";
import type { Settler } from "../../functions/src/ports/settlement";
import { paymentFinality } from "../../functions/src/application/payments/finality";
import { verifyLedger } from "../../dev/tools/verifyLedger";
import { devWallets, type Role } from "../../dev/local/wallets";
import { postAll } from "../setup/bookkeeping";
import { expectProjected } from "../setup/projected";
import { Buyer, PRICE_UNITS, type Reply } from "../setup/paying/buyer";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { type Fault, type RpcProxy, startRpcProxy } from "../setup/chain/rpcProxy";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { expectPaymentsTold } from "../setup/tasks/told";
import { sampled } from "../setup/runs";
import { until } from "../setup/until";

/** A normal run plays the shortest and the longest; with MKT_NODES it plays them all. */
const DEPTHS = process.env["MKT_NODES"] ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1, 10];
const SAFE_DEPTH = 12;
const { db } = testFirestore();
const recipient = devWallets().recipient.address as Address;
const settler = devWallets().settler;
let proxies: RpcProxy[];
let market: Market;
let nodes: Nodes;
let wallet: Settler;
let asked = 0;
/** All that was bought in this file, and what the recipient had before. */
const bought: Sale[] = [];
let before: bigint;

beforeAll(async () => {
  proxies = await Promise.all([1, 2, 3].map(() => startRpcProxy("")));
  market = await Market.open(
    db,
    { RPC_URLS: proxies.map(({ url }) => url).join(","), RPC_QUORUM: "2" },
    { safeDepth: SAFE_DEPTH },
  );
  for (const proxy of proxies) proxy.node = market.chain.rpcUrl;
  before = await income();
  nodes = through(
    proxies.map(({ url }) => url),
    2,
  );
  const store = (address: Address) => firestoreWalletStore(db, "settlement", address);
  const limits = { factories: [], budgetWei: 10n ** 18n, maxWei: 10n ** 17n };
  wallet = settlingWallet({
    nodes,
    chainId: 8453,
    privateKey: settler.privateKey as Hex,
    log: market.log,
    store,
    nowMs,
    ...limits,
  });
});
afterEach(() => proxies.forEach((proxy) => proxy.reset()));
afterAll(() => Promise.all([market.close(), ...proxies.map((proxy) => proxy.close())]));

/** What the jobs ask, and what an outsider asks: the chain itself. */
const through = (urls: readonly string[], quorum: 1 | 2) =>
  new Nodes({ urls, quorum, chainId: 8453, timeoutMs: 2_000, log: market.log });
const nowMs = () => market.nowMs();
const income = () => market.chain.usdcUnitsOf(recipient);

/** What the scheduled jobs do: push on what waits, look at what is final. */
async function runJobs(): Promise<void> {
  await scheduled(() => wallet.advance());
  await market.chain.mine();
  await scheduled(() =>
    paymentFinality({
      payments: firestorePayments(db),
      chain: rpcChain(nodes),
      authorizations: rpcAuthorizations(nodes),
      settler: wallet,
      log: market.log,
      nowMs,
    }),
  );
}

/** A run that finds the nodes at different blocks ends, and the schedule starts the next one. */
async function scheduled(run: () => Promise<unknown>): Promise<void> {
  await until(() =>
    run().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof ChainUnavailable)) throw error;
        return false;
      },
    ),
  );
}

/** A paid answer: how it is asked for again, and what was answered. */
interface Sale {
  again: () => Promise<Reply>;
  text: string;
  raw: string | null;
}

async function persist(send: () => Promise<Reply>): Promise<Reply> {
  let reply = await send();
  await until(async () => {
    if (reply.status === 200) return true;
    expect(reply.json["code"]).toMatch(/^(tx_not_confirmed|dependency_unavailable)$/);
    reply = await send();
    return false;
  });
  return reply;
}

const question = () => ({ query: `Question number ${++asked}?` });

async function byTransaction(from: Role): Promise<Sale> {
  const buyer = new Buyer(`${market.service.baseUrl}/demand-insights`, market.chain);
  const body = question();
  const quote = await buyer.quote(body);
  const txHash = await buyer.payMarked(quote, from);
  const again = () => buyer.redeem(quote, txHash, body);
  return {
    again,
    text: (await persist(again)).text,
    raw: await market.chain.call<string>("eth_getRawTransactionByHash", txHash),
  };
}

async function bySignature(from: Role): Promise<Sale> {
  const body = question();
  const payment = await signPayment(market.chain, { from });
  const again = () => sendPayment(`${market.service.baseUrl}/demand-insights`, payment, body);
  return { again, text: (await persist(again)).text, raw: null };
}

/** Each of them is charged once, whatever became of the blocks that it was in. */
async function expectCharged(sales: readonly Sale[]): Promise<void> {
  bought.push(...sales);
  // A sequencer has the payers' transactions still, and mines them again.
  for (const { raw } of sales) if (raw) await market.chain.call("eth_sendRawTransaction", raw).catch(() => null);
  for (let run = 0; run < 2; run++) await runJobs();
  expect(await income()).toBe(before + PRICE_UNITS * BigInt(bought.length));
  for (const { again, text } of sales) expect((await again()).text).toBe(text);
}

describe("reorgs", () => {
  it.each(sampled(DEPTHS, 2))(
    "D23: of %i blocks around settlements: one charge and one answer for each payment",
    async (depth) => {
      const early = [await byTransaction("payer"), await bySignature("payer2")];
      await market.chain.mine(Math.max(0, depth - 3));
      const late = [await bySignature("payer2"), await byTransaction("buyer")];
      await market.chain.reorg(depth);
      // What the reorg undid is in the way of this one, and is brought back with it.
      const after = depth % 2 === 0 ? [await bySignature("payer2")] : [];
      await market.chain.mine(depth % 3);
      await expectCharged([...early, ...late, ...after]);
    },
    30_000,
  );
});

describe("a node that misbehaves between service and chain", () => {
  const FAULTS: [string, Fault][] = [
    ["takes transactions and does not pass them on", { kind: "swallow" }],
    ["has no receipts", { kind: "lie", method: "eth_getTransactionReceipt", result: () => null }],
    ["has no logs", { kind: "lie", method: "eth_getLogs", result: () => [] }],
    ["takes connections and answers nothing", { kind: "hang" }],
  ];

  it.each(sampled(FAULTS, 3))(
    "D23: that %s, up to the moment of finality: one charge and one answer for each payment",
    async (_name, fault) => {
      proxies[0]!.fault = fault;
      const sales = [await byTransaction("payer"), await bySignature("payer2")];
      await market.chain.reorg(2);
      await expectCharged(sales);
      await market.chain.mine(2 * SAFE_DEPTH);
      await runJobs();
    },
    30_000,
  );
});

it("D23: once it is quiet, payments, projection and ledger are the chain's", async () => {
  expect(bought.length).toBeGreaterThan(10);
  await market.pass(3 * 86_400);
  for (let run = 0; run < 3; run++) {
    await market.chain.mine(2 * SAFE_DEPTH);
    await runJobs();
  }
  expect(await income()).toBe(before + PRICE_UNITS * BigInt(bought.length));
  for (const { again, text } of bought) expect((await again()).text).toBe(text);
  expect(new Set(bought.map(({ text }) => text)).size).toBe(bought.length);
  const finality = (await db.collection("payments").get()).docs.map((doc) => doc.get("finality") as string);
  expect(finality).toEqual(bought.map(() => "final"));
  await market.settle();
  await postAll(db);
  expect(
    (
      await verifyLedger({
        db,
        escrow: market.stage.escrow,
        nodes: through([market.chain.rpcUrl], 1),
        chainId: 8453,
        recipients: [recipient],
      })
    ).faults,
  ).toEqual([]);
  await expectProjected(db, market.stage);
  await expectPaymentsTold(db);
}, 30_000);
