import type { Address } from "../domain/address";
import type { Rating, RatingSide } from "../domain/rating";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

/** Published ratings, one for each side of a task. All throw `StoreUnavailable` when the database does not answer. */
export interface Ratings {
  /**
   * Publishes the rating unless that side already has one; returns the current one. One read and one write. A rating
   * that cites a different transaction than the chain now holds is replaced.
   */
  publish(rating: Rating, unit: UnitOfWork): Promise<Rating>;
  /** The ratings that an account received or gave, newest first; `limit` + 1 reads at most. */
  page(side: RatingSide, account: Address, limit: number, cursor: string | null): Promise<Page<Rating>>;
}
