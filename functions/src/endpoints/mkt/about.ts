import { healthOf } from "../../application/health";
import { chainOf, TEST_NETWORK_NOTICE } from "../../domain/chains";
import { computations, endpoint, open, requests } from "../../http/endpoint";
import { AboutView, HealthView } from "../../schema/about";
import { object } from "../../schema/build";

/** Who runs this deployment, and where its contracts are. */
export const mktAbout = endpoint({
  method: "GET",
  path: "/mkt/about",
  summary: "Who runs this deployment, its network and its contracts",
  description: "From the operator's settings; nothing is read from the chain or the database.",
  auth: open,
  input: object({}),
  output: AboutView,
  errors: [],
  rateLimit: requests(300),
  shared: 60,
  example: {},

  handle: async (_call, { settings: { operator, chainId, escrows, relay, judge, fiat } }) => {
    const { name, explorer, isTestNetwork } = chainOf(chainId);
    return {
      operator,
      network: {
        chainId,
        name,
        explorer,
        testNetwork: isTestNetwork,
        ...(isTestNetwork && { notice: TEST_NETWORK_NOTICE }),
      },
      escrows,
      judge: judge?.address ?? null,
      fiatCurrency: fiat?.currency ?? null,
      relay: relay !== null,
    };
  },
});

/** The health of the service and its dependencies. */
export const mktHealth = endpoint({
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
