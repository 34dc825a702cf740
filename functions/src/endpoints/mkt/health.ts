import { healthOf } from "../../application/health";
import { computations, endpoint, open } from "../../http/endpoint";
import { object } from "../../schema/build";
import { HealthView } from "../../schema/about";

/** The health of the service and its dependencies. */
export default endpoint({
  method: "GET",
  path: "/mkt/health",
  summary: "Health of the service",
  description:
    "down, with status 503, if nothing that this deployment sells can be delivered. That is without database or chain, or with neither a marketplace " +
    "nor a dataset. degraded if any check is not ok. The result is shared between callers for a while; each check has 1.5 seconds to answer.",
  auth: open,
  input: object({}),
  output: HealthView,
  isDown: ({ status }) => status === "down",
  errors: [],
  rateLimit: computations,
  shared: 2,
  example: {},

  handle: ({ nowMs }, services) => healthOf(services, nowMs),
});
