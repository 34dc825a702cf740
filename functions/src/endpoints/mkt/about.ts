import { chainOf, TEST_NETWORK_NOTICE } from "../../domain/chains";
import { endpoint, open, requests } from "../../http/endpoint";
import { AboutView } from "../../schema/about";
import { object } from "../../schema/build";

/** Who runs this deployment, and where its contracts are. */
export default endpoint({
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
