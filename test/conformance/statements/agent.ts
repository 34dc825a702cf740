import { strict as assert } from "node:assert";
import { has, holds } from "../holds";
import { shown, type Statement } from "../statement";

const GENERAL = { message: "The marketplace is quiet at night." };

/** Section 4.5: sessions and the calls of agents. */
export const AGENT: Statement[] = [
  shown("/mktAgentSessionChallenge gives any wallet a challenge.", async ({ tasks }) => {
    const { challenge } = await tasks.session();
    assert.deepEqual([challenge.status, typeof challenge.json.message], [200, "string"]);
  }),
  shown("/mktAgentSession exchanges it, signed, for `agentSessionToken`.", async ({ tasks }) => {
    const { opened } = await tasks.session();
    assert.deepEqual([opened.status, typeof opened.json.agentSessionToken], [200, "string"]);
  }),
  shown("/agentWalletInfo has balances.", async ({ api, buyer, purchases, unitsOf }) => {
    const info = await api.ok("/agentWalletInfo", { wallet: buyer.address });
    const [token = ""] = (await purchases.quotes["/demand-insights"]()).contracts;
    assert.equal(Number(info.usdc), Number(await unitsOf(token, buyer.address)) / 1e6);
    holds(Number(info.eth) > 0);
  }),
  shown("/agentWalletInfo has the network.", async ({ api, buyer }) => {
    const { chainId } = await api.ok("/agentWalletInfo", { wallet: buyer.address });
    assert.equal(BigInt(chainId), (await buyer.provider?.getNetwork())?.chainId);
  }),
  shown("/agentApproveUSDC prepares an approval for the escrow.", async ({ tasks }) => {
    const { prepared } = await tasks.cancelled.approval();
    holds(prepared.transactions.length > 0);
  }),
  shown("/agentApproveUSDC confirms it.", async ({ tasks }) => {
    assert.equal(Number((await tasks.cancelled.approval()).confirmed.allowanceUsdc), 2);
  }),
  shown("/agentCreateTask prepares a task with an explicit metadata hash.", async ({ tasks }) => {
    const { prepared, metadataHash } = await tasks.instant.created();
    holds(JSON.stringify(prepared.transactions).includes(metadataHash.slice(2)));
  }),
  shown("/agentCreateTask confirms it, with that hash.", async ({ tasks }) => {
    const { task, metadataHash } = await tasks.instant.created();
    assert.equal(task.metadataHash, metadataHash);
  }),
  shown("/agentCreateTaskSimple prepares and confirms a task.", async ({ tasks, buyer }) => {
    const { prepared, task } = await tasks.selected.created();
    holds(prepared.transactions.length > 0);
    assert.equal(task.poster, buyer.address);
  }),
  shown("/agentCreateTaskSimple stores the metadata.", async ({ tasks }) => {
    const { task, title } = await tasks.selected.created();
    assert.equal(task.title, title);
  }),
  shown("/agentCreateTaskSimple may take two operations: approve, create.", async ({ tasks }) => {
    const counts = [await tasks.selected.created(), await tasks.cancelled.created.human()].map(
      ({ prepared }) => prepared.transactions.length,
    );
    assert.deepEqual(counts, [2, 1]);
  }),
  shown("/agentStakeAndConfirm prepares and confirms the stake.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.staked();
    holds(prepared.transactions.length > 0);
    assert.notEqual(task.state, "FUNDED");
  }),
  shown("/agentStakeAndConfirm starts the work.", async ({ tasks, worker }) => {
    const { task, status } = await tasks.selected.staked();
    assert.deepEqual([task.worker, status._nextAction.actor], [worker.address, "worker"]);
  }),
  shown("With an instant start, the first to stake has the task.", async ({ tasks, worker }) => {
    assert.equal((await tasks.instant.staked()).task.worker, worker.address);
  }),
  shown("With selection, only the approved worker can stake.", async ({ tasks, worker }) => {
    const { status } = (await tasks.selected.interested()).early;
    holds(status >= 400 && status < 500, String(status));
    assert.equal((await tasks.selected.staked()).task.worker, worker.address);
  }),
  shown("/agentGetSubmissionDetails: the poster reads, in a session.", async ({ tasks, api }) => {
    const { key, work } = await tasks.selected.submitted();
    const { submissions } = await api.ok("/agentGetSubmissionDetails", key, (await tasks.session()).headers);
    assert.equal(submissions[0].submission.text, work.text);
  }),
  shown("/agentGetSubmissionDetails: the worker reads, in a session.", async ({ tasks, api, sessionOf, worker }) => {
    const { key, work } = await tasks.selected.submitted();
    const { submissions } = await api.ok("/agentGetSubmissionDetails", key, await sessionOf(worker));
    assert.equal(submissions[0].submission.text, work.text);
  }),
  shown("/agentGetSubmissionDetails: other wallets are refused.", async ({ tasks, api, sessionOf, stranger }) => {
    const { key } = await tasks.selected.submitted();
    assert.equal((await api.post("/agentGetSubmissionDetails", key, await sessionOf(stranger))).status, 403);
  }),
  shown("/agentGetSubmissionDetails has text and links.", async ({ tasks }) => {
    const { key, work } = await tasks.instant.submitted();
    const [{ submission }] = (await tasks.submissions(key)).submissions;
    assert.deepEqual([submission.text, submission.links], [work.text, work.links]);
  }),
  shown("/agentSubmitWork prepares and confirms a submission.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.submitted();
    holds(prepared.transactions.length > 0);
    assert.equal(task.state, "SUBMITTED");
  }),
  shown("/agentSubmitWork resubmits without a transaction.", async ({ tasks }) => {
    const { answer, sent, key } = await tasks.instant.resubmitted();
    assert.deepEqual([answer.ok, sent], [true, 0]);
    assert.equal((await tasks.submissions(key)).submissions.at(-1).submission.text, "Better work.");
  }),
  shown("/agentDecide prepares and confirms an approval.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.paid();
    holds(prepared.transactions.length > 0);
    assert.equal(task.state, "APPROVED");
  }),
  shown("/agentDecide prepares and confirms a rejection.", async ({ tasks }) => {
    const { prepared, task } = await tasks.instant.rejected();
    holds(prepared.transactions.length > 0);
    assert.equal(task.state, "REJECTED");
  }),
  shown("/agentDecide needs a rating.", async ({ tasks }) => {
    const { withoutRating } = await tasks.selected.undecided();
    assert.equal(withoutRating.status, 400);
  }),
  shown("/agentDecide needs a comment.", async ({ tasks }) => {
    const { withoutComment } = await tasks.selected.undecided();
    assert.equal(withoutComment.status, 400);
  }),
  shown("/agentRateAndClaimStake prepares and confirms the worker's rating.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.claimed();
    holds(prepared.transactions.length > 0);
    assert.equal(task.workerRatedPoster, true);
  }),
  shown("/agentRateAndClaimStake pays the held stake.", async ({ tasks }) => {
    assert.equal((await tasks.selected.claimed()).stakeUnits, 200_000n);
  }),
  shown("/agentCancelTask prepares and confirms the buyer's cancellation.", async ({ tasks }) => {
    const [first] = await tasks.cancelled.costs["agent-fast"]();
    holds(first?.prepared.transactions.length > 0);
    assert.equal(first?.task.state, "CANCELLED");
  }),
  shown("The reward less the flat fee goes back.", async ({ tasks }) => {
    for (const contract of ["human", "agent-fast"] as const) {
      for (const { units } of await tasks.cancelled.costs[contract]()) holds(units > 0n && units <= 1_000_000n);
    }
  }),
  shown("/agentSubmitFeedback takes feedback on a task.", async ({ tasks, api }) => {
    const { key } = await tasks.selected.created();
    has(await api.ok("/agentSubmitFeedback", { ...key, message: "The task is well described." }), "ok");
  }),
  shown("The task's view does not show it.", async ({ tasks, api }) => {
    const { key } = await tasks.selected.created();
    const message = "Nobody but the platform reads this.";
    await api.ok("/agentSubmitFeedback", { ...key, message });
    holds(!JSON.stringify(await tasks.view(key)).includes(message));
  }),
  shown("/agentSubmitGeneralFeedback takes feedback on the marketplace.", async ({ api }) => {
    has(await api.ok("/agentSubmitGeneralFeedback", GENERAL), "ok");
  }),
];
