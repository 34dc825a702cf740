import { Agent, DETAILS, gaslessIn, good, keyIn, OFFER, requestIn, WORK } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { USDC } from "../../setup/chain/chain";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { chainOf } from "../../../functions/src/domain/chains";
import { RELAY } from "../../setup/relay";
import { inDeep, sampled } from "../../setup/runs";
import type { Named } from "../../setup/tasks/taskLife";

const { db } = testFirestore();
/** Of a deployment on another chain: the relay's transactions are kept by nonce. */
const { db: ofTestNetwork } = testFirestore();
const market = Market.forFile(db, RELAY);
const buyer = forFile(() => new Agent(market, "buyer"));
const worker = forFile(() => new Agent(market, "worker"));
const arbiter = forFile(() => new Agent(market, "arbiter"));
beforeAll(async () => {
  for (const { wallet } of [buyer, worker, arbiter]) await market.chain.call("anvil_setBalance", wallet, "0x0");
});

const CREATE = "/agentCreateTaskSimple";
const DECIDE = "/agentDecide";
const SUBMIT = "/agentSubmitWork";
const taskOf = ({ json }: Reply) => json["task"] as { state: string; deadlines: Record<string, string> };

describe.each(sampled(["human", "agent-fast"] as const, 1))(
  "happy: the steps on %s, for wallets with 0 wei",
  (contract) => {
    afterEach(async () => {
      const left = [buyer, worker, arbiter].map(({ wallet }) => market.chain.provider.getBalance(wallet));
      expect(await Promise.all(left)).toEqual([0n, 0n, 0n]);
    });

    const created = async (more: object = {}): Promise<Named> => {
      const prepared = await buyer.prepare(CREATE, { ...OFFER, contract, privateDetails: DETAILS, ...more });
      expect(prepared.json).toMatchObject({ gasless: { kind: "authorization", relay: "/mkt/relay" } });
      const reply = await buyer.relay(prepared);
      expect(reply.json).toMatchObject({
        ok: true,
        txHash: expect.stringMatching(/^0x/),
        task: { title: OFFER.title },
      });
      return keyIn(reply);
    };
    const take = async (agent: Agent, path: string, body: object) =>
      taskOf(await agent.relay(await agent.prepare(path, { ...body })));
    const started = async () => {
      const key = await created();
      expect(await take(worker, "/agentStakeAndConfirm", key)).toMatchObject({ state: "STARTED" });
      return key;
    };
    const submitted = async () => {
      const key = await started();
      expect(await take(worker, SUBMIT, { ...key, ...WORK })).toMatchObject({ state: "SUBMITTED" });
      return key;
    };
    const rejected = async () => {
      const key = await submitted();
      const task = await take(buyer, DECIDE, { ...key, decision: "reject", rating: 1, comment: "It is empty." });
      expect(task.state).toBe("REJECTED");
      return { key, task };
    };
    const passUntil = async (deadline: string | undefined) => {
      await market.pass(Math.ceil((Date.parse(deadline ?? "") - market.nowMs()) / 1_000) + 2);
    };
    const shown = async ({ taskId }: Named) =>
      good(await market.get("/mkt/task", { contract, id: taskId })).json as unknown as ReturnType<typeof taskOf>;
    /** Work that is signed after a change request. */
    const resubmitted = async () => {
      const key = await submitted();
      const asked = await market.call("/mkt/request-changes", "buyer", { ...key, reason: "More." });
      expect(asked.json["code"]).toBe("request_changes_chain_step_required");
      expect(taskOf(await buyer.relay({ ...asked, json: { ...asked.json, contract } }))).toMatchObject({
        state: "CHANGES_REQUESTED",
      });
      const again = { ...key, text: "More work." };
      const prepared = await worker.prepare(SUBMIT, again);
      const { submissionHash } = prepared.json;
      const request = requestIn(prepared, "resubmissionSignature");
      const resubmissionSignature = await worker.signTyped(request);
      const signed = { submissionHash, resubmissionDeadline: request.deadline, resubmissionSignature };
      good(await worker.call(SUBMIT, { ...key, ...signed }));
      return { key, submissionHash };
    };

    it("posts, stakes, submits, approves, rates and claims", async () => {
      const key = await submitted();
      const { usdcUnits } = await market.stage.escrow.balances(worker.wallet);
      expect(await take(buyer, DECIDE, { ...key, decision: "approve", rating: 5, comment: "good" })).toMatchObject({
        state: "APPROVED",
      });
      await take(worker, "/agentRateAndClaimStake", { ...key, rating: 4, comment: "fine" });
      expect((await market.stage.escrow.balances(worker.wallet)).usdcUnits - usdcUnits).toBeGreaterThan(5_000_000n);
      const shown = good(await market.get("/mkt/task", { contract, id: key.taskId })).json;
      expect(shown).toMatchObject({ title: OFFER.title, _nextAction: null });
    });

    it("hires, with the selection to sign in the relay's answer", async () => {
      const reply = await buyer.relay(await buyer.prepare(CREATE, { ...OFFER, contract, worker: worker.wallet }));
      const request = requestIn(reply, "voucherSignature");
      const voucher = { voucherSignature: await buyer.signTyped(request), voucherDeadline: request.deadline };
      good(await buyer.call(CREATE, { contract, txHash: reply.json["txHash"], ...voucher }));
      expect(await take(worker, "/agentStakeAndConfirm", keyIn(reply))).toMatchObject({ state: "STARTED" });
    });

    it("raises the reward by a permit, and cancels", async () => {
      const key = await created();
      const body = { ...key, rewardUsdc: "8" };
      await market.chain.call("anvil_setBalance", buyer.wallet, "0x56bc75e2d63100000");
      await market.stage.call({ function: "approveUsdc", contract, amountUsdcUnits: 0n }, "buyer");
      await market.chain.call("anvil_setBalance", buyer.wallet, "0x0");
      const first = await buyer.prepare("/agentFundMore", body);
      expect(first.json["gasless"]).toBeUndefined();
      const request = requestIn(first, "permit");
      const permit = { deadline: request.deadline, signature: await buyer.signTyped(request) };
      expect(await take(buyer, "/agentFundMore", { ...body, permit })).toMatchObject({ rewardUsdc: "8" });
      expect(await take(buyer, "/agentCancelTask", key)).toMatchObject({ state: "CANCELLED" });
    });

    inDeep("closes what expired", async () => {
      const key = await created();
      const { deadlines } = await shown(key);
      await passUntil(deadlines["openUntil"]);
      expect(await take(buyer, "/agentCancelTask", { ...key, action: "expire" })).toMatchObject({ state: "EXPIRED" });
    });

    inDeep("requests changes, and records the work that was signed after that", async () => {
      const { key } = await resubmitted();
      expect(await take(worker, SUBMIT, { ...key, action: "anchor" })).toMatchObject({ state: "SUBMITTED" });
    });

    it("records signed work and approves it in one transaction", async () => {
      const { key, submissionHash } = await resubmitted();
      const decision = { decision: "approve", submissionHash, rating: 5, comment: "Better." };
      expect(await take(buyer, DECIDE, { ...key, ...decision })).toMatchObject({ state: "APPROVED" });
    });

    inDeep("releases the reward after the review", async () => {
      const key = await submitted();
      await passUntil((await shown(key)).deadlines["reviewBy"]);
      expect(await take(worker, DECIDE, { ...key, action: "release" })).toMatchObject({ state: "APPROVED" });
    });

    inDeep("claims the stake after the time to rate", async () => {
      const key = await submitted();
      const approved = await take(buyer, DECIDE, { ...key, decision: "approve", rating: 5, comment: "good" });
      await passUntil(approved.deadlines["rateBy"]);
      await take(worker, "/agentRateAndClaimStake", { ...key, action: "claim" });
      expect(good(await market.get("/mkt/task", { contract, id: key.taskId })).json["_nextAction"]).toBeNull();
    });

    inDeep("accepts a rejection", async () => {
      const { key } = await rejected();
      expect(await take(worker, SUBMIT, { ...key, action: "concede" })).toMatchObject({ state: "REFUNDED" });
    });

    it("contests a rejection, and the arbiter rules on it", async () => {
      const { key } = await rejected();
      const contest = { ...key, action: "contest", text: "It is not empty." };
      expect(await take(worker, SUBMIT, contest)).toMatchObject({ state: "DISPUTED" });
      const ruling = { ...key, workerShareBps: 5_000, forfeitStake: false, reason: "Both erred." };
      expect(await take(arbiter, "/agentRule", ruling)).toMatchObject({ state: "RESOLVED" });
    });

    inDeep("ends a dispute on which no one ruled", async () => {
      const { key } = await rejected();
      const { deadlines } = await take(worker, SUBMIT, { ...key, action: "contest", text: "It is not empty." });
      await passUntil(deadlines["ruleBy"]);
      expect(await take(worker, DECIDE, { ...key, action: "ruleByDefault" })).toMatchObject({ state: "RESOLVED" });
    });

    it("withdraws a credit", async () => {
      const { key } = await rejected();
      const concession = await worker.prepare(SUBMIT, { ...key, action: "concede" });
      await market.stage.whileDenied(worker.role, () => worker.relay(concession));
      const reply = await worker.relay(await worker.prepare("/agentWithdraw", { contract }));
      expect(reply.json).toMatchObject({ ok: true, to: worker.wallet, amountUsdc: OFFER.stakeUsdc, _nextAction: null });
    });
  },
);

describe("on Base Sepolia", () => {
  it("G12: relays an authorization and a request that are signed for that chain and its token, and none for Base", async () => {
    const facts = chainOf(84_532);
    const toy = await Market.open(ofTestNetwork, RELAY, { chain: facts });
    try {
      const poster = new Agent(toy, "buyer");
      await toy.chain.call("anvil_setBalance", poster.wallet, "0x0");
      const creation = await poster.prepare(CREATE, OFFER);
      const token = { name: "USDC", version: "2", chainId: 84_532, verifyingContract: facts.usdc.address };
      const { typedData, relay } = gaslessIn(creation.json);
      expect(typedData.domain).toEqual(token);
      const body = await poster.relayed(gaslessIn(creation.json), creation.json);
      for (const domain of [
        { ...token, chainId: 8_453 },
        { ...token, name: "USD Coin" },
        { ...token, verifyingContract: USDC },
      ]) {
        const signature = await poster.signTyped({ typedData: { ...typedData, domain } });
        const refused = await poster.call(relay, { ...body, wallet: undefined, signature });
        expect([refused.status, refused.json["code"]]).toEqual([401, "signature_invalid"]);
      }
      const key = keyIn(await poster.relay(creation));
      const cancel = await poster.prepare("/agentCancelTask", key);
      expect(gaslessIn(cancel.json).typedData.domain).toMatchObject({ chainId: 84_532 });
      expect(taskOf(await poster.relay(cancel))).toMatchObject({ state: "CANCELLED" });
      expect(await toy.chain.provider.getBalance(poster.wallet)).toBe(0n);
      expect((await toy.get("/mkt/health")).json).toMatchObject({
        network: { chainId: 84_532 },
        checks: { relay: { ok: true, pending: 0 } },
      });
    } finally {
      await toy.close();
    }
  });
});

describe("what is prepared", () => {
  it("has no gasless form where the service relays nothing", async () => {
    const off = await market.anotherService(db);
    const reply = good(await post(`${off.baseUrl}${CREATE}`, { ...OFFER, wallet: buyer.wallet }, freshCaller()));
    expect(reply.json["transactions"]).toBeDefined();
    expect(reply.json["gasless"]).toBeUndefined();
    const prepared = await buyer.prepare(CREATE, OFFER);
    const request = await buyer.relayed(gaslessIn(prepared.json), prepared.json);
    const refused = await post(`${off.baseUrl}/mkt/relay`, request, freshCaller());
    expect([refused.status, refused.json["code"]]).toEqual([503, "relay_unavailable"]);
    await off.close();
  });

  it("has none for approvals, for tasks without metadata here, and below the smallest reward", async () => {
    const small = await buyer.prepare(CREATE, { ...OFFER, rewardUsdc: "0.99", stakeUsdc: "0.2" });
    expect(small.json["gasless"]).toBeUndefined();
    const hashed = { contract: "agent-fast", metadataHash: `0x${"c5".repeat(32)}`, rewardUsdc: "5", stakeUsdc: "1" };
    expect((await buyer.prepare("/agentCreateTask", hashed)).json["gasless"]).toBeUndefined();
    const approval = await buyer.prepare("/agentApproveUSDC", { contract: "agent-fast", amountUsdc: "5" });
    expect(approval.json["gasless"]).toBeUndefined();
  });

  it("is the same call in both forms", async () => {
    const prepared = await buyer.prepare(CREATE, OFFER);
    const [transaction] = (prepared.json["transactions"] as { data: string }[]).slice(-1);
    expect(gaslessIn(prepared.json).request.data).toBe(transaction?.data);
  });
});
