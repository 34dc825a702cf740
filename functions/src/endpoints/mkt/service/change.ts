import { publishListing, updateListing, withdrawListing, listingView } from "../../../application/listings";
import { required } from "../../../application/tasks/sent";
import { endpoint, refusals, signed } from "../../../http/endpoint";
import { literal, object } from "../../../schema/build";
import { MAX_SERVICES_TEXT, ServiceChange, ServiceView } from "../../../schema/service";

/** A worker publishes, changes and withdraws its services. */
export default endpoint({
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
