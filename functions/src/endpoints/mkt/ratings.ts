import { requireEscrows } from "../../domain/messages/requestText";
import { addRatings, averageOf, type Distribution } from "../../domain/rating";
import { distributionView } from "../../domain/reputation/reputationView";
import type { Services } from "../../application/services";
import { endpoint, open, requests } from "../../http/endpoint";
import { array, integer, object } from "../../schema/build";
import { Address } from "../../schema/common";
import { cursorOf, DEFAULT_LIMIT, Limit, NextCursor } from "../../schema/list";
import { Average, Distribution as DistributionView, RatingView } from "../../schema/rating";
import { requireAddress } from "../../application/tasks/requestedTask";
import { ratingView } from "./rating/ratingView";

type Page = Awaited<ReturnType<Services["ratings"]["page"]>>;

const Side = object(
  {
    average: Average,
    count: integer({ minimum: 0 }),
    distribution: DistributionView,
    items: array(RatingView),
    nextCursor: NextCursor,
  },
  { title: "RatingSide" },
);

/** The published ratings that an account received and gave. */
export default endpoint({
  method: "GET",
  path: "/mkt/ratings",
  summary: "Ratings received and given by a wallet, with their comments",
  description:
    "average, count and distribution cover the ratings on the chain in final blocks, as in /mkt/profiles. items are the published comments, newest " +
    "first, as soon as they are published; each side has its own cursor. A rating can therefore count without a published comment, and a comment can be listed whose rating " +
    "is not final yet or not on the chain (onChain).",
  auth: open,
  input: object({
    address: Address,
    limit: Limit,
    receivedCursor: cursorOf("ratings"),
    givenCursor: cursorOf("ratings"),
  }),
  output: object({ address: Address, received: Side, given: Side }),
  errors: [],
  rateLimit: requests(300),
  shared: 2,
  example: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { profiles, ratings, settings }) => {
    const address = requireAddress(input.address);
    const escrows = requireEscrows(settings.escrows);
    const limit = input.limit ?? DEFAULT_LIMIT;
    const [{ received, given }, ...pages] = await Promise.all([
      profiles.reputation(address),
      ratings.page("received", address, limit, input.receivedCursor ?? null),
      ratings.page("given", address, limit, input.givenCursor ?? null),
    ]);
    return {
      address,
      received: side(pages[0], addRatings(received.asPoster, received.asWorker)),
      given: side(pages[1], given),
    };

    function side({ items, nextCursor }: Page, distribution: Distribution) {
      return {
        ...averageOf(distribution),
        distribution: distributionView(distribution),
        items: items.map((rating) => ratingView(rating, escrows)),
        nextCursor,
      };
    }
  },
});
