import { Agent, DETAILS, good, keyIn, OFFER, requestIn, taskKey, WORK, type Prepared } from "../../setup/agent";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

const market = Market.forFile();
const life = new TaskLife(market);
const { buyer, worker } = life;

const COMMENT = "Careful work, on time.";

/** The worker says that they would, and the poster signs that they may. */
async function choose(poster: Agent, starter: Agent, key: Named): Promise<void> {
  good(await market.call("/mkt/interest", starter.role, key));
  const body = { ...key, worker: starter.wallet, decision: "approve" };
  const { json } = await market.post("/mkt/sign/prepare", {
    endpoint: "/mkt/interest/resolve",
    wallet: poster.wallet,
    body,
  });
  const voucherSignature = await poster.signTyped(json as unknown as Parameters<Agent["signTyped"]>[0]);
  good(await market.call("/mkt/interest/resolve", poster.role, { ...(json["request"] as object), voucherSignature }));
}

const workOf = async (agent: Agent, key: Named) =>
  good(await agent.call("/agentGetSubmissionDetails", key, await agent.session()));

describe("happy: a task's whole life, through the API alone", () => {
  it("goes from the offer to the stake paid back, each side reading only what is theirs", async () => {
    const units = async () => Promise.all([buyer, worker].map(({ wallet }) => market.chain.usdcUnitsOf(wallet)));
    const before = await units();
    const key = await life.created({ rewardUsdc: "3", stakeUsdc: "0.3" });

    const started = await worker.do("/agentStakeAndConfirm", key);
    expect(started.json["task"]).toMatchObject({
      state: "STARTED",
      worker: worker.wallet,
      workflowStatus: "in_progress",
      title: OFFER.title,
    });
    expect(started.json["_nextAction"]).toMatchObject({ actor: "worker", endpoint: "/agentSubmitWork" });

    const details = await market.post(
      "/agentGetPrivateDetails",
      await market.sign("/agentGetPrivateDetails", "worker", key),
    );
    expect(details.json["privateDetails"]).toMatchObject(DETAILS);

    const handedIn = await worker.do("/agentSubmitWork", { ...key, ...WORK });
    expect(handedIn.json["task"]).toMatchObject({ state: "SUBMITTED", workflowStatus: "awaiting_review" });

    const seen = (await workOf(buyer, key)).json["submissions"] as { submissionHash: string; submission: object }[];
    expect(seen).toHaveLength(1);
    expect(seen[0]?.submission).toMatchObject(WORK);

    const approved = await buyer.do("/agentDecide", {
      ...key,
      decision: "approve",
      submissionHash: seen[0]?.submissionHash,
      rating: 5,
      comment: COMMENT,
    });
    expect(approved.json["task"]).toMatchObject({
      state: "APPROVED",
      buyerRatedWorker: true,
      workflowStatus: "approved_rate_to_claim",
    });

    const settled = await worker.do("/agentRateAndClaimStake", { ...key, rating: 4, comment: "Clear task." });
    expect(settled.json["task"]).toMatchObject({
      workerRatedPoster: true,
      workflowStatus: "settled",
      _nextAction: null,
    });
    expect(settled.json["_nextAction"]).toBeNull();

    const [paid = 0n, earned = 0n] = (await units()).map((now, at) => now - (before[at] ?? 0n));
    expect([paid, earned]).toEqual([-3_000_000n, 3_000_000n]);
    expect(JSON.stringify([approved.json, settled.json])).not.toContain("CANARY");
  });

  it("answers a change request by signature, shows the new work at once, and anchors it with the approval", async () => {
    const key = await life.requested();
    const better = { text: "CANARY-better work", links: [] };
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, ...better });
    expect(prepared.json["transactions"]).toEqual([]);
    const request = requestIn(prepared, "resubmissionSignature");
    const { submissionHash } = prepared.json;
    const stored = good(
      await worker.call("/agentSubmitWork", {
        ...key,
        submissionHash,
        resubmissionDeadline: request.deadline,
        resubmissionSignature: await worker.signTyped(request),
      }),
    );
    expect(stored.json).toMatchObject({
      state: "CHANGES_REQUESTED",
      workflowStatus: "resubmitted_awaiting_anchor",
    });
    expect(stored.json["_nextAction"]).toMatchObject({
      actor: "worker",
      endpoint: "/agentSubmitWork",
      body: { action: "anchor" },
    });

    const { submissions } = (await workOf(buyer, key)).json as { submissions: object[] };
    expect(submissions.at(-1)).toMatchObject({
      round: 1,
      submissionHash,
      status: "awaiting_anchor",
      submission: better,
    });

    const approved = await buyer.do("/agentDecide", {
      ...key,
      decision: "approve",
      submissionHash,
      rating: 5,
      comment: COMMENT,
    });
    expect(approved.json["task"]).toMatchObject({ state: "APPROVED", changeRounds: 1 });
    expect(((await workOf(worker, key)).json["submissions"] as object[]).at(-1)).toMatchObject({
      status: "on_chain",
      submission: better,
    });
  });

  it("lets anyone bring the signed work to the chain before the buyer judges", async () => {
    const key = await life.requested();
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, ...WORK });
    const request = requestIn(prepared, "resubmissionSignature");
    const { submissionHash, salt } = prepared.json;
    // The text goes along, for the case that the draft is gone.
    good(
      await worker.call("/agentSubmitWork", {
        ...key,
        ...WORK,
        salt,
        submissionHash,
        resubmissionDeadline: request.deadline,
        resubmissionSignature: await worker.signTyped(request),
      }),
    );
    const anchored = await new Agent(market, "stranger").do("/agentSubmitWork", { ...key, action: "anchor" });
    expect(anchored.json["task"]).toMatchObject({ state: "SUBMITTED", changeRounds: 1 });
    const rejected = await buyer.do("/agentDecide", {
      ...key,
      decision: "reject",
      submissionHash,
      rating: 1,
      comment: COMMENT,
    });
    expect(rejected.json["task"]).toMatchObject({ state: "REJECTED", workflowStatus: "rejected_may_contest" });
  });

  it("starts a selection task with the choice that the buyer has stored", async () => {
    const key = await life.created({ mode: "selection" });
    good(await market.call("/mkt/interest", "worker", key));
    const voucher = await market.stage.voucher(taskKey(key));
    good(
      await market.call("/mkt/interest/resolve", "buyer", {
        ...key,
        worker: worker.wallet,
        decision: "approve",
        voucherDeadline: voucher.deadline,
        voucherSignature: voucher.signature,
      }),
    );
    const started = await worker.do("/agentStakeAndConfirm", key);
    expect(started.json["task"]).toMatchObject({ state: "STARTED", worker: worker.wallet });
  });

  it("takes a rejection to the arbiter with evidence, or accepts it", async () => {
    for (const [action, state] of [
      ["contest", "DISPUTED"],
      ["concede", "REFUNDED"],
    ] as const) {
      const key = await life.submitted();
      await buyer.do("/agentDecide", {
        ...key,
        decision: "reject",
        submissionHash: await life.workHash(key),
        rating: 2,
        comment: COMMENT,
      });
      const after = await worker.do("/agentSubmitWork", {
        ...key,
        action,
        ...(action === "contest" && { text: "CANARY-evidence" }),
      });
      expect(after.json["task"]).toMatchObject({ state });
    }
  });
});

describe("happy: the ways out that anyone may take", () => {
  const anyone = () => new Agent(market, "stranger");

  it("closes a task that no one started, without a fee", async () => {
    const key = await life.created({ windows: { open: 300 } });
    await market.pass(301);
    const before = await market.chain.usdcUnitsOf(buyer.wallet);
    const closed = await anyone().do("/agentCancelTask", { ...key, action: "expire" });
    expect(closed.json["task"]).toMatchObject({ state: "EXPIRED" });
    expect((await market.chain.usdcUnitsOf(buyer.wallet)) - before).toBe(5_000_001n);
  });

  it("pays the worker of a silent buyer", async () => {
    const key = await life.submitted();
    await market.pass(3_601);
    expect((await anyone().do("/agentDecide", { ...key, action: "release" })).json["task"]).toMatchObject({
      state: "APPROVED",
      workflowStatus: "settled",
    });
  });

  it("ends a dispute whose arbiter is silent", async () => {
    const key = await life.submitted();
    await market.take("reject", taskKey(key));
    await market.take("contest", taskKey(key));
    await market.pass(2 * 86_400 + 1);
    expect((await anyone().do("/agentDecide", { ...key, action: "ruleByDefault" })).json["task"]).toMatchObject({
      state: "RESOLVED",
    });
  });

  it("pays the stake back to a worker who did not rate in time", async () => {
    const key = await life.submitted();
    await market.take("approve", taskKey(key));
    await market.pass(86_401);
    const claimed = await anyone().do("/agentRateAndClaimStake", { ...key, action: "claim" });
    expect(claimed.json["task"]).toMatchObject({ workflowStatus: "settled", workerRatedPoster: false });
  });
});

describe("happy: the buyer's way back", () => {
  it("cancels an open task for its cancel fee, on both contracts", async () => {
    for (const [contract, fee] of [
      ["human", 1_000_000n],
      ["agent-fast", 500_000n],
    ] as const) {
      const key = await life.created({ contract });
      const before = await market.chain.usdcUnitsOf(buyer.wallet);
      const cancelled = await buyer.do("/agentCancelTask", key);
      expect(cancelled.json["task"]).toMatchObject({ state: "CANCELLED", workflowStatus: "cancelled" });
      expect((await market.chain.usdcUnitsOf(buyer.wallet)) - before).toBe(5_000_001n - fee);
    }
  });
});

describe("happy: without a node and without an approval", () => {
  it("approves and creates in two transactions, and starts likewise", async () => {
    const payer = new Agent(market, "payer");
    const prepared = await payer.prepare("/agentCreateTaskSimple", OFFER);
    expect((prepared.json["transactions"] as Prepared[]).map(({ to }) => to)).toEqual([
      "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      market.stage.addresses["agent-fast"],
    ]);
    const key = keyIn(await payer.do("/agentCreateTaskSimple", OFFER));
    expect((await new Agent(market, "payer2").do("/agentStakeAndConfirm", key)).json["task"]).toMatchObject({
      state: "STARTED",
    });
  });

  it.each(["instant", "selection"] as const)(
    "creates and starts in one transaction each with a permit, which the service broadcasts (%s)",
    async (mode) => {
      const [poster, starter] = [new Agent(market, "payer3"), new Agent(market, "settler")];
      const inOne = async (agent: Agent, path: string, body: Record<string, unknown>) => {
        const request = requestIn(await agent.prepare(path, body), "permit");
        const permit = { deadline: request.deadline, signature: await agent.signTyped(request) };
        const { json } = await agent.prepare(path, { ...body, permit });
        const transactions = json["transactions"] as Prepared[];
        expect(transactions).toHaveLength(1);
        const signedTransaction = await agent.signTransaction(transactions[0]!);
        const { contract, taskId } = body;
        return agent.confirm(path, { contract, ...(taskId !== undefined && { taskId }), signedTransaction });
      };
      const key = keyIn(await inOne(poster, "/agentCreateTaskSimple", { ...OFFER, mode }));
      if (mode === "selection") await choose(poster, starter, key);
      expect((await inOne(starter, "/agentStakeAndConfirm", key)).json["task"]).toMatchObject({
        state: "STARTED",
        worker: starter.wallet,
      });
    },
  );

  it.each(["instant", "selection"] as const)(
    "gives a call that waits for its approval more than twice the gas that it takes (%s)",
    async (mode) => {
      const [poster, starter] = [new Agent(market, "payer3"), new Agent(market, "settler")];
      const sent = async (agent: Agent, path: string, body: Record<string, unknown>) => {
        const prepared = await agent.prepare(path, body);
        const [approval, call] = prepared.json["transactions"] as [Prepared, Prepared];
        expect(Number(call.gas)).toBeGreaterThan(Number(approval.gas));
        const txHash = await agent.send(prepared);
        const { gasUsed } = await market.chain.call<{ gasUsed: string }>("eth_getTransactionReceipt", txHash);
        expect(Number(call.gas) / Number(gasUsed)).toBeGreaterThan(2);
        const { contract, taskId } = body;
        return good(await agent.call(path, { contract, ...(taskId !== undefined && { taskId }), txHash }));
      };
      const key = keyIn(await sent(poster, "/agentCreateTaskSimple", { ...OFFER, mode, privateDetails: DETAILS }));
      if (mode === "selection") await choose(poster, starter, key);
      expect((await sent(starter, "/agentStakeAndConfirm", key)).json["task"]).toMatchObject({ state: "STARTED" });
    },
  );

  it("approves by itself, and tells what the wallet has", async () => {
    const payer = new Agent(market, "payer2");
    const approved = await payer.do("/agentApproveUSDC", { contract: "human", amountUsdc: "12.5" });
    expect(approved.json).toMatchObject({ ok: true, allowanceUsdc: "12.5", contract: "human", _nextAction: null });
    const info = good(await payer.call("/agentWalletInfo", {}));
    const { wei, usdcUnits, nonce } = await market.stage.escrow.balances(payer.wallet);
    expect(info.json).toMatchObject({
      wallet: payer.wallet,
      chainId: 8453,
      wei: String(wei),
      nonce,
      usdc: String(Number(usdcUnits) / 1e6),
    });
    expect(info.json["escrows"]).toMatchObject({
      human: { contractAddress: market.stage.addresses.human, allowanceUsdc: "12.5", creditUsdc: "0" },
    });
  });

  it("creates by an explicit hash, and takes the metadata that proves it later", async () => {
    const simple = await buyer.prepare("/agentCreateTaskSimple", OFFER);
    const { metadataHash, metadata } = simple.json;
    const made = await buyer.do("/agentCreateTask", {
      contract: OFFER.contract,
      rewardUsdc: "2",
      stakeUsdc: "0.2",
      metadataHash,
    });
    expect(made.json["task"]).toMatchObject({ metadataHash, state: "FUNDED" });
    // The draft of the other call hashes to the same, by the same wallet: it is this task's as well.
    expect(made.json["task"]).toMatchObject({ title: (metadata as { title: string }).title });
  });
});
