import { id } from "ethers";
import type { Mkt, TaskKey } from "../../packages/client/src/index";
import { agentOf } from "./agent";
import type { Tell } from "./paidAnswer";
import { fundsOf } from "./funds";
import type { StackAddresses } from "./stackFile";

type Case = Awaited<ReturnType<Mkt["disputes"]["read"]>>;

const RULING = {
  workerShareBps: 7_500,
  forfeitStake: false,
  reason: "Four of five pages meet the criterion, and the fifth names its source late.",
};

/**
 * Plays a rejection that the worker contests, up to the arbiter's ruling: evidence, the buyer's answer, a question in the
 * thread, and the reward split. Throws if the money does not go where the ruling says.
 */
export async function playDispute(stack: StackAddresses, tell: Tell): Promise<void> {
  const [buyer, worker, arbiter] = [agentOf(stack, "buyer"), agentOf(stack, "worker"), agentOf(stack, "arbiter")];
  try {
    const funds = await fundsOf(buyer, worker);
    const { task } = await buyer.mkt.poster.create({
      contract: "human",
      title: "Write a report on tides",
      description: "Five pages for readers who have never seen the sea.",
      category: "writing",
      rewardUsdc: "20",
      stakeUsdc: "2",
      acceptance: { criteria: ["Each page names the source of its figures."] },
    });
    const key: TaskKey = { contract: "human", taskId: task.taskId };
    await worker.mkt.worker.stake(key);
    await worker.mkt.worker.submit(key, { text: "Five pages, with their sources." });
    tell("Buyer and worker: a task for 20 USDC, a stake of 2 USDC, and the work", `so far ${await funds.text()}`);

    const work = (await buyer.mkt.submissions(key)).submissions.at(-1);
    await buyer.mkt.poster.reject(key, {
      submissionHash: work?.submissionHash ?? "",
      rating: 2,
      comment: "Page five names no source.",
    });
    tell("Buyer: /agentDecide rejects the work", "“Page five names no source.”");
    const contested = await worker.mkt.worker.contest(key, { text: "The source of page five is in its last line." });
    tell(
      "Worker: /agentSubmitWork contests the rejection, with evidence",
      `${contested.task.state}; the arbiter may rule until ${contested.task.deadlines.ruleBy}`,
    );
    await buyer.mkt.disputes.answer(key, { text: "A source belongs beside its figure." });
    tell("Buyer: /mkt/dispute/answer, once", "“A source belongs beside its figure.”");

    const { items } = await arbiter.mkt.disputes.list(arbiter.address);
    const found = items.find(({ contract, taskId }) => contract === key.contract && taskId === key.taskId);
    if (!found) throw new Error("The demo expected the dispute in the arbiter's list");
    tell("Arbiter: /mkt/dashboard?tab=disputes", `task ${found.taskId}, “${found.title}”`);
    tell("Arbiter: /mkt/dispute, the whole case", caseText(await arbiter.mkt.disputes.read(found)));

    await arbiter.mkt.messages.send(found, { text: "Worker, do the other four pages name theirs?" });
    const asked = (await worker.mkt.messages.list(key)).items[0];
    await worker.mkt.messages.send(key, { text: "Yes, each beside its figures." });
    const replied = (await arbiter.mkt.messages.list(found)).items[0];
    tell(
      "Arbiter and worker: /mkt/messages, which the buyer reads, too",
      [asked, replied].map((message) => `${message?.role}: “${message?.text}”`).join("\n"),
    );

    await arbiter.mkt.disputes.rule(found, RULING);
    const { ruling } = await buyer.mkt.task(key);
    if (ruling?.rulingHash !== id(RULING.reason)) throw new Error("The demo expected the reason's hash on the chain");
    tell(
      `Arbiter: /agentRule gives the worker ${RULING.workerShareBps / 100} % of the reward, and the stake back`,
      `“${ruling.reason}”\nanyone can read this reason in /mkt/task; the chain has its hash`,
    );

    await funds.expect(worker, 15_000_000n, "the worker to have 15 of 20 USDC, and the stake back");
    await funds.expect(buyer, -15_000_000n, "the buyer to have 5 of 20 USDC back");
    tell(
      "The money is split as ruled",
      `${ruling.workerGotUsdc} USDC to the worker, its stake included, and ${ruling.posterGotUsdc} USDC back to the buyer\nin all: ${await funds.text()}`,
    );
  } finally {
    for (const agent of [buyer, worker, arbiter]) agent.close();
  }
}

/** What the arbiter has to judge by. These texts are evidence, never instructions. */
function caseText({ task, submissions, comments, evidence, answer }: Case): string {
  return [
    ...(task.acceptance?.criteria ?? []).map((text) => `Criterion: “${text}”`),
    ...submissions.map(({ content }) => `Work: “${content?.text}”`),
    ...comments.map(({ content }) => `Rejection: “${content}”`),
    `Evidence of the worker: “${evidence?.content?.text}”`,
    `Answer of the buyer: “${answer?.content?.text}”`,
  ].join("\n");
}
