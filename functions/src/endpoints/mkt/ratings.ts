import { requireEscrows } from "../../domain/messages/requestText";
import { averageOf, type RatingSide } from "../../domain/rating";
import { endpoint, open } from "../../http/endpoint";
import { array, integer, nullable, number, object } from "../../schema/build";
import { Address } from "../../schema/common";
import { Cursor, DEFAULT_LIMIT, Limit, NextCursor } from "../../schema/list";
import { RatingView } from "../../schema/rating";
import { requireAddress } from "../requestedTask";
import { ratingView } from "./rating/ratingView";

const Count = integer({ minimum: 0 });
const Side = object(
  {
    average: nullable(number({ description: "To two places; null where there is none." })),
    count: Count,
    distribution: object({ "1": Count, "2": Count, "3": Count, "4": Count, "5": Count }),
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
  description: "Published ratings, the newest first; each side is paged by a cursor of its own.",
  auth: open,
  input: object({ address: Address, limit: Limit, receivedCursor: Cursor, givenCursor: Cursor }),
  output: object({ address: Address, received: Side, given: Side }),
  errors: [],
  perMinute: null,
  example: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: async ({ input }, { ratings, settings }) => {
    const address = requireAddress(input.address);
    const escrows = requireEscrows(settings.escrows);
    const limit = input.limit ?? DEFAULT_LIMIT;
    const [received, given] = await Promise.all([side("received", input.receivedCursor), side("given", input.givenCursor)]);
    return { address, received, given };

    async function side(name: RatingSide, cursor: string | undefined) {
      const [page, distribution] = await Promise.all([
        ratings.page(name, address, limit, cursor ?? null),
        ratings.distribution(name, address),
      ]);
      const [one, two, three, four, five] = distribution;
      return {
        ...averageOf(distribution),
        distribution: { "1": one, "2": two, "3": three, "4": four, "5": five },
        items: page.items.map((rating) => ratingView(rating, escrows)),
        nextCursor: page.nextCursor,
      };
    }
  },
});
