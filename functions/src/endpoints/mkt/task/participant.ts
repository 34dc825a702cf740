import { participantTask } from "../../../application/tasks/reading/read";
import { endpoint, refusals, signedOrSession } from "../../../http/endpoint";
import { INTEREST_SORTS } from "../../../domain/interest";
import { object, oneOf, optional } from "../../../schema/build";
import { ContractName, TaskId } from "../../../schema/common";
import { pageInput } from "../../../schema/list";
import { ParticipantTask } from "../../../schema/work";

/** A task as seen by one of its participants. */
export default endpoint({
  method: "POST",
  path: "/mkt/task",
  summary: "Private participant view of a task",
  description:
    "The public view plus all that this wallet may read. For the poster and the worker, the private details, the work, the reasons and each other's comments; " +
    "for the poster, all interests with their messages; for an interested worker, its own interest; for the arbiter, the evidence.",
  auth: signedOrSession("read"),
  input: object({
    contract: optional(ContractName),
    taskId: TaskId,
    sort: optional({
      ...oneOf(...INTEREST_SORTS),
      description:
        "Of the interests. By default newest. By the worker's rating (from the third on) or approved tasks, the highest first, or by etaSeconds.",
    }),
    ...pageInput("interests"),
  }),
  output: ParticipantTask,
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => participantTask(input, caller.wallet, services, nowMs),
});
