import { firestoreContentStore } from "../../../functions/src/adapters/firestore/tasks/contentStore";
import { firestoreProjections } from "../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreWithdrawals } from "../../../functions/src/adapters/firestore/credits/withdrawals";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks/tasks";
import { indexer } from "../../../functions/src/application/tasks/indexing/indexer";
import { type Agent, DETAILS, good, OFFER, taskKey, WORK, type Prepared } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { GrpcError, hookFirestore, PERMISSION_DENIED, UNKNOWN } from "../../setup/database/hookFirestore";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { type RpcProxy, startRpcProxy } from "../../setup/chain/rpcProxy";
import type { TestServer } from "../../setup/http/server";
import { testService } from "../../setup/service";
import { TaskLife } from "../../setup/tasks/taskLife";

const { db, another } = testFirestore();
const hookedDb = another();
const hooks = hookFirestore(hookedDb);
let buyer: Agent;
let worker: Agent;
let proxy: RpcProxy;
/** An instance whose node and whose database fail on demand. */
let shaky: TestServer;
const market = Market.forFile(db);
const life = forFile(() => new TaskLife(market));
beforeAll(async () => {
  ({ buyer, worker } = life);
  proxy = await startRpcProxy(market.chain.rpcUrl);
  shaky = await market.anotherService(hookedDb, { RPC_URLS: proxy.url, RPC_TIMEOUT_MS: "500" });
});
afterEach(() => {
  proxy.fault = undefined;
  hooks.before = undefined;
  hooks.after = undefined;
  hooks.twice = undefined;
});
afterAll(async () => {
  await Promise.all([shaky.close(), proxy.close()]);
});

const at = (service: TestServer, agent: Agent, path: string, body: object): Promise<Reply> =>
  post(`${service.baseUrl}${path}`, { wallet: agent.wallet, ...body }, freshCaller());
const codeOf = ({ json }: Reply) => json["code"];
const index = () => {
  const quiet = () => {};
  const tasks = firestoreTasks(db);
  return indexer({
    projections: firestoreProjections(db),
    contentStore: firestoreContentStore(db, () => tasks),
    tasks,
    withdrawals: firestoreWithdrawals(db),
    escrow: market.stage.escrow,
    log: { info: quiet, warn: quiet, error: quiet },
  });
};

describe("faults", () => {
  it.each([
    ["answers 503", { kind: "status", status: 503 }],
    ["closes the connection", { kind: "drop", when: "before" }],
    ["answers nonsense", { kind: "garbage" }],
    ["is too slow", { kind: "slow", ms: 2_000 }],
  ] as const)("says that the chain does not answer when its node %s, and loses nothing", async (_what, fault) => {
    const key = await life.created();
    const txHash = await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    proxy.fault = fault;
    for (const reply of [
      await at(shaky, worker, "/agentStakeAndConfirm", { ...key, txHash }),
      await at(shaky, buyer, "/agentCreateTaskSimple", OFFER),
      await at(shaky, buyer, "/agentWalletInfo", {}),
    ]) {
      expect([reply.status, codeOf(reply)]).toEqual([503, "dependency_unavailable"]);
      expect(reply.headers.get("retry-after")).not.toBeNull();
    }
    proxy.fault = undefined;
    expect(good(await at(shaky, worker, "/agentStakeAndConfirm", { ...key, txHash })).json).toMatchObject({
      state: "STARTED",
    });
  });

  it("finishes with the repeated confirm what the database cut off, after any of its writes", async () => {
    for (let cut = 1; cut <= 3; cut++) {
      const txHash = await buyer.send(
        await buyer.prepare("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS }),
      );
      const body = { contract: OFFER.contract, txHash, view: "full" };
      let writes = 0;
      // The first write of a request counts it against its address's budget.
      hooks.before = (method) => {
        if (method === "commit" && ++writes > cut) throw new GrpcError(PERMISSION_DENIED);
      };
      const reply = await at(shaky, buyer, "/agentCreateTaskSimple", body);
      expect([cut, reply.status]).toEqual([cut, 503]);
      hooks.before = undefined;
      const { json } = good(await at(shaky, buyer, "/agentCreateTaskSimple", body));
      const { contract, taskId } = json["task"] as { contract: string; taskId: string };
      expect(json["task"]).toMatchObject({ state: "FUNDED", title: OFFER.title });
      const details = await buyer.call("/agentGetPrivateDetails", { contract, taskId }, await buyer.session());
      expect(details.json["privateDetails"]).toMatchObject(DETAILS);
    }
  });

  it("F4: a signed write whose acknowledgement is lost has counted, with its nonce and its answer, or not at all", async () => {
    const key = await life.created();
    const interest = { ...key, message: "I would." };
    const signed = await market.sign("/mkt/interest", "worker", interest);
    const send = () => post(`${shaky.baseUrl}/mkt/interest`, signed, freshCaller());
    const counted = async () =>
      (await market.get("/mkt/task", { contract: key.contract, id: key.taskId })).json["interestCount"];
    hooks.before = (method) => {
      if (method === "commit") throw new GrpcError(PERMISSION_DENIED);
    };
    expect([codeOf(await send()), await counted()]).toEqual(["dependency_unavailable", 0]);
    hooks.before = undefined;
    hooks.after = (method) => {
      if (method === "commit") throw new GrpcError(UNKNOWN);
    };
    expect([codeOf(await send()), await counted()]).toEqual(["dependency_unavailable", 1]);
    hooks.after = undefined;
    hooks.twice = (method) => method === "commit";
    const answer = good(await send());
    expect([good(await send()).text, await counted()]).toEqual([answer.text, 1]);
    const again = good(
      await post(
        `${shaky.baseUrl}/mkt/interest`,
        await market.sign("/mkt/interest", "worker2", interest),
        freshCaller(),
      ),
    );
    expect([again.json["interest"], await counted()]).toMatchObject([{ status: "pending" }, 2]);
  });

  it("M16: is complete without any confirm once the indexer came by, private texts and all", async () => {
    await buyer.send(await buyer.prepare("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS }));
    const key = { contract: "agent-fast", taskId: String(await market.stage.taskCount("agent-fast")) } as const;
    await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    await worker.send(await worker.prepare("/agentSubmitWork", { ...key, ...WORK }));
    await index();
    const record = await firestoreTasks(db).get(taskKey(key));
    expect(record).toMatchObject({
      task: { state: "SUBMITTED", worker: worker.wallet },
      metadata: { title: OFFER.title },
    });
    const { json } = good(await buyer.call("/agentGetSubmissionDetails", key, await buyer.session()));
    expect(json["submissions"]).toMatchObject([{ submission: WORK }]);
    const details = good(await worker.call("/agentGetPrivateDetails", key, await worker.session()));
    expect(details.json["privateDetails"]).toMatchObject(DETAILS);
  });

  it("says not confirmed until the transaction is in a block, and confirms it then", async () => {
    const key = await life.created();
    const [{ to, data }] = (await worker.prepare("/agentStakeAndConfirm", key)).json["transactions"] as [Prepared];
    await market.chain.call("evm_setAutomine", false);
    const txHash = await market.chain.call("eth_sendTransaction", { from: worker.wallet, to, data, gas: "0xf4240" });
    const early = await worker.call("/agentStakeAndConfirm", { ...key, txHash });
    expect([early.status, codeOf(early)]).toEqual([503, "tx_not_confirmed"]);
    await market.chain.mine();
    await market.chain.call("evm_setAutomine", true);
    expect((await worker.call("/agentStakeAndConfirm", { ...key, txHash })).status).toBe(200);
  });

  it("G14: says not confirmed of a transaction whose logs the node does not tell, and confirms it once it does", async () => {
    const key = await life.created();
    const approved = { contract: key.contract, amountUsdc: "100" };
    const steps = [
      ["/agentApproveUSDC", approved, { contract: key.contract }],
      ["/agentStakeAndConfirm", key, key],
    ] as const;
    for (const [path, toPrepare, toConfirm] of steps) {
      const txHash = await worker.send(await worker.prepare(path, { ...toPrepare }));
      proxy.fault = {
        kind: "lie",
        method: "eth_getTransactionReceipt",
        result: (receipt) => ({ ...(receipt as object), logs: [] }),
      };
      expect(codeOf(await at(shaky, worker, path, { ...toConfirm, txHash }))).toBe("tx_not_confirmed");
      proxy.fault = undefined;
      good(await at(shaky, worker, path, { ...toConfirm, txHash }));
    }
  });

  it("X2: says not confirmed of a transaction that a reorg has undone, and the indexer takes the step back", async () => {
    const key = await life.created();
    await market.chain.mine(4);
    const txHash = await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    good(await worker.call("/agentStakeAndConfirm", { ...key, txHash }));
    await market.chain.reorg(1);
    expect(codeOf(await worker.call("/agentStakeAndConfirm", { ...key, txHash }))).toBe("tx_not_confirmed");
    await index();
    expect((await firestoreTasks(db).get(taskKey(key)))?.task).toMatchObject({ state: "FUNDED", worker: null });
    expect(codeOf(await worker.call("/agentGetPrivateDetails", key, await worker.session()))).toBe("forbidden_role");
    expect((await worker.do("/agentStakeAndConfirm", key)).json["task"]).toMatchObject({ state: "STARTED" });
  });

  it("X3: shows the metadata of the task that has the id, though a reorg gave it to another in the middle of a confirm", async () => {
    await market.chain.mine(4);
    const [first, second] = [
      await buyer.prepare("/agentCreateTaskSimple", OFFER),
      await buyer.prepare("/agentCreateTaskSimple", { ...OFFER, title: "Find the lock" }),
    ];
    const txHash = await buyer.send(first);
    let reads = 0;
    hooks.before = async (method) => {
      // The budget, the cursor and the projection were read; next are the drafts.
      if (method !== "batchGetDocuments" || ++reads !== 4) return;
      await market.chain.reorg(1);
      const confirmed = good(
        await buyer.call("/agentCreateTaskSimple", { contract: OFFER.contract, txHash: await buyer.send(second) }),
      );
      expect(confirmed.json["task"]).toMatchObject({ title: "Find the lock" });
    };
    expect(codeOf(await at(shaky, buyer, "/agentCreateTaskSimple", { contract: OFFER.contract, txHash }))).toBe(
      "tx_not_confirmed",
    );
    expect(reads).toBeGreaterThan(4);
    const id = String(await market.stage.taskCount("agent-fast"));
    expect((await market.get("/mkt/task", { contract: OFFER.contract, id })).json).toMatchObject({
      title: "Find the lock",
      state: "FUNDED",
    });
  });

  it("broadcasts a signed transaction once, however often it is asked to", async () => {
    const key = await life.created();
    const [transaction] = (await worker.prepare("/agentStakeAndConfirm", key)).json["transactions"] as [Prepared];
    const signedTransaction = await worker.signTransaction(transaction);
    const nonce = () => market.chain.provider.getTransactionCount(worker.wallet, "latest");
    const before = await nonce();
    for (let time = 0; time < 3; time++) {
      expect((await worker.confirm("/agentStakeAndConfirm", { ...key, signedTransaction })).json["task"]).toMatchObject(
        { state: "STARTED" },
      );
    }
    expect(await nonce()).toBe(before + 1);
  });

  it("refuses every agent call in order where the service has no marketplace", async () => {
    const without = await testService({ db, settings: { RPC_URLS: market.chain.rpcUrl } });
    try {
      const body = { contract: "agent-fast", taskId: "1" };
      for (const [path, more] of [
        ["/agentWalletInfo", {}],
        ["/agentApproveUSDC", { contract: "human", amountUsdc: "1" }],
        ["/agentCreateTaskSimple", OFFER],
        ["/agentStakeAndConfirm", body],
        ["/agentDecide", { ...body, decision: "reject", rating: 1, comment: "No." }],
      ] as const) {
        const reply = await at(without, buyer, path, more);
        expect([path, reply.status, codeOf(reply)]).toEqual([path, 503, "dependency_unavailable"]);
      }
    } finally {
      await without.close();
    }
  });
});
