import { Wallet } from "ethers";
import { Agent, DETAILS, good, keyIn, OFFER, requestIn, taskKey, WORK } from "../../setup/agent";
import { post, type Reply } from "../../setup/paying/buyer";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { freshCaller } from "../../setup/payments";
import { RELAY } from "../../setup/relay";
import type { Named } from "../../setup/tasks/taskLife";
import { until } from "../../setup/until";

const { db } = testFirestore();
const market = Market.forFile(db, { ...RELAY, RELAY_FREE_STARTS: "2" });
const buyer = new Agent(market, "buyer");
const CREATE = "/agentCreateTaskSimple";
const START = "/agentStakeAndConfirm";
const FREE = { ...OFFER, stakeUsdc: "0", privateDetails: DETAILS };
const codeOf = ({ json }: Reply) => json["code"];

/** A wallet that nobody has sent anything. */
class Newcomer extends Agent {
  private readonly own = Wallet.createRandom();

  override get wallet() {
    return this.own.address as Agent["wallet"];
  }

  override signTyped({ typedData: { domain, types, message } }: Parameters<Agent["signTyped"]>[0]): Promise<string> {
    return this.own.signTypedData(domain, types, message);
  }

  async holdings(): Promise<[bigint, bigint]> {
    return [await market.chain.provider.getBalance(this.wallet), await market.chain.usdcUnitsOf(this.wallet)];
  }
}
const newcomer = () => new Newcomer(market, "stranger");

/** A task that the poster has hired this worker for. */
async function hired(worker: Agent, more: object = {}): Promise<Named> {
  const confirmed = await buyer.do(CREATE, { ...FREE, ...more, worker: worker.wallet });
  const selection = requestIn(confirmed, "voucherSignature");
  const { body } = confirmed.json["_nextAction"] as { body: Record<string, unknown> };
  const voucherSignature = await buyer.signTyped(selection);
  good(await buyer.call(CREATE, { ...body, voucherSignature, voucherDeadline: selection.deadline }));
  return keyIn(confirmed);
}

const taskOf = async ({ contract, taskId }: Named) =>
  good(await market.get("/mkt/task", { contract, id: taskId })).json;

describe("a task without a stake", () => {
  it("NS1: is taken, submitted, paid and withdrawn by a wallet that holds nothing", async () => {
    const worker = newcomer();
    const key = await hired(worker);
    expect(await worker.holdings()).toEqual([0n, 0n]);
    const terms = (await taskOf(key))["terms"] as { onSilence: { deadline: string; outcome: string }[] };
    expect(terms.onSilence.map(({ deadline }) => deadline)).not.toContain("rateBy");
    expect(terms.onSilence.filter(({ outcome }) => /stake/.test(outcome))).toEqual([]);
    const prepared = await worker.prepare(START, key);
    // No approval, and nothing that takes money.
    expect(prepared.json["transactions"]).toHaveLength(1);
    expect(prepared.json["signatures"]).toBeUndefined();
    const started = await worker.relay(prepared);
    expect(started.json["task"]).toMatchObject({ state: "STARTED", stakeUsdc: "0" });
    expect(started.json["_nextAction"]).toMatchObject({ onSilence: "The reward goes back to the poster." });
    const submitted = await worker.relay(await worker.prepare("/agentSubmitWork", { ...key, ...WORK }));
    expect(submitted.json["task"]).toMatchObject({ state: "SUBMITTED" });
    const decision = { ...key, decision: "approve", rating: 5, comment: "Good." };
    const approved = await buyer.do("/agentDecide", decision);
    expect(approved.json["task"]).toMatchObject({ state: "APPROVED", workflowStatus: "settled" });
    expect(await worker.holdings()).toEqual([0n, 5_000_001n]);
    const rated = await worker.relay(
      await worker.prepare("/agentRateAndClaimStake", { ...key, rating: 4, comment: "Clear." }),
    );
    expect(rated.json["task"]).toMatchObject({ ratings: { ofWorker: 5, ofPoster: 4 } });
    await market.settle();
    const { json } = await market.call("/mkt/accounting", "buyer", {});
    expect(JSON.stringify(json)).not.toContain('"type":"stake');
  });

  it("NS2: has at most so many starts of one worker relayed before it submits", async () => {
    const worker = newcomer();
    const keys = [await hired(worker), await hired(worker), await hired(worker)] as const;
    for (const key of keys.slice(0, 2)) await worker.relay(await worker.prepare(START, key));
    const third = await worker.prepare(START, keys[2]);
    const gasless = third.json["gasless"] as Parameters<Agent["relayed"]>[0];
    const body = await worker.relayed(gasless, third.json);
    const refused = await worker.call("/mkt/relay", body);
    expect(refused.json).toMatchObject({ code: "relay_refused", detail: expect.stringMatching(/at most 2/) });
    expect(await taskOf(keys[2])).toMatchObject({ state: "FUNDED" });
    await worker.relay(await worker.prepare("/agentSubmitWork", { ...keys[0], ...WORK }));
    expect(good(await worker.confirm("/mkt/relay", body)).json["task"]).toMatchObject({ state: "STARTED" });
  });

  it("NS2: counts a start that is mined, though nobody confirmed it, and starts that come at once", async () => {
    const worker = newcomer();
    const keys = [await hired(worker), await hired(worker), await hired(worker)] as const;
    const bodies: Record<string, unknown>[] = [];
    for (const key of keys) {
      const { json } = await worker.prepare(START, key);
      bodies.push(await worker.relayed(json["gasless"] as Parameters<Agent["relayed"]>[0], json));
    }
    const [first, second, third] = bodies as [object, object, object];
    const relay = (body: object) => worker.call("/mkt/relay", body as Record<string, unknown>);
    await market.chain.call("evm_setAutomine", false);
    expect(codeOf(await relay(first))).toBe("tx_not_confirmed");
    expect(codeOf(await relay(second))).toBe("tx_not_confirmed");
    await market.chain.call("evm_setAutomine", true);
    await market.chain.mine();
    expect(await taskOf(keys[0])).toMatchObject({ state: "FUNDED" });
    let codes: unknown[] = [];
    await until(async () => {
      codes = (await Promise.all([relay(second), relay(third)])).map(codeOf);
      return !codes.includes("tx_not_confirmed");
    });
    expect(codes.filter((code) => code === "relay_refused")).toHaveLength(1);
    for (const key of keys) await market.sync(taskKey(key));
    const states = await Promise.all(keys.map(async (key) => (await taskOf(key))["state"]));
    expect(states.filter((state) => state === "STARTED")).toHaveLength(2);
  });

  it("NS3: is not started when gas costs more than a start without a stake may", async () => {
    const service = await market.anotherService(db, { ...RELAY, RELAY_FREE_START_GWEI: "1" });
    const worker = newcomer();
    const key = await hired(worker);
    const prepared = await worker.prepare(START, key);
    const body = await worker.relayed(prepared.json["gasless"] as Parameters<Agent["relayed"]>[0], prepared.json);
    const refused = await post(`${service.baseUrl}/mkt/relay`, body, freshCaller());
    expect(refused.json).toMatchObject({ code: "relay_refused", detail: expect.stringMatching(/Gas costs more/) });
    expect(await taskOf(key)).toMatchObject({ state: "FUNDED" });
    await service.close();
  });

  it("is refused in instant mode, and nothing is created", async () => {
    const refused = await buyer.call(CREATE, FREE);
    expect(refused.json).toMatchObject({ code: "invalid_request", detail: expect.stringMatching(/selection mode/) });
    expect(codeOf(await buyer.call(CREATE, { ...FREE, mode: "instant" }))).toBe("invalid_request");
  });

  it("gives the whole reward back when the work does not come", async () => {
    const worker = newcomer();
    const key = await hired(worker);
    await worker.relay(await worker.prepare(START, key));
    const { workBy } = (await taskOf(key))["deadlines"] as { workBy: string };
    await market.pass(Math.ceil((Date.parse(workBy) - market.nowMs()) / 1_000) + 2);
    const before = await market.chain.usdcUnitsOf(buyer.wallet);
    const ended = await buyer.do("/agentCancelTask", { ...key, action: "expire" });
    expect(ended.json["task"]).toMatchObject({ state: "EXPIRED" });
    expect((await market.chain.usdcUnitsOf(buyer.wallet)) - before).toBe(5_000_001n);
  });
});
