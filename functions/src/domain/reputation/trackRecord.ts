import { meanOf } from "./raters";
import type { Reputation } from "./reputation";

/** A worker's record from final tasks, in short. */
export interface TrackRecord {
  /** The mean of its ratings as worker to two decimal places, each poster counted once; null before the first. */
  readonly average: number | null;
  /** How many posters rated it as worker. */
  readonly raters: number;
  /** Its tasks whose work was approved. */
  readonly completed: number;
}

/** An average ranks from this many posters on: one friend's ratings do not outrank those of a hundred strangers. */
export const MIN_RATERS_TO_RANK = 3;

/** The longest rank text: an average of 5.00 and a count. */
const AVERAGE_DIGITS = 3;
const COUNT_DIGITS = 9;

const padded = (value: number, digits: number) => String(value).padStart(digits, "0");

export function trackRecordOf({ raters, asWorker }: Reputation): TrackRecord {
  return { average: meanOf(raters.asWorker), raters: raters.asWorker.length, completed: asWorker.completed };
}

/** The rank of an average, as a text of fixed length: no rank below `MIN_RATERS_TO_RANK`. */
export function averageRank(average: number): string {
  return padded(Math.round(average * 100), AVERAGE_DIGITS);
}

/** The order by rating, as a text of fixed length: by average, then by number. */
export function ratingRank({ average, raters }: TrackRecord): string {
  const ranked = raters >= MIN_RATERS_TO_RANK ? (average ?? 0) : 0;
  return `${averageRank(ranked)}-${padded(raters, COUNT_DIGITS)}`;
}

/** The order by approved tasks, as a text of fixed length. */
export function completedRank({ completed }: TrackRecord): string {
  return padded(completed, COUNT_DIGITS);
}
