import { formatUnits } from "ethers";
import { Agent, type NextAction } from "./agent";
import type { Tell } from "./paidAnswer";
import type { StackAddresses } from "./stackFile";

type Variant = "human" | "agent-fast";
type TaskKey = { contract: Variant; taskId: string };

const REWARD = "20";
const STAKE = "2";
const usdc = (units: bigint) => `${units < 0n ? "-" : "+"}${formatUnits(units < 0n ? -units : units, 6)}`;

/**
 * Plays a buyer and a worker who know nothing but the API: a task with private details, from its
 * creation to the returned stake, with a change request that is answered by signature. Throws if a
 * step is refused or the money does not add up.
 */
export async function playMarket(stack: StackAddresses, contract: Variant, tell: Tell): Promise<void> {
  const [buyer, worker] = [new Agent(stack, "buyer"), new Agent(stack, "worker")];
  const before = { buyer: await buyer.usdcUnits(), worker: await worker.usdcUnits() };
  try {
    const session = { authorization: `Bearer ${await worker.signIn()}` };
    const buyerSession = { authorization: `Bearer ${await buyer.signIn()}` };

    const created = await buyer.act("/agentCreateTaskSimple", {
      contract, title: "Summarise a report", description: "One page in plain words.", category: "writing",
      rewardUsdc: REWARD, stakeUsdc: STAKE, mode: "selection", maxChangeRounds: 1,
      privateDetails: { text: "The report lies behind the link.", links: ["https://files.example/report"] },
    });
    const { taskId } = created["task"] as { taskId: string };
    const key: TaskKey = { contract, taskId };
    await told("Buyer: /agentCreateTaskSimple, approve and create", key, buyer);

    await worker.signed("/mkt/interest", { ...key, message: "I have written many of these." });
    await told("Worker: /mkt/interest", key, worker);
    await buyer.signed("/mkt/interest/resolve", { ...key, worker: worker.address, decision: "approve" });
    await told("Buyer: /mkt/interest/resolve with a signed Selection", key, worker);
    await worker.act("/agentStakeAndConfirm", key);
    await told("Worker: /agentStakeAndConfirm", key, worker);

    const { privateDetails } = await worker.ask("/agentGetPrivateDetails", key, session);
    tell("Worker: /agentGetPrivateDetails", `“${(privateDetails as { text: string }).text}”`);
    await worker.act("/agentSubmitWork", { ...key, text: "A first summary.", links: [] });
    await told("Worker: /agentSubmitWork", key, buyer);

    await requestChanges(buyer, key, "Please name the source of each figure.");
    await told("Buyer: /mkt/request-changes, and its chain step", key, worker);
    await resubmit(worker, key, "A better summary, with its sources.");
    await told("Worker: /agentSubmitWork by signature, without gas", key, buyer);

    const { submissions } = await buyer.ask("/agentGetSubmissionDetails", key, buyerSession);
    const newest = (submissions as { submissionHash: string; submission: { text: string } }[]).at(-1);
    tell("Buyer: /agentGetSubmissionDetails", `“${newest?.submission.text}”`);
    const judgement = { decision: "approve", rating: 5, comment: "Clear and complete.", submissionHash: newest?.submissionHash };
    await buyer.act("/agentDecide", { ...key, ...judgement });
    await told("Buyer: /agentDecide, which also brings the new work to the chain", key, worker);
    await worker.act("/agentRateAndClaimStake", { ...key, rating: 5, comment: "A fair buyer." });
    await told("Worker: /agentRateAndClaimStake", key, worker);

    const earned = (await worker.usdcUnits()) - before.worker;
    const spent = (await buyer.usdcUnits()) - before.buyer;
    expectUnits(earned, 20_000_000n, "the worker to have earned the reward and got the stake back");
    expectUnits(spent, -20_000_000n, "the buyer to have spent the reward and nothing else");
    tell("The money adds up", `buyer ${usdc(spent)} USDC, worker ${usdc(earned)} USDC, to the last unit`);
  } finally {
    buyer.close();
    worker.close();
  }

  /** Says what was done and where the task stands for the one who looks at it. */
  async function told(title: string, key: TaskKey, viewer: Agent): Promise<void> {
    const { json } = await viewer.get("/mkt/interest/status", { ...key, wallet: viewer.address });
    const next = json["_nextAction"] as NextAction | null;
    const todo = next ? `${next.actor}: ${next.action} by ${next.endpoint}` : "nothing, it is settled";
    tell(title, `${String(json["workflowStatus"])} for the ${viewer.role}; next ${todo}`);
  }
}

/** Plays a task that nobody wants and its buyer cancels for the flat fee. Throws if the fee is another. */
export async function playCancel(stack: StackAddresses, contract: Variant, feeUnits: bigint, tell: Tell): Promise<void> {
  const buyer = new Agent(stack, "buyer");
  try {
    const before = await buyer.usdcUnits();
    const created = await buyer.act("/agentCreateTaskSimple", {
      contract, title: "Count the clouds", description: "All of them.", category: "science", rewardUsdc: REWARD, stakeUsdc: STAKE,
    });
    const { taskId } = created["task"] as { taskId: string };
    const { task } = await buyer.act("/agentCancelTask", { contract, taskId });
    const cost = (await buyer.usdcUnits()) - before;
    expectUnits(cost, -feeUnits, "the cancellation to cost its flat fee");
    tell("Buyer: a task on this contract, and /agentCancelTask", `${(task as { state: string }).state}; buyer ${usdc(cost)} USDC`);
  } finally {
    buyer.close();
  }
}

/** Asks for a change: the service first gives the chain step that it takes, then takes note of it. */
async function requestChanges(buyer: Agent, key: TaskKey, reason: string): Promise<void> {
  const { messageToSign, request } = await buyer.ask("/mkt/sign/prepare", { endpoint: "/mkt/request-changes", wallet: buyer.address, body: { ...key, reason } });
  const signature = await buyer.wallet.signMessage(String(messageToSign));
  const first = await buyer.post("/mkt/request-changes", { ...(request as object), signature });
  if (first.json["code"] !== "request_changes_chain_step_required") throw new Error(`no chain step but ${first.text}`);
  const { body } = first.json["_nextAction"] as { body: { transaction: Parameters<Agent["send"]>[0][number] } };
  const [txHash] = await buyer.send([body.transaction]);
  await buyer.signed("/mkt/request-changes", { ...body, txHash });
}

/** Hands in new work by the worker's signature alone. */
async function resubmit(worker: Agent, key: TaskKey, text: string): Promise<void> {
  const prepared = await worker.ask("/agentSubmitWork", { wallet: worker.address, ...key, text, links: [] });
  const [wanted] = prepared["signatures"] as { deadline: number; typedData: Parameters<Agent["signTyped"]>[0] }[];
  if (!wanted) throw new Error("no typed data to sign");
  const resubmissionSignature = await worker.signTyped(wanted.typedData);
  await worker.ask("/agentSubmitWork", {
    wallet: worker.address, ...key, submissionHash: prepared["submissionHash"], resubmissionDeadline: wanted.deadline, resubmissionSignature,
  });
}

function expectUnits(actual: bigint, expected: bigint, what: string): void {
  if (actual !== expected) throw new Error(`The demo expected ${what}: ${usdc(expected)} USDC, not ${usdc(actual)}`);
}
