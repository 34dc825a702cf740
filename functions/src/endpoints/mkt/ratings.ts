import { prepareAgentFeedback } from "../../application/agentFeedback";
import { prepared } from "../../application/signing/prepared";
import { requireAddress } from "../../application/tasks/requestedTask";
import { publishedRatings } from "../../application/tasks/review/ratings";
import { taskToCall } from "../../application/tasks/task";
import { ratingView } from "../../application/views/profile";
import { REPUTATION_PATH } from "../../domain/agentFeedback";
import { requireGoodContent } from "../../domain/content";
import { refuse } from "../../domain/errors";
import { requireEscrows } from "../../domain/messages/requestText";
import { commentHash } from "../../domain/messages/signedRequest";
import { publishedRating } from "../../domain/rating";
import { endpoint, open, refusals, requests, signed, signedSubject } from "../../http/endpoint";
import { literal, object } from "../../schema/build";
import { Address, Bytes32 } from "../../schema/common";
import { cursorOf, DEFAULT_LIMIT, Limit } from "../../schema/list";
import { AgentFeedback, FeedbackRequest } from "../../schema/profile";
import { RatingInput, RatingSide, RatingView } from "../../schema/rating";
import { PreparedFields } from "../../schema/sign";

/** A party of a task publishes its rating of the other party, with a comment. */
export const mktRating = endpoint({
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

/** Returns the exact text to sign for a rating. */
export const mktRatingPrepare = endpoint({
  method: "POST",
  path: "/mkt/rating/prepare",
  summary: "Get the exact text to sign for /mkt/rating",
  description:
    "Nothing is stored. Sign messageToSign unchanged (EIP-191), add the signature to request, and send that to /mkt/rating.",
  auth: open,
  reads: true,
  input: object({ wallet: Address, ...RatingInput }),
  check: ({ wallet: _wallet, ...body }) => mktRating.check?.(body),
  output: object({ ...PreparedFields, commentHash: Bytes32 }),
  errors: [],
  rateLimit: requests(300),
  example: {
    wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    contract: "agent-fast",
    taskId: "12",
    rating: 5,
    comment: "Fast and thorough.",
  },

  handle: async ({ input: { wallet, ...body }, nowMs, randomBytes }, services) => ({
    ...prepared(signedSubject(mktRating), { wallet, body, nowMs, randomBytes }, services),
    commentHash: commentHash(body.comment),
  }),
});

/** The published ratings that an account received and gave. */
export const mktRatings = endpoint({
  method: "GET",
  path: "/mkt/ratings",
  summary: "Ratings received and given by a wallet, with their comments",
  description:
    "average, count and distribution cover the ratings on the chain in final blocks, as in /mkt/profiles. items are the published comments, newest " +
    "first, as soon as they are published; each side has its own cursor. A rating can therefore count without a published comment, and a comment can be listed whose rating " +
    "is not final yet or not on the chain (onChain).",
  auth: open,
  input: object({
    address: Address,
    limit: Limit,
    receivedCursor: cursorOf("ratings"),
    givenCursor: cursorOf("ratings"),
  }),
  output: object({ address: Address, received: RatingSide, given: RatingSide }),
  errors: [],
  rateLimit: requests(300),
  shared: 2,
  example: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: ({ input: { address, limit = DEFAULT_LIMIT, ...cursors } }, services) =>
    publishedRatings(requireAddress(address), limit, cursors, services),
});

/** The transaction that gives feedback on an agent in ERC-8004's reputation registry. */
export const mktReputation = endpoint({
  method: "POST",
  path: REPUTATION_PATH,
  summary: "Prepare feedback on an agent for ERC-8004's reputation registry, with proof of payment",
  description:
    "Send taskId and agentId for the other side of a settled task whose worker was paid, or receipt for a bought answer. " +
    "Optional: nothing is stored or counted here, and the wallet sends the transaction itself. " +
    "The feedback's file, with the proof of payment, is in its data: URI.",
  auth: open,
  reads: true,
  input: FeedbackRequest,
  output: AgentFeedback,
  errors: ["task_not_found", "forbidden_role", "state_conflict", "signature_invalid"],
  rateLimit: requests(60),
  example: { wallet: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", contract: "agent-fast", taskId: "12", agentId: 22 },

  handle: ({ input, nowMs }, services) => prepareAgentFeedback(input, services, nowMs),
});
