import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { Agent, good, keyIn, OFFER, type Prepared } from "../../setup/agent";
import { Market } from "../../setup/market";
import { runs } from "../../setup/runs";

const market = Market.forFile();
const [buyer, worker] = [new Agent(market, "buyer"), new Agent(market, "worker")];

const PATH = "/agentCreateTaskSimple";
const { contract } = OFFER;
let keys = 0;
const freshKey = () => ({ "idempotency-key": `key-${++keys}` });
const created = async () => buyer.send(await buyer.prepare(PATH, OFFER));

describe("happy", () => {
  it("a creation's confirmation is answered the same under the same key, whatever became of the task since", async () => {
    const key = freshKey();
    const body = { contract, txHash: await created() };
    const first = good(await buyer.call(PATH, body, key));
    await worker.do("/agentStakeAndConfirm", keyIn(first));
    expect((await buyer.call(PATH, body, key)).text).toBe(first.text);
    expect((await buyer.call(PATH, body)).json["task"]).toMatchObject({ state: "STARTED" });
    expect((await buyer.call(PATH, body, freshKey())).json["task"]).toMatchObject({ state: "STARTED" });
  });

  it("many confirmations at once under one key are all answered the same", async () => {
    const key = freshKey();
    const body = { contract, txHash: await created() };
    const replies = await Promise.all(Array.from({ length: runs(6, 20) }, () => buyer.call(PATH, body, key)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  it("a key is one wallet's, and one endpoint's", async () => {
    const key = freshKey();
    const txHash = await created();
    good(await buyer.call(PATH, { contract, txHash }, key));
    good(await buyer.call("/agentCreateTask", { contract, txHash }, key));
    const { json } = await worker.call(PATH, { contract, txHash }, key);
    expect(json["code"]).toBe("state_conflict");
  });
});

describe("refusals", () => {
  it("another body under the same key is refused before anything is done", async () => {
    const key = freshKey();
    good(await buyer.call(PATH, { contract, txHash: await created() }, key));
    const [transaction] = ((await buyer.prepare(PATH, OFFER)).json["transactions"] as Prepared[]).slice(-1);
    const signedTransaction = await buyer.signTransaction(transaction as Prepared);
    const nonce = () => market.chain.provider.getTransactionCount(buyer.wallet, "latest");
    const before = await nonce();
    const { status, json } = await buyer.call(PATH, { contract, signedTransaction }, key);
    expect([status, json["code"], await nonce()]).toEqual([409, "idempotency_key_used", before]);
  });

  it("a refusal is not kept: what was not confirmed yet may be sent again under its key", async () => {
    const key = freshKey();
    const [{ to, data }] = ((await buyer.prepare(PATH, OFFER)).json["transactions"] as Prepared[]).slice(-1) as [
      Prepared,
    ];
    await market.chain.call("evm_setAutomine", false);
    const txHash = await market.chain.call("eth_sendTransaction", { from: buyer.wallet, to, data, gas: "0xf4240" });
    expect((await buyer.call(PATH, { contract, txHash }, key)).json["code"]).toBe("tx_not_confirmed");
    await market.chain.mine();
    await market.chain.call("evm_setAutomine", true);
    good(await buyer.call(PATH, { contract, txHash }, key));
  });

  it("every creation keeps its confirmation's answer by key", () => {
    const creations = Object.values(ENDPOINTS)
      .flat()
      .filter(({ path }) => path.startsWith("/agentCreateTask"));
    expect(creations.map(({ keyed, errors }) => [typeof keyed, errors.includes("idempotency_key_used")])).toEqual(
      creations.map(() => ["function", true]),
    );
  });
});
