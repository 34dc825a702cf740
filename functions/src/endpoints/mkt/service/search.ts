import { searchListings } from "../../../application/listings";
import { endpoint, open, requests } from "../../../http/endpoint";
import { object } from "../../../schema/build";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../../schema/list";
import { ServiceSearchFields, ServiceView } from "../../../schema/service";

/** The services that workers offer. */
export default endpoint({
  method: "GET",
  path: "/mkt/services",
  summary: "Services that workers offer, by labels, price, rating or words",
  description:
    "To hire, give the wallet as worker to /agentCreateTaskSimple. Filters combine freely; maxPriceUsdc belongs to sort=price, minRating to sort=rating, q to sort=newest.",
  auth: open,
  input: object({ ...ServiceSearchFields, ...pageInput("services") }),
  output: pageOf(ServiceView),
  errors: [],
  rateLimit: requests(300),
  example: { category: "translation", maxPriceUsdc: "25", limit: 20 },

  handle: ({ input: { limit = DEFAULT_LIMIT, cursor = null, ...query } }, services) =>
    searchListings(query, { limit, cursor }, services),
});
