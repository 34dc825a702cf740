import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import type { Address } from "../../domain/address";
import type { Rating, RatingSide } from "../../domain/rating";
import { taskName } from "../../domain/task/events";
import type { Ratings } from "../../ports/ratings";
import { reaching } from "./faults";
import { write } from "./unitOfWork";

/** Ratings in `ratings/{task}-{role of the rater}`. */
export function firestoreRatings(db: Firestore): Ratings {
  const ratings = db.collection("ratings");
  const of = (side: RatingSide, account: Address) =>
    ratings.where(side === "received" ? "ratee" : "rater", "==", account);

  return {
    async publish(rating, unit) {
      const ref = ratings.doc(`${taskName(rating)}-${rating.role}`);
      const sortKey = `${String(rating.createdAt).padStart(15, "0")}-${ref.id}`;
      const fields = { ...rating, taskId: String(rating.taskId), sortKey };
      const doc = await reaching(() => ref.get());
      const known = doc.exists ? ratingIn(doc) : null;
      // One that cites a transaction which a reorg has undone: what the chain holds now takes its place.
      if (known && (!known.onChain || known.txHash === rating.txHash)) return known;
      const { updateTime: lastUpdateTime } = doc;
      await write(db, unit, [
        (batch) => (lastUpdateTime ? batch.update(ref, fields, { lastUpdateTime }) : batch.create(ref, fields)),
      ]);
      return rating;
    },

    page: (side, account, limit, cursor) =>
      reaching(async () => {
        const newest = of(side, account).orderBy("sortKey", "desc");
        const { docs } = await (cursor === null ? newest : newest.startAfter(cursor)).limit(limit + 1).get();
        const shown = docs.slice(0, limit);
        const nextCursor = docs.length > limit ? (shown.at(-1)?.get("sortKey") as string) : null;
        return { items: shown.map(ratingIn), nextCursor };
      }),
  };
}

function ratingIn(doc: DocumentSnapshot): Rating {
  const of = (name: keyof Rating) => doc.get(name) as never;
  return {
    contract: of("contract"),
    taskId: BigInt(of("taskId")),
    rater: of("rater"),
    ratee: of("ratee"),
    role: of("role"),
    rating: of("rating"),
    comment: of("comment"),
    commentHash: of("commentHash"),
    onChain: of("onChain"),
    txHash: of("txHash"),
    createdAt: of("createdAt"),
  };
}
