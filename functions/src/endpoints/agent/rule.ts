import { confirmRuling, prepareRuling } from "../../application/tasks/disputes/dispute";
import { boolean, integer, optional, object } from "../../schema/build";
import { callAnswer, TaskStepFields } from "../../schema/call";
import { Bytes32, Usdc } from "../../schema/common";
import { RulingReason } from "../../schema/content";
import { taskCall } from "./escrowCall";

/** The arbiter's ruling on a dispute. */
export default taskCall({
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
        description: "To prepare, required: the worker's share of the reward in basis points, 10000 for all of it.",
      }),
    ),
    forfeitStake: optional(
      boolean({ description: "To prepare, required: whether the worker's stake goes to the poster." }),
    ),
    reason: optional({
      ...RulingReason,
      description:
        "To prepare, required: why, 1 to 4,000 characters, public. To confirm: needed if the ruling was not prepared here in the last 24 hours.",
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
