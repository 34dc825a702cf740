import { Wallet } from "ethers";
import type { NewTask, TaskKey } from "../../packages/client/src/index";
import { agentOf, type Agent } from "./agent";
import { fundsOf } from "./funds";
import type { Tell } from "./paidAnswer";
import type { StackAddresses } from "./stackFile";

const REWARD = 20_000_000n;
const OFFER = {
  contract: "agent-fast",
  description: 'The sum of the numbers from 1 to 8, as {"sum": …}.',
  category: "research",
  rewardUsdc: "20",
  acceptance: { outputSchema: { type: "object", required: ["sum"], properties: { sum: { const: 36 } } } },
} as const;
const WORK = { text: "Added one by one.", output: { sum: 36 } };

/**
 * Plays a task that the service's judge pays for within seconds, and one without a stake that a wallet with nothing takes
 * and another agent judges. Throws if the money does not add up. Gives the first.
 */
export async function playJudged(stack: StackAddresses, tell: Tell): Promise<TaskKey> {
  const [buyer, worker, judge] = [agentOf(stack, "buyer"), agentOf(stack, "worker"), agentOf(stack, "worker2")];
  const newcomer = agentOf(stack, "stranger", Wallet.createRandom().privateKey);
  try {
    const post = async (task: Pick<NewTask, "title" | "stakeUsdc" | "judge" | "worker">): Promise<TaskKey> => {
      const created = await buyer.mkt.poster.create({ ...OFFER, ...task });
      return { contract: OFFER.contract, taskId: created.task.taskId };
    };
    const funds = await fundsOf(buyer, worker, newcomer);
    const key = await post({ title: "Add eight numbers", stakeUsdc: "2", judge: "schema" });
    tell('Buyer: posts a task with a schema of its output, and judge: "schema"', `task ${key.taskId}`);
    await worker.mkt.worker.stake(key);
    const startMs = performance.now();
    const { task } = await worker.mkt.worker.submit(key, WORK);
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
    if (task.state !== "APPROVED") throw new Error(`The demo expected the judge to approve: the task is ${task.state}`);
    await funds.expect(worker, REWARD - feeOf(task), "the worker to have the reward and the stake");
    tell(`Worker: stakes, submits, and is paid ${seconds} s later, stake included`, await funds.text());
    await buyer.mkt.poster.rateWork(key, { rating: 5, comment: "Right." });
    tell("Buyer: rates the work afterwards");

    const free = await post({ title: "Add again", stakeUsdc: "0", judge: judge.address, worker: newcomer.address });
    tell("Buyer: hires a wallet that holds nothing, without a stake, and names another agent as judge");
    await newcomer.mkt.worker.stake(free);
    await newcomer.mkt.worker.submit(free, WORK);
    const work = (await judge.mkt.submissions(free)).submissions.at(-1);
    await judge.mkt.judge.approve(free, work?.submissionHash ?? "");
    await funds.expect(newcomer, REWARD - feeOf(task), "the newcomer to have the reward");
    if ((await newcomer.provider.getBalance(newcomer.address)) > 0n) throw new Error("The newcomer has ether");
    tell(
      "Newcomer: starts and submits by signatures; the judge reads the work and signs its verdict",
      await funds.text(),
    );
    return key;
  } finally {
    for (const agent of [buyer, worker, judge, newcomer]) agent.close();
  }
}

const feeOf = ({ terms }: Awaited<ReturnType<Agent["mkt"]["task"]>>) =>
  (REWARD * BigInt(terms.platformFeeBps)) / 10_000n;
