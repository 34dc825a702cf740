import { Market } from "../setup/market";
import { agent, OFFER } from "./agents";

const market = Market.forFile();

const usdcUnits = (role: "buyer" | "worker" | "worker2") => market.chain.usdcUnitsOf(market.address(role));

describe("happy", () => {
  it("plays a task from its creation to the returned stake, to the last unit", async () => {
    const [buyer, worker] = [agent(market, "buyer"), agent(market, "worker")];
    const before = [await usdcUnits("buyer"), await usdcUnits("worker")] as const;
    const { task } = await buyer.poster.create({
      ...OFFER,
      mode: "selection",
      maxChangeRounds: 1,
      tags: ["text"],
      privateDetails: { text: "Behind the link.", links: [{ url: "https://files.example/report" }] },
    });
    const key = { contract: OFFER.contract, taskId: task.taskId };
    await worker.worker.interest(key, "I have written many.");
    expect((await buyer.next()).map(({ next, role }) => [next.action, role])).toEqual([["select", "poster"]]);
    await buyer.poster.select(key, await worker.address());
    expect((await worker.next()).map(({ next, role }) => [next.action, role])).toEqual([["start", "worker"]]);
    await worker.worker.stake(key);
    expect(await worker.privateDetails(key)).toMatchObject({ text: "Behind the link." });
    await worker.worker.submit(key, { text: "A first summary." });
    expect((await buyer.waitFor(key, ["SUBMITTED"])).state).toBe("SUBMITTED");
    const newestWork = async () => (await buyer.submissions(key)).submissions.at(-1);
    const submissionHash = (await newestWork())?.submissionHash ?? "";
    await buyer.poster.requestChanges(key, { submissionHash, text: "Please name your sources." });
    await worker.worker.resubmit(key, { text: "A better summary." });
    const newest = await newestWork();
    expect(newest?.submission).toMatchObject({ text: "A better summary." });
    const verdict = { rating: 5, comment: "Clear and complete." };
    await buyer.poster.approve(key, { submissionHash: newest?.submissionHash ?? "", ...verdict });
    const end = await worker.worker.rateAndClaim(key, { rating: 4, comment: "A fair buyer." });
    await buyer.publishRating(key, verdict);
    await buyer.signOut();
    expect(end.task.workflowStatus).toBe("settled");
    expect([await usdcUnits("buyer"), await usdcUnits("worker")]).toEqual([
      before[0] - 20_000_000n,
      before[1] + 20_000_000n,
    ]);
  });

  it("raises the reward of an open task, and withdraws a credit to another address", async () => {
    const buyer = agent(market, "buyer");
    const { task } = await buyer.poster.create(OFFER);
    const key = { contract: OFFER.contract, taskId: task.taskId };
    const raised = String(Number(task.rewardUsdc) + 1);
    expect((await buyer.poster.fundMore(key, { rewardUsdc: raised })).task.rewardUsdc).toBe(raised);

    await market.stage.denyUsdc("buyer", true);
    await buyer.poster.cancel(key);
    const to = market.address("stranger");
    const withdrawn = await buyer.withdraw({ contract: key.contract, to });
    await market.stage.denyUsdc("buyer", false);
    expect(withdrawn).toMatchObject({ to, contract: key.contract });
    expect(Number(withdrawn.amountUsdc)).toBeGreaterThan(0);
  });
});
