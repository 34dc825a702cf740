import type { Escrows } from "../../../domain/contract";
import type { Rating } from "../../../domain/rating";

/** The public view of a published rating. */
export function ratingView(rating: Rating, escrows: Escrows) {
  return {
    ...rating,
    taskId: String(rating.taskId),
    contractAddress: escrows[rating.contract],
    createdAt: new Date(rating.createdAt).toISOString(),
  };
}
