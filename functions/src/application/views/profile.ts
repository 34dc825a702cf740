import { addRatings, averageOf, type Distribution } from "../../domain/rating";
import { meanOf, type Rater } from "../../domain/reputation/raters";
import type { ProfileSummary } from "../../domain/profile";
import type { Static } from "../../schema/build";
import { posterRecordView, workerRecordView } from "./records";
import type { ProfileSummaryView } from "../../schema/profile";

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
