import { refuse } from "../../domain/errors";
import { feedbackOf } from "../../domain/feedback";
import { roleOf } from "../../domain/task/task";
import { endpoint, refusals, signed } from "../../http/endpoint";
import { object, oneOf, optional } from "../../schema/build";
import { ContractName, TaskId } from "../../schema/common";
import { FeedbackAnswer, FeedbackFields } from "../../schema/feedback";
import { taskToCall } from "../../application/tasks/task";

const path = "/mkt/feedback";

/** Private feedback from a party of a task to the platform. */
export default endpoint({
  method: "POST",
  path,
  summary: "Private feedback on a task by its poster or its worker",
  description: "The other party never sees it. Signed, so that the platform knows the reporter's role.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    role: oneOf("poster", "worker"),
    ...FeedbackFields,
  }),
  output: FeedbackAnswer,
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", role: "worker", message: "The description left out the language." },

  handle: async ({ input, caller: { wallet }, nowMs, randomBytes, idempotencyKey, unit }, services) => {
    const { task } = await taskToCall(input, services);
    if (roleOf(task, wallet) !== input.role)
      refuse(
        "forbidden_role",
        `This wallet is not the task's ${input.role}. Sign with that wallet, or send the role of this one.`,
      );
    const fields = { ...input, contract: task.contract, taskId: String(task.taskId) };
    const report = { source: path, fields, wallet, idempotencyKey, mailTo: services.settings.feedbackMailTo };
    const { record, mail } = feedbackOf(report, nowMs, randomBytes);
    await services.feedback.add(record, mail, unit);
    return { ok: true as const, id: record.id, emailQueued: mail !== null };
  },
});
