import type { Address } from "../domain/address";
import type { Rating, RatingSide } from "../domain/rating";
import type { UnitOfWork } from "../domain/unitOfWork";
import type { Page } from "./tasks";

/** Published ratings, one for each side of a task. All throw `StoreUnavailable` when the database does not answer. */
export interface Ratings {
  /**
   * Publishes the rating, unless that side has one already; gives the one that stands. One read and one write. A rating
   * that cites another transaction than the chain now holds is replaced.
   */
  publish(rating: Rating, unit: UnitOfWork): Promise<Rating>;
  /** The ratings that an account received or gave, the newest first; `limit` + 1 reads at most. */
  page(side: RatingSide, account: Address, limit: number, cursor: string | null): Promise<Page<Rating>>;
}
