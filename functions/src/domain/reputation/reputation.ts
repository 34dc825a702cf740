import type { Address } from "../address";
import type { Distribution } from "../rating";
import { DEADLINE_NAMES, type DeadlineName } from "../workflow/states";
import {
  medianSeconds,
  ratersIn,
  meanOf,
  posterRecordIn,
  workerRecordIn,
  type Rater,
  type PosterRecord,
  type WorkerRecord,
} from "./records";

/** The deadlines that a specific party can miss; a task that is never started has none. */
type MissedDeadline = Exclude<DeadlineName, "openUntil">;
const DEADLINES = DEADLINE_NAMES.filter((name): name is MissedDeadline => name !== "openUntil");

/** A wallet's reputation from final tasks. */
export interface Reputation {
  /** The ratings that it received on the chain, by its role. */
  readonly received: { readonly asPoster: Distribution; readonly asWorker: Distribution };
  /** The wallets that gave them. */
  readonly raters: { readonly asPoster: readonly Rater[]; readonly asWorker: readonly Rater[] };
  /** The ratings that it gave on the chain. */
  readonly given: Distribution;
  readonly asPoster: {
    readonly posted: number;
    /** Its tasks whose work was approved, by it or by timeout. */
    readonly completed: number;
    /** Its tasks whose work it rejected, regardless of the outcome. */
    readonly rejected: number;
    /** The rejections that a ruling overturned. */
    readonly overturned: number;
    /** Its tasks that it cancelled before a worker started. */
    readonly cancelled: number;
    /** The median review time of submitted work; null before the first review. Off by less than 1/64. */
    readonly medianReviewSeconds: number | null;
  };
  readonly asWorker: {
    readonly started: number;
    readonly completed: number;
    readonly rejected: number;
    readonly overturned: number;
  };
  /** What to expect of it; null while it has dealt with too few wallets. */
  readonly posterRecord: PosterRecord | null;
  readonly workerRecord: WorkerRecord | null;
  /** How often it missed each deadline. */
  readonly silent: Readonly<Record<MissedDeadline, number>>;
}

/** A wallet's reputation from the sums that `reputationOf` adds to. */
export function reputation(sums: ReadonlyMap<string, number>): Reputation {
  const of = (field: string) => sums.get(field) ?? 0;
  const ratings = (side: string): Distribution => [
    of(`${side}.1`),
    of(`${side}.2`),
    of(`${side}.3`),
    of(`${side}.4`),
    of(`${side}.5`),
  ];
  const silent = Object.fromEntries(DEADLINES.map((name) => [name, of(`silent.${name}`)]));
  return {
    received: { asPoster: ratings("received.asPoster"), asWorker: ratings("received.asWorker") },
    raters: { asPoster: ratersIn(sums, "asPoster"), asWorker: ratersIn(sums, "asWorker") },
    given: ratings("given"),
    asPoster: {
      posted: of("asPoster.posted"),
      completed: of("asPoster.completed"),
      rejected: of("asPoster.rejected"),
      overturned: of("asPoster.overturned"),
      cancelled: of("asPoster.cancelled"),
      medianReviewSeconds: medianSeconds(reviewsIn(sums)),
    },
    asWorker: {
      started: of("asWorker.started"),
      completed: of("asWorker.completed"),
      rejected: of("asWorker.rejected"),
      overturned: of("asWorker.overturned"),
    },
    posterRecord: posterRecordIn(sums),
    workerRecord: workerRecordIn(sums),
    silent: silent as Reputation["silent"],
  };
}

const REVIEWS = "reviews.";

function reviewsIn(sums: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const reviews = [...sums].filter(([field]) => field.startsWith(REVIEWS));
  return new Map(reviews.map(([field, count]) => [Number(field.slice(REVIEWS.length)), count]));
}

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

/** An account's public profile; null for what was never set. */
export interface Profile {
  readonly address: Address;
  readonly displayName: string | null;
  readonly avatarSeed: string | null;
}

/** An account with its reputation from final tasks. */
export interface ProfileSummary extends Profile {
  readonly reputation: Reputation;
}
