import type { Firestore } from "@google-cloud/firestore";
import { ratingEvent } from "../../../domain/events/serviceEvents";
import type { Rating } from "../../../domain/rating";
import { taskName } from "../../../domain/task/events";
import type { Ratings } from "../../../ports/profiles";
import { decimal, Documents, plain } from "../documents";
import { firestoreEventLog } from "../events/eventLog";
import { reaching } from "../faults";
import { pageOf } from "../reading";
import { write } from "../unitOfWork";

const nameOf = (rating: Rating) => `${taskName(rating)}-${rating.role}`;

/** Ratings in `ratings/{task}-{role of the rater}`. */
const RATINGS = new Documents<Rating>(
  "ratings",
  {
    ...plain(
      "contract",
      "rater",
      "ratee",
      "role",
      "rating",
      "comment",
      "commentHash",
      "onChain",
      "txHash",
      "createdAt",
    ),
    taskId: decimal,
  },
  { sortKey: (rating) => `${String(rating.createdAt).padStart(15, "0")}-${nameOf(rating)}` },
);

export function firestoreRatings(db: Firestore, log = firestoreEventLog(db)): Ratings {
  const ratings = RATINGS.in(db);

  return {
    async publish(rating, unit) {
      const doc = await reaching(() => ratings.doc(nameOf(rating)).get());
      const known = doc.data();
      // One that cites a transaction which a reorg has undone: what the chain holds now takes its place.
      if (known && (!known.onChain || known.txHash === rating.txHash)) return known;
      await write(db, unit, [RATINGS.put(doc, rating)]);
      log.append([ratingEvent(rating)], unit);
      return rating;
    },

    page: (side, account, limit, cursor) =>
      pageOf(ratings.where(side === "received" ? "ratee" : "rater", "==", account), limit, cursor),
  };
}
