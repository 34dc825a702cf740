import { disputeCase } from "../../../application/tasks/dispute";
import { MAX_ARBITER_DAYS } from "../../../domain/content";
import { DISPUTE_PATH } from "../../../domain/task/nextAction";
import { endpoint, refusals, signedOrSession } from "../../../http/endpoint";
import { object, optional } from "../../../schema/build";
import { ContractName, TaskId } from "../../../schema/common";
import { DisputeCase } from "../../../schema/work";

/** The whole case of a dispute. */
export default endpoint({
  method: "POST",
  path: DISPUTE_PATH,
  summary: "The whole case of a dispute, for its poster, worker and arbiter",
  description:
    "The task with its terms, the private details, every submission and change request, both sides' comments, the worker's evidence and the poster's answer. " +
    `Everyone reads the same. The arbiter may read from the contest until ${MAX_ARBITER_DAYS} days after the end of the dispute. /mkt/messages has the parties' messages.`,
  auth: signedOrSession("read"),
  input: object({ contract: optional(ContractName), taskId: TaskId }),
  output: DisputeCase,
  errors: ["task_not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => disputeCase(input, caller.wallet, services, nowMs),
});
