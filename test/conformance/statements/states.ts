import { strict as assert } from "node:assert";
import { holds } from "../holds";
import { decided, shown, type Statement } from "../statement";

/** Section 3: states and transitions. */
export const STATES: Statement[] = [
  shown("A funded task without a worker is `FUNDED`.", async ({ tasks }) => {
    for (const { task } of [await tasks.selected.created(), await tasks.cancelled.created.human()])
      assert.equal(task.state, "FUNDED");
  }),
  shown("`FUNDED` tasks are listed, started ones are not.", async ({ tasks }) => {
    const open = (await tasks.cancelled.created["agent-fast"]()).key;
    const started = (await tasks.selected.staked()).key;
    const listed = (await tasks.cancelled.listed())["agent-fast"].map(({ taskId }) => taskId as string);
    assert.deepEqual([listed.includes(open.taskId), listed.includes(started.taskId)], [true, false]);
  }),
  shown("Only `FUNDED` tasks can be cancelled.", async ({ tasks, api, buyer }) => {
    const { key } = await tasks.selected.staked();
    const reply = await api.post("/agentCancelTask", { wallet: buyer.address, ...key });
    holds(reply.status >= 400 && reply.status < 500, String(reply.status));
    assert.equal((await tasks.cancelled.costs["agent-fast"]())[0]?.task.state, "CANCELLED");
  }),
  shown("A task with submitted work is `SUBMITTED`.", async ({ tasks }) => {
    for (const { task } of [await tasks.selected.submitted(), await tasks.instant.submitted()])
      assert.equal(task.state, "SUBMITTED");
  }),
  shown("A change request then gets `request_changes_chain_step_required`.", async ({ tasks }) => {
    assert.equal((await tasks.selected.changesAsked()).reply.json.code, "request_changes_chain_step_required");
  }),
  shown("Until the transaction is confirmed, the task stays `SUBMITTED`.", async ({ tasks }) => {
    const { task, again } = await tasks.selected.changesAskedTwice();
    assert.deepEqual([task.state, again.json.code], ["SUBMITTED", "request_changes_chain_step_required"]);
  }),
  shown("Once confirmed, code and state change.", async ({ tasks }) => {
    const { answer, task } = await tasks.selected.changesRequested();
    assert.notEqual(answer.code, "request_changes_chain_step_required");
    assert.notEqual(task.state, "SUBMITTED");
  }),
  decided("A task's other states.", "hosting/docs/mkt-earn-agent-api.md#states"),
  decided("The values of `workflowStatus`.", "hosting/docs/mkt-earn-agent-api.md#states"),
  decided("The transitions.", "hosting/docs/mkt-earn-agent-api.md#states"),
  shown("The stake unlocks the private details.", async ({ tasks }) => {
    const { before, after } = await tasks.selected.staked();
    assert.equal(before.signed.status, 403);
    assert.match(after.signed.json.privateDetails.text, /report/);
  }),
  shown("/agentGetPrivateDetails reads them only after that.", async ({ tasks }) => {
    const { before, after } = await tasks.selected.staked();
    assert.equal(before.agent.status, 403);
    assert.match(after.agent.json.privateDetails.text, /report/);
  }),
];
