import { prepareDecision } from "../../application/tasks/review/decide";
import { bareStep, confirmStep } from "../../application/tasks/step";
import type { EventName } from "../../domain/task/events";
import { oneOf, optional, object } from "../../schema/build";
import { callAnswer, TaskStepFields, step } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { Comment } from "../../schema/content";
import { stars } from "../../schema/rating";
import { taskCall } from "./escrowCall";

const APPROVED = ["TaskApproved", "WorkRated"] as const;
const DECIDED: Readonly<Record<string, readonly EventName[]>> = { approve: APPROVED, reject: ["TaskRejected"] };
const ENDED = [...APPROVED, "TaskApprovedByJudge", "TaskRejected", "TaskReleased", "TaskResolved"] as const;

/** The poster's decision on the work, or the timeout that anyone may call instead. */
export default taskCall({
  path: "/agentDecide",
  summary: "Prepare or confirm the approval or rejection of submitted work, with a rating and a comment",
  description:
    "decision, rating and comment are required to prepare. Identify the work by its submissionHash from /agentGetSubmissionDetails: " +
    "if the submitted work has changed by then, nothing happens. Without it you judge the latest work. Judged work is rated with approve. Work that was resubmitted by signature is recorded on the chain in the same transaction. `release` pays the worker if the poster " +
    "missed the deadline; `ruleByDefault` ends a dispute if the arbiter did. Anyone may send these two.",
  input: object({
    ...TaskStepFields,
    action: step("release", "ruleByDefault"),
    decision: optional(oneOf("approve", "reject")),
    submissionHash: optional({
      ...Bytes32,
      description: "To prepare: the work that you have judged; the latest if omitted.",
    }),
    rating: optional(stars({ description: "To prepare, required: your rating of the worker." })),
    comment: optional({ ...Comment, description: "To prepare, required: your public comment on the work." }),
  }),
  needs: ["decision", "rating", "comment"],
  output: callAnswer("DecideAnswer", { commentHash: optional(Bytes32) }),
  errors: [],
  example: {
    decision: "approve",
    submissionHash: `0x${"a7".repeat(32)}`,
    rating: 5,
    comment: "Careful work, on time.",
  },

  steps: {
    prepare: prepareDecision,
    release: bareStep("releaseAfterReview", {
      actor: "anyone",
      does: (taskId) => `Pays the worker of task ${taskId}.`,
    }),
    ruleByDefault: bareStep("ruleByDefault", {
      actor: "anyone",
      does: (taskId) => `Ends the dispute over task ${taskId}.`,
    }),
  },
  confirm: (request) => confirmStep(request, ...(DECIDED[request.input.decision ?? ""] ?? ENDED)),
});
