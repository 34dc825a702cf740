import { concat, getAddress } from "ethers";
import { Agent, DETAILS, good, OFFER, requestIn, WORK, type Prepared } from "../../setup/agent";
import type { Reply } from "../../setup/paying/buyer";
import { USDC } from "../../setup/chain/chain";
import { EscrowStage } from "../../setup/chain/escrow";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { TaskLife, type Named } from "../../setup/tasks/taskLife";

const { db } = testFirestore();
const market = Market.forFile(db);
const life = new TaskLife(market);
const { buyer, worker } = life;
const [worker2, stranger] = [new Agent(market, "worker2"), new Agent(market, "stranger")];

const COMMENT = "Careful work, on time.";
const codeOf = ({ json }: Reply) => json["code"];
const stored = async ({ contract, taskId }: Named) =>
  (await db.collection("tasks").doc(`${contract}-${taskId}`).get()).data();
const transactionIn = ({ json }: Reply) => (json["transactions"] as Prepared[])[0] as Prepared;

describe("security: M1: a confirmation is of this step, task, contract and wallet, or refused", () => {
  it("M1: refuses another task's transaction, another step's, another wallet's, and the other contract's", async () => {
    const [first, second, onHuman] = [
      await life.created(),
      await life.created(),
      await life.created({ contract: "human" }),
    ];
    const staked = await worker.send(await worker.prepare("/agentStakeAndConfirm", first));
    const before = await Promise.all([first, second, onHuman].map(stored));
    for (const [agent, path, key] of [
      [worker, "/agentStakeAndConfirm", second],
      [worker, "/agentStakeAndConfirm", { ...first, contract: "human" }],
      [worker, "/agentStakeAndConfirm", onHuman],
      [worker2, "/agentStakeAndConfirm", first],
      [worker, "/agentSubmitWork", first],
      [buyer, "/agentCancelTask", first],
      [buyer, "/agentDecide", first],
      [worker, "/agentRateAndClaimStake", first],
      [buyer, "/agentCreateTask", {}],
      [buyer, "/agentApproveUSDC", {}],
    ] as const) {
      const reply = await agent.call(path, { ...key, txHash: staked });
      expect([path, reply.status, codeOf(reply)]).toEqual([path, 409, "state_conflict"]);
    }
    expect(await Promise.all([first, second, onHuman].map(stored))).toEqual(before);
    expect((await worker.call("/agentStakeAndConfirm", { ...first, txHash: staked })).status).toBe(200);
  });

  it("D15: prepares no start on other terms than the worker read", async () => {
    const key = await life.created();
    const { json } = await market.get("/mkt/interest/status", { ...key, wallet: worker.wallet });
    const { body } = json["_nextAction"] as { body: { termsHash: string } };
    expect(body.termsHash).toBe(await market.stage.agreedTerms({ contract: "agent-fast", taskId: BigInt(key.taskId) }));
    const refused = await worker.call("/agentStakeAndConfirm", { ...key, termsHash: `0x${"77".repeat(32)}` });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: "state_conflict", detail: expect.stringContaining(body.termsHash), _nextAction: { body } },
    ]);
    expect((await worker.call("/agentStakeAndConfirm", body)).json["transactions"]).toHaveLength(1);
  });

  it("M1: takes no word of a contract that only looks like the escrow", async () => {
    const lookAlike = await EscrowStage.open(market.chain);
    const key = await lookAlike.create("agent-fast");
    const staked = await lookAlike.take("start", key);
    const named = await life.created();
    for (const body of [named, { contract: "agent-fast", taskId: String(key.taskId) }]) {
      expect(codeOf(await worker.call("/agentStakeAndConfirm", { ...body, txHash: staked }))).toBe("state_conflict");
    }
    const created = await market.chain.provider.getLogs({ address: lookAlike.addresses["agent-fast"], fromBlock: 0 });
    const reply = await buyer.call("/agentCreateTaskSimple", {
      contract: "agent-fast",
      txHash: created[0]?.transactionHash,
    });
    expect(codeOf(reply)).toBe("state_conflict");
  });

  it("M1: tells a decision from its opposite, and one creation in a transaction from another", async () => {
    const key = await life.submitted();
    const body = { ...key, submissionHash: await life.workHash(key), rating: 4, comment: COMMENT };
    const txHash = await buyer.send(await buyer.prepare("/agentDecide", { ...body, decision: "reject" }));
    expect(codeOf(await buyer.call("/agentDecide", { ...key, decision: "approve", txHash }))).toBe("state_conflict");
    expect((await buyer.call("/agentDecide", { ...key, decision: "reject", txHash })).status).toBe(200);
    const made = await buyer.send(await buyer.prepare("/agentCreateTaskSimple", OFFER));
    const other = { contract: OFFER.contract, txHash: made, metadataHash: `0x${"ab".repeat(32)}` };
    expect(codeOf(await buyer.call("/agentCreateTaskSimple", other))).toBe("state_conflict");
  });

  it("M1: confirms what a contract wallet did, no matter who sent it: the escrow's own word of the caller counts", async () => {
    const key = await life.created();
    const wallet = await contractWallet();
    const { to, data } = transactionIn(good(await stranger.call("/agentStakeAndConfirm", { ...key, wallet })));
    const txHash = await market.chain.send({ from: "stranger", to: wallet, data: concat([to, data]) });
    expect(codeOf(await stranger.call("/agentStakeAndConfirm", { ...key, txHash }))).toBe("state_conflict");
    const { json } = good(await stranger.call("/agentStakeAndConfirm", { ...key, wallet, txHash }));
    expect(json["task"]).toMatchObject({ state: "STARTED", worker: wallet });
  });
});

/** A wallet that is a contract: it makes the call that anyone sends it, `to` and calldata in one. It may stake. */
async function contractWallet(): Promise<string> {
  const wallet = getAddress(`0x${"c0".repeat(20)}`);
  await market.chain.call("anvil_setCode", wallet, "0x601436038060146000375f5f915f5f5f3560601c5af1601c575f5ffd5b00");
  const usdc = market.chain.usdc.interface;
  const escrow = market.stage.addresses["agent-fast"];
  await market.chain.send({ to: USDC, data: usdc.encodeFunctionData("mint", [wallet, 10_000_000n]) });
  await market.chain.send({
    to: wallet,
    data: concat([USDC, usdc.encodeFunctionData("approve", [escrow, 10_000_000n])]),
  });
  return wallet;
}

describe("security: M2: a confirmation that is repeated or late changes nothing", () => {
  it("M2: gives the same answer again, and leaves every document as it was", async () => {
    const key = await life.created();
    const txHash = await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    const once = good(await worker.call("/agentStakeAndConfirm", { ...key, txHash }));
    const kept = await stored(key);
    const again = await Promise.all(
      Array.from({ length: 5 }, () => worker.call("/agentStakeAndConfirm", { ...key, txHash })),
    );
    expect(again.map(({ text }) => text)).toEqual(Array.from({ length: 5 }, () => once.text));
    expect(await stored(key)).toEqual(kept);
  });

  it("M2: does not lead a task back to an earlier step", async () => {
    const key = await life.created();
    const staked = await worker.send(await worker.prepare("/agentStakeAndConfirm", key));
    const handedIn = await worker.send(await worker.prepare("/agentSubmitWork", { ...key, ...WORK }));
    good(await worker.call("/agentSubmitWork", { ...key, txHash: handedIn }));
    const late = good(await worker.call("/agentStakeAndConfirm", { ...key, txHash: staked }));
    expect(late.json["task"]).toMatchObject({ state: "SUBMITTED" });
    expect(await stored(key)).toMatchObject({ state: "SUBMITTED" });
  });

  it("M2: takes confirmations in any order, also those that no one sent", async () => {
    const txHash = await buyer.send(await buyer.prepare("/agentCreateTaskSimple", OFFER));
    const taskId = String(await market.stage.taskCount("agent-fast"));
    const key = { contract: "agent-fast", taskId } as const;
    const started = await worker.do("/agentStakeAndConfirm", key);
    expect(started.json["task"]).toMatchObject({ state: "STARTED", title: null });
    good(await buyer.call("/agentCreateTaskSimple", { contract: "agent-fast", txHash }));
    expect(await stored(key)).toMatchObject({ state: "STARTED", metadata: { title: OFFER.title } });
  });
});

describe("security: M3: content is what the chain's hash says", () => {
  it("M3: stores no metadata for a creation whose hash is one byte off", async () => {
    const prepared = await buyer.prepare("/agentCreateTaskSimple", { ...OFFER, privateDetails: DETAILS });
    const { to, data } = (prepared.json["transactions"] as Prepared[]).at(-1) as Prepared;
    const hash = String(prepared.json["metadataHash"]).slice(2);
    const flipped = hash.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    const txHash = await market.chain.send({ from: "buyer", to, data: data.replace(hash, flipped) });
    const { json } = good(await buyer.call("/agentCreateTaskSimple", { contract: OFFER.contract, txHash }));
    expect(json["task"]).toMatchObject({
      state: "FUNDED",
      title: null,
      description: null,
      metadataHash: `0x${flipped}`,
    });
  });

  it("M3: stores no work that does not hash to what was signed", async () => {
    const key = await life.requested();
    const prepared = await worker.prepare("/agentSubmitWork", { ...key, ...WORK });
    const request = requestIn(prepared, "resubmissionSignature");
    const { submissionHash, salt } = prepared.json;
    const signed = {
      ...key,
      submissionHash,
      resubmissionDeadline: request.deadline,
      resubmissionSignature: await worker.signTyped(request),
    };
    const forged = await worker.call("/agentSubmitWork", { ...signed, ...WORK, text: `${WORK.text}.`, salt });
    expect(codeOf(forged)).toBe("metadata_hash_mismatch");
    const wrongSalt = `0x${"00".repeat(32)}`;
    expect(codeOf(await worker.call("/agentSubmitWork", { ...signed, ...WORK, salt: wrongSalt }))).toBe(
      "metadata_hash_mismatch",
    );
    expect((await worker.call("/agentSubmitWork", { ...signed, ...WORK, salt })).status).toBe(200);
  });
});
