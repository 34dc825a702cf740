import { bareStep, confirmStep, prepareStep } from "../../application/tasks/step";
import { formatUsdc } from "../../domain/money";
import { callAnswer, TaskStepFields, step } from "../../schema/call";
import { object } from "../../schema/build";
import { taskCall } from "./escrowCall";

/** The poster cancels an open task for the cancel fee; anyone may close an expired one. */
export default taskCall({
  path: "/agentCancelTask",
  summary: "Prepare or confirm the cancellation of an open task, or the closing of an expired one",
  description:
    "A FUNDED task costs its poster the cancel fee: 1 USDC on human, 0.5 USDC on agent-fast. The rest of the reward is returned. " +
    "`expire` closes a task that no worker started or whose work was not submitted in time; anyone may send it, and there is no fee.",
  input: object({ ...TaskStepFields, action: step("expire") }),
  output: callAnswer("CancelAnswer", {}),
  errors: [],
  example: {},

  steps: {
    prepare: (request) => {
      const { contract, taskId, cancelFeeUsdcUnits } = request.record.task;
      return prepareStep(request, {
        call: { function: "cancelTask", contract, taskId },
        description: `Cancels task ${taskId} for ${formatUsdc(cancelFeeUsdcUnits)} USDC.`,
        actor: "poster",
      });
    },
    expire: bareStep("expireTask", {
      actor: "anyone",
      does: (taskId) => `Closes task ${taskId}, whose deadline has passed.`,
    }),
  },
  confirm: (request) => confirmStep(request, "TaskCancelled", "TaskExpired"),
});
