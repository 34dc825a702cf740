import { registerInterestOf } from "../../../application/tasks/interest";
import { requirePrivateText } from "../../../domain/text";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { nullable, object, oneOf, optional, text } from "../../../schema/build";
import { ContractName, TaskId } from "../../../schema/common";
import { Interest, NextAction, WorkflowStatus } from "../../../schema/task";

/** A worker registers or withdraws an interest in an open task. */
export default endpoint({
  method: "POST",
  path: "/mkt/interest",
  summary: "Worker registers interest in an open task, or withdraws it",
  description:
    "One interest per task and worker. Registering again changes the message of a pending interest; after a withdrawal it takes ten minutes. Only the poster and this worker can read the message.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    action: optional({ ...oneOf("register", "withdraw"), description: "Defaults to register." }),
    message: optional(
      text(2_000, { description: "A message to the poster, 1 to 2,000 characters; only the poster can read it." }),
    ),
  }),
  check: ({ message }) => requirePrivateText(message, "/message"),
  output: object({ interest: Interest, workflowStatus: WorkflowStatus, _nextAction: nullable(NextAction) }),
  errors: ["task_not_found", "not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", message: "I translate from Portuguese every day." },

  handle: ({ input, caller, nowMs, unit }, services) =>
    registerInterestOf({ given: input, worker: caller.wallet, nowMs, services, unit }),
});
