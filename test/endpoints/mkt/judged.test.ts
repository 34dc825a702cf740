import { ContractFactory } from "ethers";
import { devWallets } from "../../../dev/local/wallets";
import { verifyLedger } from "../../../dev/tools/verifyLedger";
import { webhookSender } from "../../../functions/src/adapters/webhooks/sender";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { Deliverer, dispatchEvent } from "../../../functions/src/entry/webhooks";
import { wire } from "../../../functions/src/entry/wire";
import { verifyWebhook } from "../../../packages/client/src/index";
import { Agent, good, keyIn, OFFER, requestIn, taskKey, WORK } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { compileWallets } from "../../setup/chain/compile";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { RELAY } from "../../setup/relay";
import { testSettings } from "../../setup/service";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";
import { startReceiver, type Answering, type Received } from "../../setup/webhooks";
import type { QueuedWork } from "../../../functions/src/ports/events";

const { db } = testFirestore();
const queued: QueuedWork[] = [];
const sender = webhookSender({ loopback: true, resolve: async () => ["127.0.0.1"] });
const replaced = {
  deliveryQueue: { add: async (_name: string, work: QueuedWork) => void queued.push(work) },
  webhookSender: sender,
};
const market = Market.forFile(db, { ...RELAY, JUDGE_KEY: devWallets().judge.privateKey }, replaced);
const life = new TaskLife(market);
const { buyer, worker } = life;
const other = new Agent(market, "worker2");
const READ = "/agentGetSubmissionDetails";
const codeOf = ({ json }: Reply) => json["code"];

/** The signed verdict on a task's latest work. */
async function verdictOn(key: Named, by: Agent) {
  const request = requestIn(good(await buyer.call("/mkt/judge", { ...key, wallet: undefined })), "signature");
  const { submissionHash, deadline } = request.typedData.message;
  return { ...key, submissionHash, verdictDeadline: Number(deadline), signature: await by.signTyped(request) };
}
const bring = async (key: Named, by: Agent) =>
  buyer.confirm("/mkt/judge", { wallet: undefined, view: "full", ...(await verdictOn(key, by)) });

describe("JD6: what a judge reads", () => {
  it("is the work that waits for its verdict, and nothing before or after", async () => {
    const bearer = await other.session();
    const read = (key: Named) => other.call(READ, key, bearer);
    const started = await life.started({ judge: other.wallet });
    expect(codeOf(await read(started))).toBe("forbidden_role");
    await worker.do("/agentSubmitWork", { ...started, ...WORK });
    const { json } = good(await read(started));
    expect(json).toMatchObject({ submissions: [{ submission: { text: WORK.text } }] });
    expect(codeOf(await other.call("/mkt/task", started, bearer))).toBe("forbidden_role");
    expect(codeOf(await other.call("/mkt/private-details", started, bearer))).toBe("forbidden_role");
    await bring(started, other);
    expect(codeOf(await read(started))).toBe("forbidden_role");
    expect(codeOf(await read(await life.submitted()))).toBe("forbidden_role");
  });
});

describe("JD4: a contract wallet as judge", () => {
  it("approves by its owner's signature (ERC-1271), reads in its owner's session, and not by another's", async () => {
    const { OwnerWallet } = compileWallets();
    const owner = new Agent(market, "stranger");
    const deployer = market.chain.wallet("payer");
    const factory = new ContractFactory(OwnerWallet!.abi, OwnerWallet!.bytecode, deployer);
    const deployed = await factory.deploy(owner.wallet);
    await deployed.waitForDeployment();
    const judge = await deployed.getAddress();
    const key = await life.submitted({ judge });
    const challenge = good(await owner.call("/mktAgentSessionChallenge", { wallet: judge })).json["message"] as string;
    const signature = await market.chain.wallet("stranger").signMessage(challenge);
    const session = { message: challenge, signature };
    const opened = good(await post(`${market.service.baseUrl}/mktAgentSession`, session, freshCaller()));
    const bearer = { authorization: `Bearer ${opened.json["agentSessionToken"] as string}` };
    expect(good(await owner.call(READ, { ...key, wallet: judge }, bearer)).json["submissions"]).toHaveLength(1);
    const before = await market.chain.usdcUnitsOf(worker.wallet);
    const forged = await verdictOn(key, other);
    expect(codeOf(await buyer.call("/mkt/judge", { ...forged, wallet: undefined }))).toBe("signature_invalid");
    expect(await market.chain.usdcUnitsOf(worker.wallet)).toBe(before);
    const paid = await bring(key, owner);
    expect(paid.json["task"]).toMatchObject({ state: "APPROVED", terms: { judge } });
    expect((await market.chain.usdcUnitsOf(worker.wallet)) - before).toBe(5_500_002n);
  });
});

/** A server that passes the service's test. */
const answerChallenge: Answering = (response, _request, { body }) => {
  const { data } = JSON.parse(body) as { data: { challenge?: string } };
  response.end(data.challenge ?? "");
};

describe("the topic judge.requested", () => {
  it("JD7: is delivered to the judge's server, without the work, and to no other", async () => {
    const receivers = await Promise.all([0, 1].map(() => startReceiver(answerChallenge)));
    const secrets: string[] = [];
    for (const [at, role] of (["worker2", "stranger"] as const).entries()) {
      const body = { action: "create", url: receivers[at]!.url, types: ["judge.requested"], scope: "mine" };
      const { json } = await market.call("/mkt/webhooks", role, body);
      secrets.push(json["secret"] as string);
      const { id } = json["webhook"] as { id: string };
      const { json: tested } = await market.call("/mkt/webhooks", role, { action: "test", id });
      expect(tested).toMatchObject({ webhook: { status: "active" } });
    }
    const key = await life.submitted({ judge: other.wallet });
    const events = await market.get("/mkt/events", { ...key, types: "judge.requested" });
    const [{ id }] = events.json["items"] as [{ id: string }];
    const parts = wire(testSettings({}), { db, log: market.log, nowMs: () => market.nowMs(), ...replaced });
    queued.length = 0;
    await dispatchEvent(id, parts);
    const deliverer = new Deliverer(parts);
    for (const work of queued) expect(await deliverer.work(work, 0)).toBe("done");
    const told = receivers.map(({ received }) => received.filter(({ body }) => body.includes("judge.requested")));
    expect(told.map(({ length }) => length)).toEqual([1, 0]);
    const [{ body, headers }] = told[0] as [Received];
    const event = verifyWebhook(secrets, body, headers);
    expect(event).toMatchObject({ type: "judge.requested", data: { judge: other.wallet } });
    expect(body).not.toContain("CANARY");
    for (const one of receivers) one.close();
  });
});

describe("the books of judged tasks and of tasks without a stake", () => {
  it("JD8: have the worker's reward and stake once, agree with the chain, and are the same as files", async () => {
    const free = async (more: object) => {
      const confirmed = await buyer.do("/agentCreateTaskSimple", {
        ...OFFER,
        stakeUsdc: "0",
        worker: other.wallet,
        ...more,
      });
      const selection = requestIn(confirmed, "voucherSignature");
      const { body } = confirmed.json["_nextAction"] as { body: Record<string, unknown> };
      const voucherSignature = await buyer.signTyped(selection);
      good(
        await buyer.call("/agentCreateTaskSimple", { ...body, voucherSignature, voucherDeadline: selection.deadline }),
      );
      const key = keyIn(confirmed);
      await other.do("/agentStakeAndConfirm", key);
      return key;
    };
    const judged = await life.submitted({ judge: market.address("stranger") });
    await bring(judged, new Agent(market, "stranger"));
    const rated = { ...judged, decision: "approve", rating: 5, comment: "Right." };
    await buyer.do("/agentDecide", rated);
    const unstaked = await free({});
    await other.do("/agentSubmitWork", { ...unstaked, ...WORK });
    await buyer.do("/agentDecide", { ...unstaked, decision: "approve", rating: 4, comment: "Good." });
    const both = await free({ judge: market.address("stranger") });
    await other.do("/agentSubmitWork", { ...both, ...WORK });
    await bring(both, new Agent(market, "stranger"));
    await market.settle();

    const rowsOf = async (role: "worker" | "worker2" | "buyer", { taskId }: Named) => {
      const { json } = await market.call("/mkt/accounting", role, { limit: 100 });
      const rows = json["items"] as Record<"taskId" | "type" | "direction" | "netUsdc", string>[];
      return rows
        .filter((row) => row.taskId === taskId)
        .map(({ type, direction, netUsdc }) => `${type} ${direction} ${netUsdc}`);
    };
    expect((await rowsOf("worker", judged)).sort()).toEqual([
      "reward in 5.000001",
      "stake out -0.500001",
      "stake_returned in 0.500001",
    ]);
    expect(await rowsOf("buyer", judged)).toEqual(["reward out -5.000001"]);
    for (const key of [unstaked, both]) {
      expect(await rowsOf("worker2", key)).toEqual(["reward in 5.000001"]);
      expect(await rowsOf("buyer", key)).toEqual(["reward out -5.000001"]);
    }
    const csv = await fetch(`${market.service.baseUrl}/mkt/accounting/export`, {
      method: "POST",
      headers: { "content-type": "application/json", ...freshCaller() },
      body: JSON.stringify(await market.sign("/mkt/accounting/export", "worker2", { format: "csv" })),
    });
    const lines = (await csv.text()).split("\r\n").filter((line) => line.includes("agent-fast"));
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/stake/i);

    const { chain, stage, log } = market;
    const verified = await verifyLedger({
      db,
      escrow: stage.escrow,
      nodes: new Nodes({ urls: [chain.rpcUrl], chainId: chain.facts.id, timeoutMs: 10_000, log }),
      chainId: chain.facts.id,
      recipients: [stage.address("recipient")],
    });
    expect(verified.faults).toEqual([]);
    expect(verified.compared.join("\n")).toMatch(/promise: [1-9]/);
    expect((await stage.task(taskKey(both))).settled).toBe(true);
  });
});
