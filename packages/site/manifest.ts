import { VARIANTS } from "../../functions/src/domain/workflow/variants";
import { ALL_DOCUMENTS, DOCUMENTS, EVERYWHERE, MCP_PATH, MCP_VERSIONS } from "../../functions/src/catalogue/documents";
import { GROWTH_LOOP } from "./flows";
import { operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { NETWORK } from "../../functions/src/schema/network";
import { PRICE_FLOOR_USDC, USDC } from "./quote";
import { ABOUT, INTERFACE_VERSION, NAME } from "../../functions/src/catalogue/version";

/**
 * The discovery manifest. Its URLs are relative references (RFC 3986) to the host from which the
 * manifest was fetched.
 */
export function manifest(endpoints: Endpoints): object {
  const operations = operationsOf(endpoints);
  const { errors, ...docs } = DOCUMENTS;
  return {
    name: NAME,
    version: INTERFACE_VERSION,
    description: ABOUT,
    routes: routesOf([
      ...operations.map(({ endpoint: { method, path, summary } }) => ({ method, path, purpose: summary })),
      { method: "POST", path: MCP_PATH, purpose: "MCP server: every endpoint as a tool" },
      ...[...ALL_DOCUMENTS, ...EVERYWHERE].map(({ path, purpose }) => ({ method: "GET", path, purpose })),
    ]),
    docs: {
      ...Object.fromEntries(Object.entries(docs).map(([name, { path }]) => [name, path])),
      errors: errors.path,
    },
    growthLoop: GROWTH_LOOP,
    api: {
      baseUrl: "/",
      operations: operations.length,
      openapi: DOCUMENTS.openapi.path,
      tools: DOCUMENTS.tools.path,
      mcp: { url: MCP_PATH, transport: "streamable-http", protocolVersions: MCP_VERSIONS },
      chain: {
        id: NETWORK.id,
        caip2: NETWORK.caip2,
        name: NETWORK.name,
        explorer: NETWORK.explorer,
        testNetwork: NETWORK.isTestNetwork,
      },
      // The addresses depend on the deployment's settings; the service returns them.
      contracts: { names: Object.keys(VARIANTS), addresses: "POST /agentWalletInfo, in escrows" },
      token: { symbol: "USDC", address: USDC, decimals: 6 },
      prices: operations
        .filter(({ endpoint }) => endpoint.auth.kind === "paid")
        .map(({ endpoint: { path } }) => ({ path, atLeastUsdc: PRICE_FLOOR_USDC, exactPrice: "in the 402 quote" })),
    },
  };
}

/** The purpose of each method and path. */
function routesOf(routes: readonly { method: string; path: string; purpose: string }[]): Record<string, string> {
  const purposes: Record<string, string> = {};
  for (const { method, path, purpose } of routes) {
    const known = purposes[path];
    purposes[path] = `${known === undefined ? "" : `${known}; `}${method}: ${purpose}`;
  }
  return purposes;
}
