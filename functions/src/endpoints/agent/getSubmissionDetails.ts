import { citationsOf, submissionOf, type Citation } from "../../domain/content";
import { endpoint, refusals, session } from "../../http/endpoint";
import { array, integer, nullable, object, oneOf } from "../../schema/build";
import { TaskFields } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { PrivateText } from "../../schema/content";
import { TaskNames } from "../../schema/task";
import { taskToRead } from "../../application/tasks/read";
import { privateTextView, taskNames } from "../../application/tasks/view";
import { resubmissionOf } from "../../application/tasks/requestedTask";

const round = integer({ minimum: 0, description: "0 is the first work; 1 answers the first change request." });

/** The submitted work and the change requests, for the two parties of a task. */
export default endpoint({
  method: "POST",
  path: "/agentGetSubmissionDetails",
  summary: "Read the submitted work and the change requests of a task, as its poster or its worker",
  description: "The last of submissions is the work to judge: send its submissionHash to /agentDecide.",
  auth: session,
  reads: true,
  input: object(TaskFields),
  output: object(
    {
      ...TaskNames,
      submissions: array(
        object(
          {
            round,
            submissionHash: Bytes32,
            status: {
              ...oneOf("on_chain", "awaiting_anchor"),
              description: "awaiting_anchor: signed by the worker, not on the chain yet.",
            },
            submission: nullable({
              ...PrivateText,
              description: "Null if the worker has not stored the text of this hash.",
            }),
          },
          { title: "Submission" },
        ),
      ),
      changeRequests: array(
        object({ round, reasonHash: nullable(Bytes32), reason: nullable(PrivateText) }, { title: "ReadChangeRequest" }),
      ),
    },
    { title: "SubmissionDetails" },
  ),
  errors: ["task_not_found", "forbidden_role"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12" },

  handle: async ({ input, caller, nowMs }, services) => {
    const { task } = await taskToRead("submission", input, caller.wallet, services, nowMs);
    const waiting = await resubmissionOf(task, services);
    const citations = citationsOf(task, null).filter(({ kind }) => kind === "submission" || kind === "reason");
    const cited: readonly Citation[] = [...citations, ...(waiting ? submissionOf(task, waiting.submissionHash) : [])];
    const found = cited.length > 0 ? await services.contentStore.find(cited) : [];
    const textOf = (kind: "submission" | "reason", hash: string | null) =>
      privateTextView(found.find(({ citation }) => citation.kind === kind && citation.hash === hash)?.content);
    const submitted = [
      ...task.submissionHashes.map((hash) => ({ hash, status: "on_chain" as const })),
      ...(waiting ? [{ hash: waiting.submissionHash, status: "awaiting_anchor" as const }] : []),
    ];
    return {
      ...taskNames(task, services),
      submissions: submitted.map(({ hash, status }, at) => ({
        round: at,
        submissionHash: hash,
        status,
        submission: textOf("submission", hash),
      })),
      changeRequests: task.reasonHashes.map((reasonHash, at) => ({
        round: at + 1,
        reasonHash,
        reason: textOf("reason", reasonHash),
      })),
    };
  },
});
