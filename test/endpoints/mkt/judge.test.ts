import { id } from "ethers";
import { escrowInterface } from "../../../functions/src/adapters/ethers/escrowEvents";
import { devWallets } from "../../../dev/local/wallets";
import { Agent, good, OFFER, requestIn, taskKey, WORK } from "../../setup/agent";
import type { Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { RELAY } from "../../setup/relay";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";
import { wire } from "../../../functions/src/entry/wire";
import { testSettings } from "../../setup/service";
import { runJob } from "../../../functions/src/entry/jobs";

const { db } = testFirestore();
const SETTINGS = { ...RELAY, JUDGE_KEY: devWallets().judge.privateKey };
const market = Market.forFile(db, SETTINGS);
const life = new TaskLife(market);
const { buyer, worker } = life;
const other = new Agent(market, "worker2");
const PATH = "/mkt/judge";
const CREATE = "/agentCreateTaskSimple";

const SCHEMA = { type: "object", required: ["sum"], properties: { sum: { const: 42 } } };
const ACCEPTANCE = { acceptance: { outputSchema: SCHEMA } };
const RIGHT = { ...WORK, output: { sum: 42 } };
const WRONG = { ...WORK, output: { sum: 41 }, force: true };
const codeOf = ({ json }: Reply) => json["code"];
const taskOf = async ({ contract, taskId }: Named) =>
  good(await market.get("/mkt/task", { contract, id: taskId })).json as Record<string, unknown> & { terms: object };
const usdcOf = (agent: Agent) => market.chain.usdcUnitsOf(agent.wallet);

/** One run of the job, as it is deployed. */
const runIndexer = () => {
  const settings = testSettings({
    ...SETTINGS,
    CHAIN_ID: String(market.chain.facts.id),
    RPC_URLS: market.chain.rpcUrl,
    ESCROW_HUMAN: market.stage.addresses.human,
    ESCROW_AGENT_FAST: market.stage.addresses["agent-fast"],
  });
  return runJob("indexer", wire(settings, { db, log: market.log, nowMs: () => market.nowMs() }));
};

describe("a task that is judged by its schema", () => {
  const judged = { ...ACCEPTANCE, judge: "schema" };

  it("JD1: pays the worker as soon as output that meets the schema is confirmed, and the poster rates later", async () => {
    const key = await life.started(judged);
    expect(await taskOf(key)).toMatchObject({ terms: { judge: market.address("judge") } });
    const before = await usdcOf(worker);
    const submitted = await worker.do("/agentSubmitWork", { ...key, ...RIGHT });
    expect(submitted.json["task"]).toMatchObject({
      state: "APPROVED",
      workflowStatus: "settled",
      buyerRatedWorker: false,
    });
    // The reward and the stake.
    expect((await usdcOf(worker)) - before).toBe(5_500_002n);
    const rating = { ...key, decision: "approve", rating: 5, comment: "Right." };
    expect(codeOf(await buyer.call("/agentDecide", { ...rating, decision: "reject" }))).toBe("state_conflict");
    expect(codeOf(await worker.call("/agentDecide", rating))).toBe("forbidden_role");
    const rated = await buyer.do("/agentDecide", rating);
    expect(rated.json["task"]).toMatchObject({ state: "APPROVED", ratings: { ofWorker: 5, ofPoster: null } });
    expect(codeOf(await buyer.call("/agentDecide", rating))).toBe("state_conflict");
    const back = await worker.do("/agentRateAndClaimStake", { ...key, rating: 4, comment: "Clear." });
    expect(back.json["task"]).toMatchObject({ ratings: { ofWorker: 5, ofPoster: 4 } });
  });

  it("JD2: approves nothing that fails the schema, and the task goes on as without a judge", async () => {
    const key = await life.started(judged);
    const refused = await worker.call("/agentSubmitWork", { ...key, ...WRONG, force: false });
    expect(codeOf(refused)).toBe("output_invalid");
    const submitted = await worker.do("/agentSubmitWork", { ...key, ...WRONG });
    expect(submitted.json["task"]).toMatchObject({ state: "SUBMITTED" });
    await runIndexer();
    expect(await taskOf(key)).toMatchObject({
      state: "SUBMITTED",
      _nextAction: { actor: "poster", action: "approve", onSilence: "The reward and the stake go to the worker." },
    });
    const decided = await buyer.do("/agentDecide", { ...key, decision: "approve", rating: 3, comment: "Near enough." });
    expect(decided.json["task"]).toMatchObject({ state: "APPROVED" });
  });

  it("JD3: checks the output against the schema of its own task only", async () => {
    const [strict, loose] = [await life.started(judged), await life.created({ acceptance: { outputSchema: {} } })];
    // The same words with the same salt have one draft, whichever task they were prepared for.
    const salt = `0x${"5a".repeat(32)}`;
    await other.do("/agentStakeAndConfirm", loose);
    const { submissionHash } = (await worker.prepare("/agentSubmitWork", { ...strict, ...WRONG, salt })).json;
    const elsewhere = await other.prepare("/agentSubmitWork", { ...loose, ...WRONG, salt });
    expect(elsewhere.json).toMatchObject({ submissionHash, verdict: { result: "passed" } });
    const txHash = await worker.send(await worker.prepare("/agentSubmitWork", { ...strict, ...WRONG, salt }));
    expect((await worker.call("/agentSubmitWork", { ...strict, txHash })).json["task"]).toMatchObject({
      state: "SUBMITTED",
    });
  });

  it("approves later what was not confirmed here", async () => {
    const key = await life.started(judged);
    await worker.send(await worker.prepare("/agentSubmitWork", { ...key, ...RIGHT }));
    await runIndexer();
    expect(await taskOf(key)).toMatchObject({ state: "APPROVED" });
  });

  it("refuses a judge that could never approve, and creates nothing", async () => {
    const offer = { ...OFFER, ...ACCEPTANCE };
    const zero = `0x${"00".repeat(20)}`;
    const escrow = market.stage.addresses["agent-fast"];
    const count = await market.stage.taskCount("agent-fast");
    for (const [body, says] of [
      [{ ...OFFER, judge: "schema" }, /without acceptance.outputSchema/],
      [{ ...OFFER, judge: market.address("judge") }, /without acceptance.outputSchema/],
      [{ ...offer, judge: zero }, /zero address/],
      [{ ...offer, judge: buyer.wallet }, /your own wallet/],
      [{ ...offer, judge: escrow }, /is the escrow/],
      [{ ...offer, judge: worker.wallet, worker: worker.wallet }, /is the worker/],
      [{ ...offer, judge: "schema", rewardUsdc: "0.6", stakeUsdc: "0.1" }, /at least 1 USDC/],
      [{ ...offer, judge: "model" }, /judge/],
    ] as const) {
      const refused = await buyer.call(CREATE, body);
      expect(refused.json).toMatchObject({ code: "invalid_request", detail: expect.stringMatching(says) });
      const paid = await buyer.call(CREATE, { ...body, pay: "x402" });
      expect(paid.json).toMatchObject({ code: "invalid_request", detail: expect.stringMatching(says) });
    }
    const { title: _t, description: _d, category: _c, tags: _g, ...terms } = OFFER;
    const hashed = { ...terms, metadataHash: `0x${"c5".repeat(32)}`, judge: "schema" };
    expect(codeOf(await buyer.call("/agentCreateTask", hashed))).toBe("invalid_request");
    expect(await market.stage.taskCount("agent-fast")).toBe(count);
  });

  it("refuses the judge as the worker when it starts", async () => {
    const key = await life.created({ judge: other.wallet });
    expect((await other.call("/agentStakeAndConfirm", key)).json).toMatchObject({
      code: "forbidden_role",
      detail: expect.stringMatching(/judge/),
    });
  });
});

describe("a verdict of any wallet", () => {
  const named = () => ({ judge: other.wallet });
  const toSign = async (key: Named) =>
    requestIn(good(await buyer.call(PATH, { ...key, wallet: undefined })), "signature");
  const bodyOf = async (key: Named, by: Agent = other) => {
    const request = await toSign(key);
    const { submissionHash, deadline } = request.typedData.message;
    return { ...key, submissionHash, verdictDeadline: Number(deadline), signature: await by.signTyped(request) };
  };
  const bring = (body: object) => buyer.call(PATH, { wallet: undefined, ...body });

  it("is relayed, pays the worker and is the same when it is sent again", async () => {
    const key = await life.submitted(named());
    const next = await market.get("/mkt/task", { contract: key.contract, id: key.taskId, wallet: other.wallet });
    expect(next.json).toMatchObject({ state: "SUBMITTED" });
    const body = await bodyOf(key);
    const before = await usdcOf(worker);
    const summary = await buyer.confirm(PATH, { wallet: undefined, ...body });
    expect(summary.json).toMatchObject({ ...key, state: "APPROVED", workflowStatus: "settled", _nextAction: null });
    expect(summary.json["task"]).toBeUndefined();
    const paid = await buyer.confirm(PATH, { wallet: undefined, view: "full", ...body });
    expect(paid.json["txHash"]).toBe(summary.json["txHash"]);
    expect(paid.json).toMatchObject({ task: { state: "APPROVED", txHashes: { approveByJudge: paid.json["txHash"] } } });
    const again = good(await bring(body));
    expect(again.json["txHash"]).toBe(paid.json["txHash"]);
    expect((await usdcOf(worker)) - before).toBe(5_500_002n);
    const events = await market.get("/mkt/events", {
      contract: key.contract,
      taskId: key.taskId,
      types: "judge.requested",
    });
    expect(events.json["items"]).toMatchObject([{ recipients: [other.wallet], data: { judge: other.wallet } }]);
  });

  it("gives a wallet the transaction that it asks for", async () => {
    const key = await life.submitted(named());
    const prepared = good(await buyer.call(PATH, await bodyOf(key)));
    const txHash = await buyer.send(prepared);
    const confirmed = good(await buyer.call("/agentDecide", { ...key, txHash }));
    expect(confirmed.json["task"]).toMatchObject({ state: "APPROVED" });
  });

  it("JD4: is refused for other work, too late, by others and malformed, and nothing moves", async () => {
    const key = await life.submitted(named());
    const body = await bodyOf(key);
    const elsewhere = await bodyOf(await life.submitted(named()));
    const plain = await life.submitted();
    const before = await usdcOf(worker);
    expect(codeOf(await bring({ ...body, submissionHash: `0x${"a7".repeat(32)}` }))).toBe("state_conflict");
    expect(codeOf(await bring({ ...elsewhere, ...key }))).toBe("state_conflict");
    expect(codeOf(await bring({ ...body, signature: elsewhere.signature }))).toBe("signature_invalid");
    expect(codeOf(await bring(await bodyOf(key, worker)))).toBe("signature_invalid");
    expect(codeOf(await bring({ ...body, verdictDeadline: body.verdictDeadline + 1 }))).toBe("signature_invalid");
    expect(codeOf(await bring({ ...body, verdictDeadline: 1 }))).toBe("signature_expired");
    expect(codeOf(await bring({ ...body, signature: "0x12f" }))).toMatch(/^invalid_/);
    expect(codeOf(await bring({ ...body, submissionHash: undefined }))).toBe("invalid_request");
    expect(codeOf(await bring({ ...body, taskId: "999" }))).toBe("task_not_found");
    expect(codeOf(await bring({ ...body, ...plain }))).toBe("state_conflict");
    await market.take("requestChanges", taskKey(key));
    expect(codeOf(await bring(body))).toBe("state_conflict");
    expect(await usdcOf(worker)).toBe(before);
    expect((await market.stage.task(taskKey(key))).state).toBe("CHANGES_REQUESTED");
  });

  it("JD9: is relayed for the same work in a later round, where a change request came just before the first verdict", async () => {
    const key = await life.submitted(named());
    const body = await bodyOf(key);
    const { chain, stage } = market;
    const to = stage.addresses[key.contract];
    await chain.call("evm_setAutomine", false);
    expect(codeOf(await bring(body))).toBe("tx_not_confirmed");
    const request = [key.taskId, body.submissionHash, id("Shorter, please.")];
    const fees = { gasLimit: 300_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n };
    const data = escrowInterface.encodeFunctionData("requestChanges", request);
    await chain.wallet("buyer").sendTransaction({ to, data, ...fees });
    await chain.call("evm_setAutomine", true);
    await chain.mine();
    expect((await stage.task(taskKey(key))).state).toBe("CHANGES_REQUESTED");
    expect(codeOf(await bring(body))).toBe("state_conflict");
    const again = escrowInterface.encodeFunctionData("resubmitWork", [key.taskId, 1, body.submissionHash, 0, "0x"]);
    await chain.send({ from: "worker", to, data: again });
    await market.sync(taskKey(key));
    expect(codeOf(await bring(body))).toBe("signature_invalid");
    const paid = await buyer.confirm(PATH, { wallet: undefined, ...(await bodyOf(key)) });
    expect(paid.json).toMatchObject({ state: "APPROVED" });
  });

  it("JD4: is refused once the poster has decided", async () => {
    const key = await life.submitted(named());
    const body = await bodyOf(key);
    await market.take("approve", taskKey(key));
    expect(codeOf(await bring(body))).toBe("state_conflict");
  });
});
