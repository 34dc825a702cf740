import type { TaskKey } from "../../packages/client/src/index";
import { agentOf, type Agent } from "./agent";
import type { Tell } from "./paidAnswer";
import { fundsOf } from "./funds";
import type { StackAddresses } from "./stackFile";

type Variant = TaskKey["contract"];

const OFFER = { rewardUsdc: "20", stakeUsdc: "2" };

/**
 * Plays a buyer and a worker who have nothing but the client: a task with private details, from its creation to the
 * returned stake, with a change request that is answered by signature. Gives the task; throws if a step is refused or the
 * money does not add up.
 */
export async function playMarket(stack: StackAddresses, contract: Variant, tell: Tell): Promise<TaskKey> {
  const [buyer, worker] = [agentOf(stack, "buyer"), agentOf(stack, "worker")];
  const funds = await fundsOf(buyer, worker);
  try {
    const { task } = await buyer.mkt.poster.create({
      ...OFFER,
      contract,
      title: "Summarise a report",
      description: "One page in plain words.",
      category: "writing",
      mode: "selection",
      maxChangeRounds: 1,
      privateDetails: { text: "The report is at the link.", links: [{ url: "https://files.example/report" }] },
    });
    const key: TaskKey = { contract, taskId: task.taskId };
    await told("Buyer: /agentCreateTaskSimple, with a permit in the place of an approval", key, buyer);

    await worker.mkt.worker.interest(key, "I have written many of these.");
    await told("Worker: /mkt/interest", key, worker);
    await buyer.mkt.poster.select(key, worker.address);
    await told("Buyer: /mkt/interest/resolve with a signed Selection", key, worker);
    await worker.mkt.worker.stake(key);
    await told("Worker: /agentStakeAndConfirm", key, worker);

    tell("Worker: /mkt/private-details", `“${(await worker.mkt.privateDetails(key))?.text}”`);
    await worker.mkt.worker.submit(key, { text: "A first summary." });
    await told("Worker: /agentSubmitWork", key, buyer);

    const newestWork = async () => (await buyer.mkt.submissions(key)).submissions.at(-1);
    const submissionHash = (await newestWork())?.submissionHash ?? "";
    await buyer.mkt.poster.requestChanges(key, { submissionHash, text: "Please name the source of each figure." });
    await told("Buyer: /mkt/request-changes, and its chain step", key, worker);
    await worker.mkt.worker.resubmit(key, { text: "A better summary, with its sources." });
    await told("Worker: /mkt/resubmit by signature, without gas", key, buyer);

    const newest = await newestWork();
    tell("Buyer: /agentGetSubmissionDetails", `“${newest?.submission?.text}”`);
    await buyer.mkt.poster.approve(key, {
      submissionHash: newest?.submissionHash ?? "",
      rating: 5,
      comment: "Clear and complete.",
    });
    await told("Buyer: /agentDecide, which also brings the new work to the chain", key, worker);
    await worker.mkt.worker.rateAndClaim(key, { rating: 5, comment: "A fair buyer." });
    await told("Worker: /agentRateAndClaimStake", key, worker);

    await funds.expect(worker, 20_000_000n, "the worker to have earned the reward and got the stake back");
    await funds.expect(buyer, -20_000_000n, "the buyer to have spent the reward and nothing else");
    tell("The money adds up", `${await funds.text()}, to the last unit`);
    return key;
  } finally {
    buyer.close();
    worker.close();
  }

  /** Says what was done, where the task stands for the one who looks at it, and what it cost. */
  async function told(title: string, key: TaskKey, viewer: Agent): Promise<void> {
    const { workflowStatus, _nextAction: next } = await viewer.mkt.status(key);
    const todo = next ? `${next.actor}: ${next.action} by ${next.endpoint}` : "nothing, it is settled";
    tell(title, `${workflowStatus} for the ${viewer.role}; next ${todo}; so far ${await funds.text()}`);
  }
}

/** Plays a task without a worker that its buyer cancels for the cancel fee. Throws if the fee is another. */
export async function playCancel(
  stack: StackAddresses,
  contract: Variant,
  feeUnits: bigint,
  tell: Tell,
): Promise<void> {
  const buyer = agentOf(stack, "buyer");
  try {
    const funds = await fundsOf(buyer);
    const created = await buyer.mkt.poster.create({
      ...OFFER,
      contract,
      title: "Count the clouds",
      description: "All of them.",
      category: "science",
    });
    const { task } = await buyer.mkt.poster.cancel({ contract, taskId: created.task.taskId });
    await funds.expect(buyer, -feeUnits, "cancelling to cost the cancel fee");
    tell("Buyer: a task on this contract, and /agentCancelTask", `${task.state}; ${await funds.text()}`);
  } finally {
    buyer.close();
  }
}
