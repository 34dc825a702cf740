import { feedbackOf } from "../../domain/feedback";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, optional } from "../../schema/build";
import { Address, ContractName, TaskId } from "../../schema/common";
import { FeedbackAnswer, FeedbackFields } from "../../schema/feedback";
import { taskToCall } from "../../application/tasks/task";

const path = "/agentSubmitFeedback";

/** An agent tells the platform, and nobody else, how a task went. */
export default endpoint({
  method: "POST",
  path,
  summary: "Private feedback on a task, for the platform",
  description:
    "Nobody signs it, so wallet is what the sender says. To speak as the task's poster or worker, use /mkt/feedback.",
  auth: open,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    wallet: optional({ ...Address, description: "Who reports; not proven." }),
    ...FeedbackFields,
  }),
  output: FeedbackAnswer,
  errors: ["task_not_found"],
  rateLimit: requests(20),
  example: { contract: "agent-fast", taskId: "12", message: "The description left out the language." },

  handle: async ({ input, nowMs, randomBytes, idempotencyKey }, services) => {
    const { task } = await taskToCall(input, services);
    const fields = { ...input, contract: task.contract, taskId: String(task.taskId) };
    const report = { source: path, fields, wallet: null, idempotencyKey, mailTo: services.settings.feedbackMailTo };
    const { record, mail } = feedbackOf(report, nowMs, randomBytes);
    await services.feedback.add(record, mail);
    return { ok: true as const, id: record.id, emailQueued: mail !== null };
  },
});
