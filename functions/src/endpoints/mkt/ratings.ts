import { requireAddress } from "../../application/tasks/requestedTask";
import { publishedRatings } from "../../application/tasks/review/ratings";
import { endpoint, open, requests } from "../../http/endpoint";
import { object } from "../../schema/build";
import { Address } from "../../schema/common";
import { cursorOf, DEFAULT_LIMIT, Limit } from "../../schema/list";
import { RatingSide } from "../../schema/rating";

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
  output: object({ address: Address, received: RatingSide, given: RatingSide }),
  errors: [],
  rateLimit: requests(300),
  shared: 2,
  example: { address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },

  handle: ({ input: { address, limit = DEFAULT_LIMIT, ...cursors } }, services) =>
    publishedRatings(requireAddress(address), limit, cursors, services),
});
