import { FieldPath, FieldValue, type DocumentSnapshot, type Firestore, type Query } from "@google-cloud/firestore";
import type { Address } from "../../../domain/address";
import { MAX_LISTINGS, type Listing, type ListingSearch } from "../../../domain/listing";
import {
  reputation,
  averageRank,
  ratingRank,
  trackRecordOf,
  type TrackRecord,
} from "../../../domain/reputation/reputation";
import { taskLabels } from "../../../domain/task/labels";
import { taskWords } from "../../../domain/task/search";
import type { Listings } from "../../../ports/profiles";
import { decimal, Documents, plain } from "../documents";
import { reaching, unlessConflict } from "../faults";
import { pageBy } from "../reading";
import { LISTINGS_FIELD, readSums, RELIST_FIELD, SUMS_IN } from "../sumDocument";
import { batchOf, putUnchanged, write } from "../unitOfWork";

const PRICE_DIGITS = 20;
const padded = (units: bigint) => String(units).padStart(PRICE_DIGITS, "0");
const ratingKey = ({ id, record }: Pick<Listing, "id" | "record">) => `${ratingRank(record)}-${id}`;

/**
 * Services in `listings/{id}`, whose names put the newest first: filters and words are merged from indexes of one field
 * each in that order. `listings` of the wallet's profile counts them, and `relist` says that its sums have changed.
 */
const LISTINGS = new Documents<Listing>(
  "listings",
  {
    ...plain("id", "wallet", "texts", "turnaroundSeconds", "samples", "record", "createdAt", "updatedAt"),
    priceUsdcUnits: decimal,
  },
  {
    category: ({ texts }) => taskLabels(texts).category,
    country: ({ texts }) => taskLabels(texts).country,
    industry: ({ texts }) => taskLabels(texts).industry,
    tags: ({ texts }) => taskLabels(texts).tags,
    words: ({ texts }) => Object.fromEntries(taskWords(texts).map((word) => [word, true])),
    priceKey: ({ id, priceUsdcUnits }) => `${padded(priceUsdcUnits)}-${id}`,
    ratingKey,
  },
);

export function firestoreListings(db: Firestore): Listings {
  const listings = LISTINGS.in(db);
  const profiles = db.collection(SUMS_IN.reputation);
  const counted = (profile: DocumentSnapshot) => (profile.get(LISTINGS_FIELD) as number | undefined) ?? 0;

  return {
    async add(wallet, make, unit) {
      const profile = await reaching(() => profiles.doc(wallet).get());
      if (counted(profile) >= MAX_LISTINGS) return null;
      const listing = make(recordIn(profile));
      await write(db, unit, [
        (batch) => batch.create(listings.doc(listing.id), listing),
        putUnchanged(profile, {
          [LISTINGS_FIELD]: counted(profile) + 1,
          // The ledger may be adding to sums that it read when there was no service to renew.
          ...(counted(profile) === 0 && { [RELIST_FIELD]: true }),
        }),
      ]);
      return listing;
    },

    get: (id) => LISTINGS.find(db, id),

    async change(id, change, unit) {
      const doc = await reaching(() => listings.doc(id).get());
      const known = doc.data();
      if (!known) return null;
      const listing = change(known);
      await write(db, unit, [LISTINGS.put(doc, listing)]);
      return listing;
    },

    async remove(id, check, unit) {
      const doc = await reaching(() => listings.doc(id).get());
      const known = doc.data();
      if (!known || !doc.updateTime) return null;
      check(known);
      const { updateTime: lastUpdateTime, ref } = doc;
      const profile = await reaching(() => profiles.doc(known.wallet).get());
      await write(db, unit, [
        (batch) => batch.delete(ref, { lastUpdateTime }),
        putUnchanged(profile, { [LISTINGS_FIELD]: Math.max(0, counted(profile) - 1) }),
      ]);
      return known;
    },

    async search(search, limit, cursor) {
      const { query, by } = sorted(matching(listings, search), search);
      const { items, nextCursor } = await pageBy(query, by, limit, cursor);
      return { items: items.map((doc) => doc.data()), nextCursor };
    },

    async renewRecords(limit) {
      const changed = profiles.where(RELIST_FIELD, "==", true).limit(limit);
      const { docs } = await reaching(() => changed.get());
      for (const profile of docs) await renew(profile);
      return docs.length;
    },
  };

  /** What changes meanwhile is left to the next run. */
  async function renew(profile: DocumentSnapshot): Promise<void> {
    const record = recordIn(profile);
    const { docs } = await reaching(() => listings.where("wallet", "==", profile.id as Address).get());
    const { updateTime: lastUpdateTime } = profile;
    await unlessConflict(() =>
      batchOf(db, [
        ...docs.map((doc) =>
          putUnchanged(doc, { ...LISTINGS.some({ record }), ratingKey: ratingKey({ id: doc.id, record }) }),
        ),
        (batch) =>
          batch.update(profile.ref, { [RELIST_FIELD]: FieldValue.delete() }, lastUpdateTime ? { lastUpdateTime } : {}),
      ]).commit(),
    );
  }
}

function recordIn(profile: DocumentSnapshot): TrackRecord {
  return trackRecordOf(reputation(readSums(profile)));
}

function matching<T>(all: Query<T>, { equal, words }: ListingSearch): Query<T> {
  let query = all;
  for (const [name, value] of Object.entries(equal))
    query = name === "tag" ? query.where("tags", "array-contains", value) : query.where(name, "==", value);
  for (const word of words) query = query.where(new FieldPath("words", word), "==", true);
  return query;
}

function sorted<T>(query: Query<T>, search: ListingSearch): { query: Query<T>; by: string | null } {
  const { sort, maxPrice, minRating } = search;
  if (sort === "newest") return { query: query.orderBy(FieldPath.documentId()), by: null };
  if (sort === "rating") {
    const from = minRating === null ? query : query.where("ratingKey", ">=", averageRank(minRating));
    return { query: from.orderBy("ratingKey", "desc"), by: "ratingKey" };
  }
  // A price beyond all others is no bound.
  const isBound = maxPrice !== null && padded(maxPrice).length === PRICE_DIGITS;
  const upTo = isBound ? query.where("priceKey", "<", padded(maxPrice + 1n)) : query;
  return { query: upTo.orderBy("priceKey", "asc"), by: "priceKey" };
}
