import type { Services } from "../application/services";
import { taskToCall } from "../application/tasks/task";
import { refuse } from "../domain/errors";
import { feedbackOf } from "../domain/feedback";
import { roleOf } from "../domain/task/task";
import { endpoint, open, refusals, requests, signed, type Call } from "../http/endpoint";
import { anyObject, number, object, oneOf, optional, string, boolean, literal, text } from "../schema/build";
import { Address, ContractName, TaskId } from "../schema/common";

/** A field of a report, in a few words. */
const short = (description: string) => optional(string({ maxLength: 500, description }));

/** The fields of every report. */
const FeedbackFields = {
  message: text(8_000, { description: "What happened and what was expected." }),
  category: short("A category for the report, such as bug or idea."),
  context: optional(anyObject({ description: "Anything else that helps." })),
};

const FeedbackAnswer = object({
  ok: literal(true),
  id: string({ description: "The id of this report.", examples: ["9b1d4c07e2a85f36c0d7b4e19a2f6c83"] }),
  emailQueued: optional(boolean({ description: "True if the operator receives a mail." })),
});

/** Private feedback from a party of a task to the platform. */
export const mktFeedback = endpoint({
  method: "POST",
  path: "/mkt/feedback",
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

  handle: async (call, services) => {
    const { input, caller } = call;
    const { task } = await taskToCall(input, services);
    if (roleOf(task, caller.wallet) !== input.role)
      refuse(
        "forbidden_role",
        `This wallet is not the task's ${input.role}. Sign with that wallet, or send the role of this one.`,
      );
    const fields = { ...input, contract: task.contract, taskId: String(task.taskId) };
    return takeReport("/mkt/feedback", fields, call, services);
  },
});

/** Private feedback from an agent to the platform about a task. */
export const agentSubmitFeedback = endpoint({
  method: "POST",
  path: "/agentSubmitFeedback",
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

  handle: async (call, services) => {
    const { input } = call;
    const { task } = await taskToCall(input, services);
    const fields = { ...input, contract: task.contract, taskId: String(task.taskId) };
    return takeReport("/agentSubmitFeedback", fields, call, services);
  },
});

/** General feedback from an agent to the platform. */
export const agentSubmitGeneralFeedback = endpoint({
  method: "POST",
  path: "/agentSubmitGeneralFeedback",
  summary: "General feedback on the marketplace",
  description: "Free and open to anyone. The report is stored, and mailed to the operator if an address is configured.",
  auth: open,
  input: object({
    wallet: optional({ ...Address, description: "The reporter's wallet; not verified." }),
    endpoint: short("The call that the report is about."),
    contact: optional(anyObject({ description: "Contact address for a reply." })),
    ...FeedbackFields,
  }),
  output: FeedbackAnswer,
  errors: [],
  rateLimit: requests(20),
  example: { message: "A list of tasks by category would help.", category: "idea" },

  handle: (call, services) => takeReport("/agentSubmitGeneralFeedback", call.input, call, services),
});

/** An agent reports what went wrong, or right, with a paid endpoint. */
export const x402Feedback = endpoint({
  method: "POST",
  path: "/x402Feedback",
  summary: "Report a problem with a paid endpoint",
  description: "Free. The report is stored, and mailed to the operator if an address is configured.",
  auth: open,
  input: object({
    ...FeedbackFields,
    product: short("What was bought."),
    endpoint: short("The path that was called."),
    intentId: optional(string({ maxLength: 1024, description: "The intentId, if any." })),
    txHash: short("The payment, if any."),
    error: optional(string({ maxLength: 4_000, description: "The code or text of the error." })),
    status: optional(number({ description: "The HTTP status that was received." })),
    agent: optional(anyObject({ description: "The reporter: name, version, model." })),
    contact: optional(anyObject({ description: "Contact address for a reply." })),
  }),
  output: FeedbackAnswer,
  errors: [],
  rateLimit: requests(20),
  example: { message: "The reply was cut off.", endpoint: "/demand-insights", status: 200 },

  handle: (call, services) => takeReport("/x402Feedback", call.input, call, services),
});

type From = Pick<Call<unknown>, "caller" | "nowMs" | "randomBytes" | "idempotencyKey" | "unit">;

/** Stores a report, and queues a mail about it where the operator wants one. */
async function takeReport(source: string, fields: Record<string, unknown>, from: From, services: Services) {
  const { caller, nowMs, randomBytes, idempotencyKey, unit } = from;
  const { feedback, settings } = services;
  const report = { source, fields, wallet: caller?.wallet ?? null, idempotencyKey, mailTo: settings.feedbackMailTo };
  const { record, mail } = feedbackOf(report, nowMs, randomBytes);
  await feedback.add(record, mail, unit ?? undefined);
  return { ok: true as const, id: record.id, emailQueued: mail !== null };
}
