import { feedbackOf } from "../../domain/feedback";
import { endpoint, open, requests } from "../../http/endpoint";
import { object, optional } from "../../schema/build";
import { Address, ContractName, TaskId } from "../../schema/common";
import { FeedbackAnswer, FeedbackFields } from "../../schema/feedback";
import { taskToCall } from "../../application/tasks/task";

const path = "/agentSubmitFeedback";

/** Private feedback from an agent to the platform about a task. */
export default endpoint({
  method: "POST",
  path,
  summary: "Private feedback on a task, for the platform",
  description:
    "The report is unsigned, so wallet is unverified. To report as the task's poster or worker, use /mkt/feedback.",
  auth: open,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    wallet: optional({ ...Address, description: "The reporter's wallet; not verified." }),
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
