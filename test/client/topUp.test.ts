import { USDC } from "../setup/chain";
import { testFirestore } from "../setup/firestore";
import { Market } from "../setup/market";
import { agent, OFFER } from "./agents";

const { db } = testFirestore();
const market = Market.forFile(db);

describe("happy", () => {
  it("raises the reward of an open task, and withdraws a credit to another address", async () => {
    const buyer = agent(market, "buyer");
    const { task } = await buyer.poster.create(OFFER);
    const key = { contract: OFFER.contract, taskId: task.taskId };
    const raised = String(Number(task.rewardUsdc) + 1);
    expect((await buyer.poster.fundMore(key, { rewardUsdc: raised })).task.rewardUsdc).toBe(raised);

    const deny = (name: "blacklist" | "unBlacklist") =>
      market.chain.send({
        from: "deployer",
        to: USDC,
        data: market.chain.usdc.interface.encodeFunctionData(name, [market.address("buyer")]),
      });
    await deny("blacklist");
    await buyer.poster.cancel(key);
    const to = market.address("stranger");
    const withdrawn = await buyer.withdraw({ contract: key.contract, to });
    await deny("unBlacklist");
    expect(withdrawn).toMatchObject({ to, contract: key.contract });
    expect(Number(withdrawn.amountUsdc)).toBeGreaterThan(0);
  });
});
