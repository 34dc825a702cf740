import { Buyer } from "../setup/paying/buyer";
import { sharedChain } from "../setup/chain/chain";
import { countFirestore } from "../setup/database/countFirestore";
import { testFirestore } from "../setup/firestore";
import { forFile } from "../setup/forFile";
import { startRpcProxy } from "../setup/chain/rpcProxy";
import { CountedAnswers, testService } from "../setup/service";

const chain = sharedChain();
const { db, idle } = testFirestore();
const firestore = countFirestore(db);
const beforeCompute: string[][] = [];
const answers = new CountedAnswers((question) => {
  beforeCompute.push([...firestore.calls]);
  return question;
});

const node = forFile(() => startRpcProxy(chain.rpcUrl));
const spare = forFile(() => startRpcProxy(chain.rpcUrl));
const service = forFile(() => testService({ db, answers, settings: { RPC_URLS: node.url } }));
const buyer = forFile(() => new Buyer(`${service.baseUrl}/demand-insights`, chain));

function reset(): void {
  firestore.reset();
  node.reset();
  spare.reset();
  beforeCompute.length = 0;
}

async function redeemed() {
  const quote = await buyer.quote();
  const txHash = await buyer.payMarked(quote);
  reset();
  expect((await buyer.redeem(quote, txHash)).status).toBe(200);
  // The two events are published in the background.
  await idle();
  return { quote, txHash };
}

describe("happy", () => {
  it("quotes without asking database or chain", async () => {
    reset();
    await buyer.quote();
    await buyer.quote({});
    expect([firestore.calls, node.roundTrips]).toEqual([[], 0]);
  });

  it("redeems with one batch to the first node, two trips to the database before the answer and one after", async () => {
    await redeemed();
    expect(node.roundTrips).toBe(1);
    expect(node.calls.map(({ method }) => method)).toEqual([
      "eth_chainId",
      "eth_getTransactionReceipt",
      "eth_getTransactionByHash",
      "eth_getBlockByNumber",
      "eth_getBlockByNumber",
    ]);
    expect(beforeCompute.map((calls) => calls.slice(0, 2))).toEqual([["batchGetDocuments", "commit"]]);
    // What publishes the events runs beside it.
    expect(firestore.calls).toHaveLength(2 + 1);
    // Two of the writes are the events, which are then published, together or one by one: a position for each, and the
    // log's head for each time.
    expect([5 + 2 + 1, 5 + 2 + 2]).toContain(firestore.documentsWritten);
    expect(firestore.documentsRead).toBeLessThanOrEqual(1 + 2 * (1 + 2));
  });

  it("replays with one read and no node", async () => {
    const { quote, txHash } = await redeemed();
    reset();
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    // Events of the redemption may still be on their way.
    const read = firestore.documentsRead - firestore.publishing.documentsRead;
    expect([firestore.calls, read]).toEqual([["batchGetDocuments"], 1]);
    expect([node.roundTrips, beforeCompute.length]).toEqual([0, 0]);
  });

  it("refuses a forged intent without asking database or chain for it", async () => {
    reset();
    expect((await buyer.redeem({ intentId: "a.b.c" }, `0x${"1".repeat(64)}`)).status).toBe(404);
    expect(node.roundTrips).toBe(0);
    // What there is left is the budget of the address that tries.
    expect(firestore.calls).toEqual(["batchGetDocuments", "commit"]);
  });
});

describe("faults", () => {
  it("asks the second node once when the first one fails", async () => {
    const two = await testService({ db, answers, settings: { RPC_URLS: `${node.url},${spare.url}` } });
    const buyer = new Buyer(`${two.baseUrl}/demand-insights`, chain);
    const quote = await buyer.quote();
    const txHash = await buyer.payMarked(quote);
    reset();
    node.fault = { kind: "status", status: 429 };
    expect((await buyer.redeem(quote, txHash)).status).toBe(200);
    expect([node.roundTrips, spare.roundTrips]).toEqual([1, 1]);
    await two.close();
  });
});
