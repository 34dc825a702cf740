import { DOCUMENTS, LIVE, MCP_PATH, MCP_VERSIONS } from "../catalogue/documents";
import { aboutOn, NAME } from "../catalogue/version";
import { chainOf } from "../domain/chains";
import { ICON_PATH } from "../domain/version";
import type { Settings } from "../settings";
import { didOf } from "./did";

/**
 * This service's agent registration file (ERC-8004). The registry's entry links here and this file links back, which
 * proves that both have the same owner. Null if no agent id is configured.
 */
export function agentRegistration(settings: Settings): object | null {
  const { agent, baseUrl, chainId, receipts } = settings;
  if (!agent) return null;
  return {
    type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
    name: NAME,
    description: aboutOn(chainOf(chainId)),
    image: `${baseUrl}${ICON_PATH}`,
    services: [
      { name: "web", endpoint: `${baseUrl}/` },
      { name: "MCP", endpoint: `${baseUrl}${MCP_PATH}`, version: MCP_VERSIONS[0] },
      { name: "OpenAPI", endpoint: `${baseUrl}${DOCUMENTS.openapiRoot.path}`, version: "3.1" },
      { name: "x402", endpoint: `${baseUrl}${LIVE.x402.path}`, version: "2" },
      ...(receipts ? [{ name: "DID", endpoint: didOf(settings), version: "v1" }] : []),
    ],
    x402Support: true,
    active: true,
    registrations: [{ agentId: agent.id, agentRegistry: `eip155:${chainId}:${agent.registry}` }],
    supportedTrust: ["reputation", "crypto-economic"],
  };
}
