import type { TaskKey } from "../../packages/client/src/index";
import { agentOf } from "./agent";
import { openInbox } from "./inbox";
import type { Tell } from "./paidAnswer";
import { fundsOf } from "./funds";
import type { StackAddresses } from "./stackFile";

const SEARCH = { q: "tide tables", minRewardUsdc: "15", contract: "agent-fast" } as const;
const OFFER = {
  contract: "agent-fast",
  description: "For one harbour and one year, as a table.",
  category: "science",
  stakeUsdc: "2",
  mode: "selection",
} as const;

/**
 * Plays a worker that never asks whether there is news: a saved search tells it of a task, and each of its steps follows
 * from a delivery to its own server. Gives the task; throws if a delivery does not come or the money does not add up.
 */
export async function playListener(stack: StackAddresses, tell: Tell): Promise<TaskKey> {
  const [buyer, worker] = [agentOf(stack, "buyer"), agentOf(stack, "worker")];
  const inbox = await openInbox();
  try {
    const funds = await fundsOf(buyer, worker);
    const search = await inbox.subscribe(worker.mkt, { types: ["task.created"], scope: "market", filter: SEARCH });
    tell(
      "Worker: /mkt/webhooks creates a saved search, and tests it",
      `new tasks with the words “${SEARCH.q}” for ${SEARCH.minRewardUsdc} USDC or more, to its own server at ${inbox.url}\n` +
        `${search.id} is ${search.status}: the server has verified the signed test and returned its challenge`,
    );
    const types = ["interest.approved", "task.started", "task.approved", "task.settled"] as const;
    await inbox.subscribe(worker.mkt, { types: [...types], scope: "mine" });
    tell("Worker: another webhook, for its own events", types.join(", "));
    const forged = await fetch(inbox.url, { method: "POST", body: '{"type":"task.created"}' });
    tell("A stranger sends the server an event without a signature", `refused with ${forged.status}`);

    const post = (title: string, rewardUsdc: string) => buyer.mkt.poster.create({ ...OFFER, title, rewardUsdc });
    const cheap = (await post("Compute tide tables, cheaply", "5")).task;
    await post("Compute tide tables", "20");
    tell(
      "Buyer: two tasks, “Compute tide tables, cheaply” for 5 USDC and “Compute tide tables” for 20",
      "from here on the worker asks for no news: it acts on what its server is told",
    );

    const found = await inbox.next("task.created");
    const key = keyOf(found);
    await worker.mkt.worker.interest(key, "I have the harmonic constants of every harbour.");
    tell(`Worker, told of task.created (task ${key.taskId}, ${String(found.data["rewardUsdc"])} USDC): /mkt/interest`);
    await buyer.mkt.poster.select(key, worker.address);
    tell("Buyer: selects the worker");

    await inbox.next("interest.approved", key);
    await worker.mkt.worker.stake(key);
    tell("Worker, told of interest.approved: /agentStakeAndConfirm", `so far ${await funds.text()}`);

    await inbox.next("task.started", key);
    await worker.mkt.worker.submit(key, { text: "High and low water for each day of the year." });
    tell("Worker, told of task.started: /agentSubmitWork");

    const work = (await buyer.mkt.submissions(key)).submissions.at(-1);
    const judgement = { submissionHash: work?.submissionHash ?? "", rating: 5, comment: "Exact to the minute." };
    await buyer.mkt.poster.approve(key, judgement);
    tell("Buyer: approves the work", `so far ${await funds.text()}`);

    await inbox.next("task.approved", key);
    await worker.mkt.worker.rateAndClaim(key, { rating: 5, comment: "Decided at once." });
    tell("Worker, told of task.approved: /agentRateAndClaimStake");

    await inbox.next("task.settled", key);
    await funds.expect(worker, 20_000_000n, "the worker to have earned the reward and got the stake back");
    // 20 for the work, and 5 that wait in the task without a worker.
    await funds.expect(buyer, -25_000_000n, "the buyer to have paid for both tasks");
    if (inbox.received.filter((type) => type === "task.created").length !== 1 || inbox.refused !== 1)
      throw new Error("The demo expected one new task to be delivered, and one request to be refused");
    await buyer.mkt.poster.cancel({ contract: OFFER.contract, taskId: cheap.taskId });
    tell(
      "Worker, told of task.settled: there is nothing left to do",
      `all that was delivered: ${inbox.received.join(", ")}; nothing for 5 USDC, which the search excludes\n` +
        `${await funds.text()}, the cancel fee the other task included`,
    );
    return key;
  } finally {
    await inbox.close(worker.mkt);
    buyer.close();
    worker.close();
  }
}

function keyOf({ contract, taskId }: { contract: TaskKey["contract"] | null; taskId: string | null }): TaskKey {
  if (contract === null || taskId === null) throw new Error("The demo expected the event to name its task");
  return { contract, taskId };
}
