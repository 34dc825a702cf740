import { formatUsdc } from "../../domain/money";
import { endpoint, open, requests } from "../../http/endpoint";
import { object } from "../../schema/build";
import { callAnswer, SentFields, step, TaskFields } from "../../schema/call";
import { confirm } from "../../application/tasks/confirm";
import { prepare, thenConfirm } from "../../application/tasks/prepare";
import { CONFIRM_ERRORS, stepOf } from "../../application/tasks/sent";
import { taskToCall } from "../../application/tasks/task";
import { requestedKey, requireAddress } from "../../application/tasks/requestedTask";

const PATH = "/agentCancelTask";

/** The buyer cancels an open task for a flat fee; anyone may close an expired one. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the cancellation of an open task, or the closing of an expired one",
  description:
    "A FUNDED task costs its buyer a flat fee to cancel: 1 USDC on human, 0.5 USDC on agent-fast; the rest of the reward is returned. " +
    "`expire` closes a task that no worker started or whose work was not submitted in time; anyone may send it, and there is no fee.",
  auth: open,
  input: object({ action: step("expire"), ...SentFields, ...TaskFields }),
  output: callAnswer("CancelAnswer", {}),
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role"],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast", taskId: "12" },

  handle: async ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    const action = stepOf(input);
    if (action === "confirm") {
      const key = requestedKey(input, services);
      return confirm({ sent: input, wallet, ...key, names: ["TaskCancelled", "TaskExpired"] }, services, nowMs);
    }
    const record = await taskToCall(input, services);
    const { contract, taskId, cancelFeeUsdcUnits } = record.task;
    const planned =
      action === "expire"
        ? {
            call: { function: "expireTask", contract, taskId } as const,
            description: `Closes task ${taskId}, whose deadline has passed.`,
          }
        : {
            call: { function: "cancelTask", contract, taskId } as const,
            description: `Cancels task ${taskId} for ${formatUsdc(cancelFeeUsdcUnits)} USDC.`,
          };
    const transaction = await prepare({ wallet, record, ...planned }, services, nowMs);
    const actor = action === "expire" ? "anyone" : "poster";
    return {
      ok: true as const,
      transactions: [transaction],
      _nextAction: thenConfirm(actor, PATH, { wallet, contract, taskId: String(taskId) }),
    };
  },
});
