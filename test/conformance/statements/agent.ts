import { strict as assert } from "node:assert";
import { has, holds } from "../holds";
import { shown, type Statement } from "../statement";

const GENERAL = { message: "The marketplace is quiet at night." };

/** Section 4.5: sessions and the calls of agents. */
export const AGENT: Statement[] = [
  shown("POST /mktAgentSessionChallenge gives any wallet a challenge to sign.", async ({ tasks }) => {
    const { challenge } = await tasks.session();
    assert.deepEqual([challenge.status, typeof challenge.json.message], [200, "string"]);
  }),
  shown("POST /mktAgentSession exchanges it, signed, for `agentSessionToken`.", async ({ tasks }) => {
    const { opened } = await tasks.session();
    assert.deepEqual([opened.status, typeof opened.json.agentSessionToken], [200, "string"]);
  }),
  shown("POST /agentWalletInfo has the wallet's balances.", async ({ api, buyer, purchases, unitsOf }) => {
    const info = await api.ok("/agentWalletInfo", { wallet: buyer.address });
    const [token = ""] = (await purchases.quotes["/demand-insights"]()).contracts;
    assert.equal(Number(info.usdc), Number(await unitsOf(token, buyer.address)) / 1e6);
    holds(Number(info.eth) > 0);
  }),
  shown("POST /agentWalletInfo has the network's details.", async ({ api, buyer }) => {
    const { chainId } = await api.ok("/agentWalletInfo", { wallet: buyer.address });
    assert.equal(BigInt(chainId), (await buyer.provider?.getNetwork())?.chainId);
  }),
  shown("POST /agentApproveUSDC prepares an approval of USDC for the escrow.", async ({ tasks }) => {
    const { prepared } = await tasks.cancelled.approval();
    holds(prepared.transactions.length > 0);
  }),
  shown("POST /agentApproveUSDC confirms it: the escrow may take that much.", async ({ tasks }) => {
    assert.equal(Number((await tasks.cancelled.approval()).confirmed.allowanceUsdc), 2);
  }),
  shown(
    "POST /agentCreateTask prepares the creation of a task with an explicit hash of its metadata.",
    async ({ tasks }) => {
      const { prepared, metadataHash } = await tasks.instant.created();
      holds(JSON.stringify(prepared.transactions).includes(metadataHash.slice(2)));
    },
  ),
  shown("POST /agentCreateTask confirms it: the task has that hash.", async ({ tasks }) => {
    const { task, metadataHash } = await tasks.instant.created();
    assert.equal(task.metadataHash, metadataHash);
  }),
  shown("POST /agentCreateTaskSimple prepares and confirms the creation of a task.", async ({ tasks, buyer }) => {
    const { prepared, task } = await tasks.selected.created();
    holds(prepared.transactions.length > 0);
    assert.equal(task.poster, buyer.address);
  }),
  shown("POST /agentCreateTaskSimple stores the metadata.", async ({ tasks }) => {
    const { task, title } = await tasks.selected.created();
    assert.equal(task.title, title);
  }),
  shown(
    "POST /agentCreateTaskSimple may take two operations, approve then create: two transactions without an allowance, one with it.",
    async ({ tasks }) => {
      const counts = [await tasks.selected.created(), await tasks.cancelled.created.human()].map(
        ({ prepared }) => prepared.transactions.length,
      );
      assert.deepEqual(counts, [2, 1]);
    },
  ),
  shown("POST /agentStakeAndConfirm prepares and confirms the transaction that stakes.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.staked();
    holds(prepared.transactions.length > 0);
    assert.notEqual(task.state, "FUNDED");
  }),
  shown("POST /agentStakeAndConfirm starts the work.", async ({ tasks, worker }) => {
    const { task, status } = await tasks.selected.staked();
    assert.deepEqual([task.worker, status._nextAction.actor], [worker.address, "worker"]);
  }),
  shown(
    "POST /agentStakeAndConfirm supports an instant start: the first worker to stake has the task.",
    async ({ tasks, worker }) => {
      assert.equal((await tasks.instant.staked()).task.worker, worker.address);
    },
  ),
  shown(
    "POST /agentStakeAndConfirm supports selection: only the worker whom the buyer approved can stake.",
    async ({ tasks, worker }) => {
      const { status } = (await tasks.selected.interested()).early;
      holds(status >= 400 && status < 500, String(status));
      assert.equal((await tasks.selected.staked()).task.worker, worker.address);
    },
  ),
  shown("POST /agentGetSubmissionDetails reads the submission in a session, as poster.", async ({ tasks, api }) => {
    const { key, work } = await tasks.selected.submitted();
    const { submissions } = await api.ok("/agentGetSubmissionDetails", key, (await tasks.session()).headers);
    assert.equal(submissions[0].submission.text, work.text);
  }),
  shown(
    "POST /agentGetSubmissionDetails reads the submission in a session, as worker.",
    async ({ tasks, api, sessionOf, worker }) => {
      const { key, work } = await tasks.selected.submitted();
      const { submissions } = await api.ok("/agentGetSubmissionDetails", key, await sessionOf(worker));
      assert.equal(submissions[0].submission.text, work.text);
    },
  ),
  shown(
    "POST /agentGetSubmissionDetails is refused to every other wallet.",
    async ({ tasks, api, sessionOf, stranger }) => {
      const { key } = await tasks.selected.submitted();
      assert.equal((await api.post("/agentGetSubmissionDetails", key, await sessionOf(stranger))).status, 403);
    },
  ),
  shown("POST /agentGetSubmissionDetails has the worker's text and links.", async ({ tasks }) => {
    const { key, work } = await tasks.instant.submitted();
    const [{ submission }] = (await tasks.submissions(key)).submissions;
    assert.deepEqual([submission.text, submission.links], [work.text, work.links]);
  }),
  shown("POST /agentSubmitWork prepares and confirms the transaction that submits.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.submitted();
    holds(prepared.transactions.length > 0);
    assert.equal(task.state, "SUBMITTED");
  }),
  shown("POST /agentSubmitWork resubmits without a transaction after a change request.", async ({ tasks }) => {
    const { answer, sent, key } = await tasks.instant.resubmitted();
    assert.deepEqual([answer.ok, sent], [true, 0]);
    assert.equal((await tasks.submissions(key)).submissions.at(-1).submission.text, "Better work.");
  }),
  shown("POST /agentDecide prepares and confirms an approval.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.paid();
    holds(prepared.transactions.length > 0);
    assert.equal(task.state, "APPROVED");
  }),
  shown("POST /agentDecide prepares and confirms a rejection.", async ({ tasks }) => {
    const { prepared, task } = await tasks.instant.rejected();
    holds(prepared.transactions.length > 0);
    assert.equal(task.state, "REJECTED");
  }),
  shown("POST /agentDecide needs a rating.", async ({ tasks }) => {
    const { withoutRating } = await tasks.selected.undecided();
    assert.equal(withoutRating.status, 400);
  }),
  shown("POST /agentDecide needs a comment.", async ({ tasks }) => {
    const { withoutComment } = await tasks.selected.undecided();
    assert.equal(withoutComment.status, 400);
  }),
  shown("POST /agentRateAndClaimStake prepares and confirms the worker's rating of the buyer.", async ({ tasks }) => {
    const { prepared, task } = await tasks.selected.claimed();
    holds(prepared.transactions.length > 0);
    assert.equal(task.workerRatedPoster, true);
  }),
  shown("POST /agentRateAndClaimStake pays the held stake, after the approval.", async ({ tasks }) => {
    assert.equal((await tasks.selected.claimed()).stakeUnits, 200_000n);
  }),
  shown("POST /agentCancelTask prepares and confirms the buyer's cancellation of a funded task.", async ({ tasks }) => {
    const [first] = await tasks.cancelled.costs["agent-fast"]();
    holds(first?.prepared.transactions.length > 0);
    assert.equal(first?.task.state, "CANCELLED");
  }),
  shown("The rest of the reward goes back to the buyer, less the flat fee.", async ({ tasks }) => {
    for (const contract of ["human", "agent-fast"] as const) {
      for (const { units } of await tasks.cancelled.costs[contract]()) holds(units > 0n && units <= 1_000_000n);
    }
  }),
  shown("POST /agentSubmitFeedback takes private feedback on a task.", async ({ tasks, api }) => {
    const { key } = await tasks.selected.created();
    has(await api.ok("/agentSubmitFeedback", { ...key, message: "The task is well described." }), "ok");
  }),
  shown("Feedback on a task is private: the task's view does not show it.", async ({ tasks, api }) => {
    const { key } = await tasks.selected.created();
    const message = "Nobody but the platform reads this.";
    await api.ok("/agentSubmitFeedback", { ...key, message });
    holds(!JSON.stringify(await tasks.view(key)).includes(message));
  }),
  shown("POST /agentSubmitGeneralFeedback takes feedback on the marketplace.", async ({ api }) => {
    has(await api.ok("/agentSubmitGeneralFeedback", GENERAL), "ok");
  }),
];
