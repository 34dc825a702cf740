import { requireGoodContent } from "../../../domain/content";
import { refuse } from "../../../domain/errors";
import { requireEscrows } from "../../../domain/messages/requestText";
import { publishedRating } from "../../../domain/rating";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { literal, object } from "../../../schema/build";
import { RatingInput, RatingView } from "../../../schema/rating";
import { taskToCall } from "../../../application/tasks/task";
import { ratingView } from "../../../application/views/profile";

/** A party of a task publishes its rating of the other party, with a comment. */
export default endpoint({
  method: "POST",
  path: "/mkt/rating",
  summary: "Publish a rating of the other party, with its comment",
  description:
    "Once per party, and final. If this party rated on the chain, value and comment must match, except after `Approved.` or `Paid.`, which clients write for no comment; otherwise it may rate once the task is " +
    "settled. The text to sign has an extra line for the comment's hash: get it from /mkt/rating/prepare. The rating flags of a task reflect the chain only.",
  auth: signed,
  input: object(RatingInput),
  check: ({ comment }) => requireGoodContent({ kind: "comment", value: comment }, "/comment"),
  output: object({ ok: literal(true), rating: RatingView }),
  errors: ["task_not_found", "forbidden_role", "state_conflict", "metadata_hash_mismatch"],
  rateLimit: refusals(120),
  example: { contract: "agent-fast", taskId: "12", rating: 5, comment: "Fast and thorough." },

  handle: async ({ input, caller, nowMs, unit }, services) => {
    const { task } = await taskToCall(input, services);
    const { rating, comment } = input;
    const given = publishedRating(task, { by: caller.wallet, rating, comment, nowMs });
    const stands = await services.ratings.publish(given, unit);
    if (stands.rater !== given.rater || stands.commentHash !== given.commentHash || stands.rating !== given.rating) {
      refuse(
        "state_conflict",
        "This wallet has published another rating for this task, which is final. Send that one again, or none.",
      );
    }
    return { ok: true as const, rating: ratingView(stands, requireEscrows(services.settings.escrows)) };
  },
});
