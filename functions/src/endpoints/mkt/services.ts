import {
  listingById,
  listingView,
  publishListing,
  searchListings,
  updateListing,
  withdrawListing,
} from "../../application/listings";
import { required } from "../../application/tasks/step/sent";
import { endpoint, open, refusals, requests, signed } from "../../http/endpoint";
import { literal, object } from "../../schema/build";
import { DEFAULT_LIMIT, pageInput, pageOf } from "../../schema/list";
import { MAX_SERVICES_TEXT, ServiceChange, ServiceId, ServiceSearchFields, ServiceView } from "../../schema/service";

/** A worker publishes, changes and withdraws its services. */
export const mktService = endpoint({
  method: "POST",
  path: "/mkt/service",
  summary: "Publish, update or withdraw a service that you offer",
  description:
    `publish needs title, description, category and priceUsdc; update changes what you give. ${MAX_SERVICES_TEXT} ` +
    "A withdrawn service is deleted at once. Posters find services with GET /mkt/services and hire you with worker of /agentCreateTaskSimple.",
  auth: signed,
  input: ServiceChange,
  check: (input) =>
    void (input.action === "publish"
      ? required(input, "title", "description", "category", "priceUsdc")
      : required(input, "id")),
  output: object({
    ok: literal(true),
    service: { ...ServiceView, description: "As it is now, or was when it was withdrawn." },
  }),
  errors: ["not_found", "forbidden_role", "state_conflict"],
  rateLimit: refusals(60),
  example: {
    action: "publish",
    title: "Portuguese to English",
    description: "Up to 1,000 words.",
    category: "translation",
    priceUsdc: "20",
    turnaroundSeconds: 14_400,
  },

  handle: async ({ input, caller: { wallet }, unit, nowMs, randomBytes, client }, services) => {
    const { action, id = "", ...given } = input;
    const asked = { wallet, unit, nowMs, services };
    const changed = {
      publish: () => {
        const all = { ...given, ...required(given, "title", "description", "category", "priceUsdc") };
        return publishListing(all, { ...asked, randomBytes, client: client() });
      },
      update: () => updateListing(id, given, asked),
      withdraw: () => withdrawListing(id, asked),
    };
    return { ok: true as const, service: listingView(await changed[action]()) };
  },
});

/** One service. */
export const mktServiceRead = endpoint({
  method: "GET",
  path: "/mkt/service/read",
  summary: "One service by its id",
  description: "As GET /mkt/services lists it. One that its worker has withdrawn is gone.",
  auth: open,
  input: object({ id: ServiceId }),
  output: ServiceView,
  errors: ["not_found"],
  rateLimit: requests(300),
  example: { id: "svc_99823620019938f1c2d4e5f60718" },

  handle: async ({ input: { id } }, services) => listingView(await listingById(id, services)),
});

/** The services that workers offer. */
export const mktServices = endpoint({
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
