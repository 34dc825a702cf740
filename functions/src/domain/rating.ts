import type { Address } from "./address";
import { refuse } from "./errors";
import type { Hex } from "./keccak";
import { commentHash } from "./messages/signedRequest";
import { STOCK_COMMENTS } from "./stockComments";
import type { TaskKey } from "./task/events";
import { roleOf, type Task } from "./task/task";

/** A published rating of one party of a task by the other. */
export interface Rating extends TaskKey {
  readonly rater: Address;
  readonly ratee: Address;
  /** The rater's. */
  readonly role: "poster" | "worker";
  /** 1 to 5. */
  readonly rating: number;
  readonly comment: string;
  readonly commentHash: Hex;
  /** Whether the chain holds the same rating. */
  readonly onChain: boolean;
  readonly txHash: Hex | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** Hashes of what says no more than the rating does. */
const STOCK_HASHES: ReadonlySet<Hex> = new Set(Object.values(STOCK_COMMENTS).map(commentHash));

/** The account's side of a rating. */
export type RatingSide = "received" | "given";

/** How many ratings of 1, 2, 3, 4 and 5 there are. */
export type Distribution = readonly [number, number, number, number, number];

/**
 * The rating that a party of a task publishes.
 *
 * If the party rated on the chain, value and comment must match; a stock comment may be followed by any. Otherwise it may rate once the task is settled.
 * Refuses `forbidden_role`, `state_conflict` and `metadata_hash_mismatch`.
 */
export function publishedRating(
  task: Task,
  { by, rating, comment, nowMs }: { by: Address; rating: number; comment: string; nowMs: number },
): Rating {
  const role = roleOf(task, by);
  if (role !== "poster" && role !== "worker")
    refuse("forbidden_role", "Only the task's poster and worker rate each other. Sign with one of their wallets.");
  const ratee = role === "poster" ? task.worker : task.poster;
  if (ratee === null) refuse("state_conflict", "This task has no worker. Rate a task that someone has started.");
  const onChain = role === "poster" ? task.posterRating : task.workerRating;
  const hash = commentHash(comment);
  if (!onChain && !task.settled)
    refuse("state_conflict", "Rate with the step that ends the task, or after it is settled.");
  if (onChain && onChain.rating !== rating)
    refuse("state_conflict", `The rating on the chain is ${onChain.rating}. Publish the same value.`);
  const isBound = onChain !== null && onChain.commentHash !== null && !STOCK_HASHES.has(onChain.commentHash);
  if (isBound && onChain.commentHash !== hash) {
    refuse(
      "metadata_hash_mismatch",
      `The comment hashes to ${hash}, but the chain holds ${onChain.commentHash}. Send the original comment.`,
    );
  }
  const { contract, taskId } = task;
  return {
    contract,
    taskId,
    rater: by,
    ratee,
    role,
    rating,
    comment,
    commentHash: hash,
    onChain: onChain !== null,
    txHash: onChain?.txHash ?? null,
    createdAt: nowMs,
  };
}

/** The sum of both. */
export function addRatings(some: Distribution, more: Distribution): Distribution {
  return [some[0] + more[0], some[1] + more[1], some[2] + more[2], some[3] + more[3], some[4] + more[4]];
}

/** The mean of a distribution to two decimal places, and the count; null if empty. */
export function averageOf(distribution: Distribution): { average: number | null; count: number } {
  const count = distribution.reduce((sum, some) => sum + some, 0);
  const total = distribution.reduce((sum, some, at) => sum + some * (at + 1), 0);
  return { average: count === 0 ? null : Math.round((100 * total) / count) / 100, count };
}
