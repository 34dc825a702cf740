import { averageOf } from "../rating";
import type { Reputation } from "./reputation";

/** A worker's record from final tasks, in short. */
export interface TrackRecord {
  /** The mean of its ratings as worker to two decimal places; null before the first. */
  readonly average: number | null;
  /** How many ratings it received as worker. */
  readonly ratings: number;
  /** Its tasks whose work was approved. */
  readonly completed: number;
}

/** An average ranks from this many ratings on: one rating by a friend does not outrank a hundred by strangers. */
export const MIN_RATINGS_TO_RANK = 3;

/** The longest rank text: an average of 5.00 and a count. */
const AVERAGE_DIGITS = 3;
const COUNT_DIGITS = 9;

const padded = (value: number, digits: number) => String(value).padStart(digits, "0");

export function trackRecordOf({ received, asWorker }: Reputation): TrackRecord {
  const { average, count } = averageOf(received.asWorker);
  return { average, ratings: count, completed: asWorker.completed };
}

/** The rank of an average, as a text of fixed length: no rank below `MIN_RATINGS_TO_RANK`. */
export function averageRank(average: number): string {
  return padded(Math.round(average * 100), AVERAGE_DIGITS);
}

/** The order by rating, as a text of fixed length: by average, then by number. */
export function ratingRank({ average, ratings }: TrackRecord): string {
  const ranked = ratings >= MIN_RATINGS_TO_RANK ? (average ?? 0) : 0;
  return `${averageRank(ranked)}-${padded(ratings, COUNT_DIGITS)}`;
}

/** The order by approved tasks, as a text of fixed length. */
export function completedRank({ completed }: TrackRecord): string {
  return padded(completed, COUNT_DIGITS);
}
