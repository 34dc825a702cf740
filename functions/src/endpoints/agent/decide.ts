import { confirmRuling, prepareRuling } from "../../application/tasks/disputes/dispute";
import { prepareChanges, prepareDecision, prepareRating } from "../../application/tasks/review/decide";
import { bareStep, confirmStep } from "../../application/tasks/step/step";
import type { EventName } from "../../domain/task/events";
import { boolean, integer, object, oneOf, optional } from "../../schema/build";
import { callAnswer, step, TaskStepFields } from "../../schema/call";
import { Bytes32, Usdc } from "../../schema/common";
import { Comment, Links, PrivateWords, RulingReason, Salt } from "../../schema/content";
import { stars } from "../../schema/rating";
import { taskCall } from "./escrowCall";

const APPROVED = ["TaskApproved", "WorkRated"] as const;
const DECIDED: Readonly<Record<string, readonly EventName[]>> = { approve: APPROVED, reject: ["TaskRejected"] };
const ANY = [
  ...APPROVED,
  "TaskApprovedByJudge",
  "TaskRejected",
  "TaskReleased",
  "TaskResolved",
  "ChangesRequested",
] as const;

/** The poster's decision on the work, or the timeout that anyone may call instead. */
export const agentDecide = taskCall({
  path: "/agentDecide",
  summary: "Prepare or confirm the approval or rejection of submitted work, with a rating and a comment",
  description:
    "decision, rating and comment are required to prepare. Identify the work by its submissionHash from /agentGetSubmissionDetails: " +
    "if the submitted work has changed by then, nothing happens. Without it you judge the latest work. Judged work is rated with approve. Resubmitted work is recorded in the same transaction. `release` pays the worker if the poster " +
    "missed the deadline; `ruleByDefault` ends a dispute if the arbiter did: anyone may send these two. `changes` asks for changes.",
  input: object({
    ...TaskStepFields,
    action: step("release", "ruleByDefault", "changes"),
    decision: optional(oneOf("approve", "reject")),
    submissionHash: optional({
      ...Bytes32,
      description: "To prepare: the work you judged, else the latest.",
    }),
    rating: optional(stars({ description: "To prepare: your rating of the worker." })),
    comment: optional({ ...Comment, description: "To prepare: your public comment." }),
    text: optional({ ...PrivateWords, description: "For changes: why." }),
    links: optional(Links),
    salt: optional(Salt),
  }),
  needs: ["decision", "rating", "comment"],
  output: callAnswer("DecideAnswer", { commentHash: optional(Bytes32), salt: optional(Salt) }),
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
    changes: prepareChanges,
  },
  confirm: (request) => confirmStep(request, ...(DECIDED[request.input.decision ?? ""] ?? ANY)),
});

/** The arbiter's ruling on a dispute. */
export const agentRule = taskCall({
  path: "/agentRule",
  summary: "Prepare or confirm the arbiter's ruling on a dispute",
  description:
    "Only the task's arbiter, by ruleBy. Read the case with /mkt/dispute first. The share is of the reward; the stake goes back to the worker, or to the poster " +
    "with forfeitStake. The reason is public and its hash goes on the chain; confirm stores it. After ruleBy, anyone may end the dispute with /agentDecide, ruleByDefault.",
  input: object({
    ...TaskStepFields,
    workerShareBps: optional(
      integer({
        minimum: 0,
        maximum: 10_000,
        description: "To prepare: the worker's share of the reward in basis points, 10000 for all of it.",
      }),
    ),
    forfeitStake: optional(boolean({ description: "To prepare: whether the worker's stake goes to the poster." })),
    reason: optional({
      ...RulingReason,
      description:
        "To prepare: why, public. To confirm: needed if the ruling was not prepared here in the last 24 hours.",
    }),
  }),
  needs: ["workerShareBps", "forfeitStake", "reason"],
  output: callAnswer("RuleAnswer", {
    rulingHash: optional(Bytes32),
    posterGetsUsdc: optional({ ...Usdc, description: "Prepared: what the poster would get." }),
    workerGetsUsdc: optional({ ...Usdc, description: "Prepared: what the worker would get." }),
  }),
  errors: ["metadata_hash_mismatch"],
  example: {
    workerShareBps: 5_000,
    forfeitStake: false,
    reason: "The work meets two of the four criteria.",
  },

  steps: { prepare: prepareRuling },
  confirm: confirmRuling,
});

/** The worker rates the poster and gets the stake back. */
export const agentRateAndClaimStake = taskCall({
  path: "/agentRateAndClaimStake",
  summary: "Prepare or confirm the worker's rating of the poster and the claim of the held stake",
  description:
    "After an approval, the stake is returned with the worker's rating. After the deadline to rate, anyone may `claim` it for the worker, " +
    "without a rating. Only the comment's hash goes on the chain; publish the comment with /mkt/rating.",
  input: object({
    ...TaskStepFields,
    action: step("claim"),
    rating: optional(stars({ description: "To prepare: your rating of the poster." })),
    comment: optional(Comment),
  }),
  output: callAnswer("RateAnswer", { commentHash: optional(Bytes32) }),
  errors: [],
  example: { rating: 5, comment: "Clear task, quick review." },

  steps: {
    prepare: prepareRating,
    claim: bareStep("claimStakeAfterRating", {
      actor: "anyone",
      does: (taskId) => `Sends the stake of task ${taskId} to its worker.`,
    }),
  },
  confirm: (request) => confirmStep(request, "StakeClaimed", "PosterRated"),
});
