import { contentHash, requireGoodContent, type ContentOf } from "../../domain/content";
import type { EscrowCall } from "../../domain/task/call";
import { endpoint, open, requests } from "../../http/endpoint";
import { integer, object, optional } from "../../schema/build";
import { callAnswer, SentFields, step, TaskFields } from "../../schema/call";
import { Bytes32 } from "../../schema/common";
import { Comment } from "../../schema/content";
import { confirm } from "../../application/tasks/confirm";
import { prepare, thenConfirm } from "../../application/tasks/prepare";
import { CONFIRM_ERRORS, required, stepOf } from "../../application/tasks/sent";
import { taskToCall } from "../../application/tasks/task";
import { requestedKey, requireAddress } from "../../application/tasks/requestedTask";

const PATH = "/agentRateAndClaimStake";

/** The worker rates the buyer and gets the stake back. */
export default endpoint({
  method: "POST",
  path: PATH,
  summary: "Prepare or confirm the worker's rating of the buyer and the claim of the held stake",
  description:
    "After an approval, the stake is returned with the worker's rating. After the deadline to rate, anyone may `claim` it for the worker, " +
    "without a rating. Only the comment's hash goes on the chain; publish the comment with /mkt/rating.",
  auth: open,
  input: object({
    action: step("claim"),
    ...SentFields,
    ...TaskFields,
    rating: optional(integer({ minimum: 1, maximum: 5, description: "To prepare: your rating of the buyer." })),
    comment: optional(Comment),
  }),
  output: callAnswer("RateAnswer", { commentHash: optional(Bytes32) }),
  errors: [...CONFIRM_ERRORS, "task_not_found", "forbidden_role"],
  rateLimit: requests(60),
  example: {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    contract: "agent-fast",
    taskId: "12",
    rating: 5,
    comment: "Clear task, quick review.",
  },

  handle: async ({ input, nowMs }, services) => {
    const wallet = requireAddress(input.wallet);
    const action = stepOf(input);
    if (action === "confirm") {
      return confirm(
        { sent: input, wallet, ...requestedKey(input, services), names: ["StakeClaimed"] },
        services,
        nowMs,
      );
    }
    const record = await taskToCall(input, services);
    const { contract, taskId } = record.task;
    if (action === "claim")
      return inOneCall(
        { function: "claimStakeAfterRating", contract, taskId },
        `Sends the stake of task ${taskId} to its worker.`,
      );

    const given = required(input, "rating", "comment");
    const comment: ContentOf<"comment"> = { kind: "comment", value: given.comment };
    requireGoodContent(comment, "/comment");
    const commentHash = contentHash(comment);
    const call = { function: "rateAndClaimStake", contract, taskId, rating: given.rating, commentHash } as const;
    const answer = await inOneCall(call, `Rates the buyer of task ${taskId} and claims the stake.`);
    await services.contentStore.keepDrafts(wallet, [comment], nowMs);
    return { ...answer, commentHash };

    async function inOneCall(planned: EscrowCall, description: string) {
      const transaction = await prepare({ wallet, call: planned, description, record }, services, nowMs);
      const actor = action === "claim" ? "anyone" : "worker";
      return {
        ok: true as const,
        transactions: [transaction],
        _nextAction: thenConfirm(actor, PATH, { wallet, contract, taskId: String(taskId) }),
      };
    }
  },
});
