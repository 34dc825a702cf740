import { prepareRating } from "../../application/tasks/review/decide";
import { bareStep, confirmStep } from "../../application/tasks/step";
import { optional, object } from "../../schema/build";
import { callAnswer, TaskStepFields, step } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { Comment } from "../../schema/content";
import { stars } from "../../schema/rating";
import { taskCall } from "./escrowCall";

/** The worker rates the poster and gets the stake back. */
export default taskCall({
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
