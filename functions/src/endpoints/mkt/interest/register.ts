import { registerInterestOf, requireProposal } from "../../../application/tasks/work/interest";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { integer, nullable, object, oneOf, optional, text } from "../../../schema/build";
import { ContractName, TaskId } from "../../../schema/common";
import { Samples } from "../../../schema/content";
import { Interest, NextAction, WorkflowStatus } from "../../../schema/task";

/** A worker registers or withdraws an interest in an open task. */
export default endpoint({
  method: "POST",
  path: "/mkt/interest",
  summary: "Worker registers interest in an open task, or withdraws it",
  description:
    "One interest per task and worker. Only the poster and this worker can read what it proposes: message, etaSeconds and samples. " +
    "Registering again replaces the proposal of a pending interest, and renews the record beside it; after a withdrawal, wait ten minutes.",
  auth: signed,
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    action: optional({ ...oneOf("register", "withdraw"), description: "Defaults to register." }),
    message: optional(text(2_000, { description: "A message to the poster, 1 to 2,000 characters." })),
    etaSeconds: optional(
      integer({ minimum: 1, description: "Seconds you expect to need. At most the task's work window." }),
    ),
    samples: optional(Samples),
  }),
  check: requireProposal,
  output: object({ interest: Interest, workflowStatus: WorkflowStatus, _nextAction: nullable(NextAction) }),
  errors: ["task_not_found", "not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", message: "I translate every day.", etaSeconds: 7_200 },

  handle: ({ input, caller, nowMs, unit }, services) =>
    registerInterestOf({ given: input, worker: caller.wallet, nowMs, services, unit }),
});
