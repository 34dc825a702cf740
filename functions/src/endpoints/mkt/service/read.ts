import { listingById, listingView } from "../../../application/listings";
import { endpoint, open, requests } from "../../../http/endpoint";
import { object } from "../../../schema/build";
import { ServiceId, ServiceView } from "../../../schema/service";

/** One service. */
export default endpoint({
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
