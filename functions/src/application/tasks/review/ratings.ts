import type { Address } from "../../../domain/address";
import { requireEscrows } from "../../../domain/messages/requestText";
import { addRatings, averageOf, type Distribution } from "../../../domain/rating";
import type { Services } from "../../services";
import { distributionView, ratingView } from "../../views/profile";

type Page = Awaited<ReturnType<Services["ratings"]["page"]>>;

/** A page of the published ratings on each side of a wallet, and the figures of those on the chain. */
export async function publishedRatings(
  address: Address,
  limit: number,
  { receivedCursor = null, givenCursor = null }: { receivedCursor?: string | null; givenCursor?: string | null },
  { profiles, ratings, settings }: Services,
) {
  const escrows = requireEscrows(settings.escrows);
  const [{ received, given }, receivedPage, givenPage] = await Promise.all([
    profiles.reputation(address),
    ratings.page("received", address, limit, receivedCursor),
    ratings.page("given", address, limit, givenCursor),
  ]);
  const side = ({ items, nextCursor }: Page, distribution: Distribution) => ({
    ...averageOf(distribution),
    distribution: distributionView(distribution),
    items: items.map((rating) => ratingView(rating, escrows)),
    nextCursor,
  });
  const all = addRatings(received.asPoster, received.asWorker);
  return { address, received: side(receivedPage, all), given: side(givenPage, given) };
}
