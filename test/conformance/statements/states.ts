import { strict as assert } from "node:assert";
import { decided, shown, type Statement } from "../statement";

/** Section 3: states and transitions. */
export const STATES: Statement[] = [
  shown("A funded task without a worker is `FUNDED`.", async ({ tasks }) => {
    for (const { task } of [await tasks.selected.created(), await tasks.cancelled.created.human()])
      assert.equal(task.state, "FUNDED");
  }),
  shown("Open tasks that are `FUNDED` are listed; started ones are not.", async ({ tasks, api }) => {
    const open = (await tasks.cancelled.created.human()).key;
    const started = (await tasks.selected.staked()).key;
    const listed = async ({ contract }: { contract: string }) =>
      ((await api.ok(`/mkt/tasks?contract=${contract}&limit=50`)).items as { taskId: string }[]).map(
        (one) => one.taskId,
      );
    assert.ok((await listed(open)).includes(open.taskId));
    assert.ok(!(await listed(started)).includes(started.taskId));
  }),
  shown("Cancelling is for `FUNDED` tasks: a started one is refused.", async ({ tasks, api, buyer }) => {
    const { key } = await tasks.selected.staked();
    const reply = await api.post("/agentCancelTask", { wallet: buyer.address, ...key });
    assert.ok(reply.status >= 400 && reply.status < 500, String(reply.status));
    assert.equal((await tasks.cancelled.costs["agent-fast"]())[0]?.task.state, "CANCELLED");
  }),
  shown("A task with submitted work is `SUBMITTED`.", async ({ tasks }) => {
    for (const { task } of [await tasks.selected.submitted(), await tasks.instant.submitted()])
      assert.equal(task.state, "SUBMITTED");
  }),
  shown(
    "A change request on a `SUBMITTED` task is answered with the code `request_changes_chain_step_required`.",
    async ({ tasks }) => {
      assert.equal((await tasks.selected.changesAsked()).reply.json.code, "request_changes_chain_step_required");
    },
  ),
  shown(
    "That holds until the transaction is confirmed: the task stays `SUBMITTED`, and a second request is answered alike.",
    async ({ tasks }) => {
      const { task, again } = await tasks.selected.changesAskedTwice();
      assert.deepEqual([task.state, again.json.code], ["SUBMITTED", "request_changes_chain_step_required"]);
    },
  ),
  shown(
    "With the transaction confirmed, the code is another one and the task is no longer `SUBMITTED`.",
    async ({ tasks }) => {
      const { answer, task } = await tasks.selected.changesRequested();
      assert.notEqual(answer.code, "request_changes_chain_step_required");
      assert.notEqual(task.state, "SUBMITTED");
    },
  ),
  decided("The other states of a task are left open.", "hosting/docs/mkt-earn-agent-api.md#states"),
  decided("The values of `workflowStatus` are left open.", "hosting/docs/mkt-earn-agent-api.md#states"),
  decided("The transitions are left open.", "hosting/docs/mkt-earn-agent-api.md#states"),
  shown("The stake unlocks the private details: refused to the worker before, given after.", async ({ tasks }) => {
    const { before, after } = await tasks.selected.staked();
    assert.equal(before.signed.status, 403);
    assert.match(after.signed.json.privateDetails.text, /report/);
  }),
  shown("/agentGetPrivateDetails reads them after the unlock, and not before.", async ({ tasks }) => {
    const { before, after } = await tasks.selected.staked();
    assert.equal(before.agent.status, 403);
    assert.match(after.agent.json.privateDetails.text, /report/);
  }),
  shown("After the approval the worker rates the buyer by /agentRateAndClaimStake.", async ({ tasks }) => {
    const { before, task } = await tasks.selected.claimed();
    assert.deepEqual([before.workerRatedPoster, task.workerRatedPoster], [false, true]);
  }),
  shown("The same call claims the held stake.", async ({ tasks }) => {
    const { stakeUnits } = await tasks.selected.claimed();
    assert.equal(stakeUnits, 200_000n);
  }),
  shown(
    "After a change request the worker resubmits by /agentSubmitWork, without a transaction.",
    async ({ tasks }) => {
      const { answer, sent } = await tasks.instant.resubmitted();
      assert.equal(answer.ok, true);
      assert.equal(sent, 0);
    },
  ),
  shown("After a change request the worker resubmits by /mkt/resubmit, without a transaction.", async ({ tasks }) => {
    const { answer, sent } = await tasks.selected.resubmitted();
    assert.equal(answer.ok, true);
    assert.equal(sent, 0);
  }),
];
