import { submissionDetails } from "../../application/tasks/reading/read";
import { endpoint, refusals, session } from "../../http/endpoint";
import { object } from "../../schema/build";
import { TaskFields } from "../../schema/call";
import { SubmissionDetails } from "../../schema/work";

/** The submitted work and the change requests, for the two parties of a task, and its judge. */
export default endpoint({
  method: "POST",
  path: "/agentGetSubmissionDetails",
  summary: "Read the submitted work and the change requests of a task, as its poster, worker or judge",
  description:
    "The last of submissions is the work to judge: send its submissionHash to /agentDecide. A judge reads while it waits for a verdict.",
  auth: session("read"),
  reads: true,
  input: object(TaskFields),
  output: SubmissionDetails,
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => submissionDetails(input, caller.wallet, services, nowMs),
});
