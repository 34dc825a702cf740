import type { Escrows } from "../../domain/messages/requestText";
import { formatUsdc } from "../../domain/money";
import type { ProfileSummary } from "../../domain/reputation/reputation";
import { addRatings, averageOf, type Distribution, type Rating } from "../../domain/rating";
import { meanOf, type Rater, type PosterRecord, type WorkerRecord } from "../../domain/reputation/records";
import { iso } from "../../domain/time";
import type { Static } from "../../schema/build";
import type { ProfileSummaryView } from "../../schema/profile";
import type { RatingView } from "../../schema/rating";
import type { PosterRecordShown, WorkerRecordShown } from "../../schema/records";

const HOUR_SECONDS = 3_600;
/** Four decimal places: a third of a second. */
const PLACES = 10_000;

/** The number of ratings of each value, by name. */
export function distributionView([one, two, three, four, five]: Distribution) {
  return { "1": one, "2": two, "3": three, "4": four, "5": five };
}

/** The public view of a profile with its reputation. */
export function profileSummaryView({
  address,
  displayName,
  avatarSeed,
  reputation,
}: ProfileSummary): Static<typeof ProfileSummaryView> {
  const { received, raters, asPoster, asWorker, posterRecord, workerRecord, silent } = reputation;
  const { overturned, medianReviewSeconds, ...posted } = asPoster;
  const { overturned: ownOverturned, ...worked } = asWorker;
  const all = addRatings(received.asPoster, received.asWorker);
  return {
    address,
    displayName,
    avatarSeed,
    ratings: {
      ...averageOf(all),
      distribution: distributionView(all),
      asPoster: { ...byRaters(raters.asPoster), count: averageOf(received.asPoster).count },
      asWorker: { ...byRaters(raters.asWorker), count: averageOf(received.asWorker).count },
    },
    asPoster: {
      ...posted,
      rejectionsOverturned: overturned,
      medianReviewHours: medianReviewSeconds === null ? null : inHours(medianReviewSeconds),
    },
    asWorker: { ...worked, rejectionsOverturned: ownOverturned },
    posterRecord: posterRecordView(posterRecord),
    workerRecord: workerRecordView(workerRecord),
    silentDeadlines: silent,
  };
}

/** An average in which each rater counts once, so that two wallets cannot rate each other up. */
const byRaters = (raters: readonly Rater[]) => ({ average: meanOf(raters), raters: raters.length });

function inHours(seconds: number): number {
  return Math.round((seconds * PLACES) / HOUR_SECONDS) / PLACES;
}

const rounded = (value: number) => Math.round(value * PLACES) / PLACES;

/** The public view of a poster's record. */
export function posterRecordView(record: PosterRecord | null): Static<typeof PosterRecordShown> {
  if (!record) return { status: "too_few", numbers: null };
  const { workers, works, decisionSeconds, workersEarnedUsdcUnits } = record;
  const share = (count: number) => rounded(count / works);
  return {
    status: "known",
    numbers: {
      workers,
      works,
      decisionSeconds: { ...decisionSeconds },
      approvedShare: share(record.approved),
      rejectedShare: share(record.rejected),
      silentShare: share(record.silent),
      disputedShare: share(record.disputed),
      workersEarnedUsdc: formatUsdc(workersEarnedUsdcUnits),
    },
  };
}

/** The public view of a worker's record. */
export function workerRecordView(record: WorkerRecord | null): Static<typeof WorkerRecordShown> {
  return record ? { status: "known", numbers: { ...record } } : { status: "too_few", numbers: null };
}

/** The public view of a published rating. */
export function ratingView(rating: Rating, escrows: Escrows): Static<typeof RatingView> {
  return {
    ...rating,
    taskId: String(rating.taskId),
    contractAddress: escrows[rating.contract],
    createdAt: iso(rating.createdAt),
  };
}
