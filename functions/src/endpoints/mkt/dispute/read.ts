import { disputeCase } from "../../../application/tasks/disputes/dispute";
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
    "Terms, private details, all work and change requests, comments, evidence, the answer to it and the newest messages. " +
    `Everyone reads the same. The arbiter may read from the contest until ${MAX_ARBITER_DAYS} days after the end of the dispute.`,
  auth: signedOrSession("read"),
  input: object({ contract: optional(ContractName), taskId: TaskId }),
  output: DisputeCase,
  errors: ["task_not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: ({ input, caller, nowMs }, services) => disputeCase(input, caller.wallet, services, nowMs),
});
