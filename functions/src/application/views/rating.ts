import type { Escrows } from "../../domain/contract";
import type { Rating } from "../../domain/rating";
import type { Static } from "../../schema/build";
import type { RatingView } from "../../schema/rating";

/** The public view of a published rating. */
export function ratingView(rating: Rating, escrows: Escrows): Static<typeof RatingView> {
  return {
    ...rating,
    taskId: String(rating.taskId),
    contractAddress: escrows[rating.contract],
    createdAt: new Date(rating.createdAt).toISOString(),
  };
}
