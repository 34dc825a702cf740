import type { Escrows } from "../../../domain/contract";
import type { Rating } from "../../../domain/rating";

/** A published rating as everybody reads it. */
export function ratingView(rating: Rating, escrows: Escrows) {
  return {
    ...rating,
    taskId: String(rating.taskId),
    contractAddress: escrows[rating.contract],
    createdAt: new Date(rating.createdAt).toISOString(),
  };
}
