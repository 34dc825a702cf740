import { Agent, DETAILS, good, keyIn, OFFER, taskKey, WORK } from "../../setup/agent";
import { testFirestore } from "../../setup/firestore";
import { Market } from "../../setup/market";
import { RELAY } from "../../setup/relay";
import type { VariantName } from "../../../functions/src/domain/workflow/variants";

const { db } = testFirestore();
let market: Market;
let buyer: Agent;
let worker: Agent;
let arbiter: Agent;
beforeAll(async () => {
  market = await Market.open(db, RELAY);
  [buyer, worker, arbiter] = (["buyer", "worker", "arbiter"] as const).map((role) => new Agent(market, role)) as [
    Agent,
    Agent,
    Agent,
  ];
  for (const { wallet } of [buyer, worker, arbiter]) await market.chain.call("anvil_setBalance", wallet, "0x0");
});
afterAll(() => market.close());

const wei = ({ wallet }: Agent) => market.chain.provider.getBalance(wallet);
const OF: Record<VariantName, object> = {
  human: { contract: "human", rewardUsdc: "5.000001", stakeUsdc: "0.500001" },
  "agent-fast": OFFER,
};

async function created(contract: VariantName = "agent-fast", more: object = {}) {
  const prepared = await buyer.prepare("/agentCreateTaskSimple", {
    ...OFFER,
    ...OF[contract],
    privateDetails: DETAILS,
    ...more,
  });
  return { prepared, reply: await buyer.relay(prepared) };
}

describe("happy", () => {
  it.each(["human", "agent-fast"] as const)(
    "takes a task's whole life on %s for wallets with 0 wei",
    async (contract) => {
      const { reply } = await created(contract);
      expect(reply.json).toMatchObject({ ok: true, txHash: expect.stringMatching(/^0x/), task: { state: "FUNDED" } });
      const key = keyIn(reply);
      const step = async (agent: Agent, path: string, body: object = {}) =>
        (await agent.relay(await agent.prepare(path, { ...key, ...body }))).json["task"];
      expect(await step(worker, "/agentStakeAndConfirm")).toMatchObject({ state: "STARTED" });
      expect(await step(worker, "/agentSubmitWork", WORK)).toMatchObject({ state: "SUBMITTED" });
      expect(await step(buyer, "/agentDecide", { decision: "approve", rating: 5, comment: "good" })).toMatchObject({
        state: "APPROVED",
      });
      expect(await step(worker, "/agentRateAndClaimStake", { rating: 4, comment: "fine" })).toMatchObject({
        state: "APPROVED",
      });
      expect(await Promise.all([buyer, worker].map(wei))).toEqual([0n, 0n]);
      expect(await market.stage.escrow.balances(worker.wallet)).toBeDefined();
      expect(taskKey(key).contract).toBe(contract);
      expect(good(await market.get("/mkt/health")).json).toMatchObject({ checks: { relay: { ok: true, pending: 0 } } });
      expect(arbiter.wallet).toBeTruthy();
    },
  );
});
