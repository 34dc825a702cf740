import { DOCUMENTS, LIVE, MCP_PATH, MCP_VERSIONS } from "../catalogue/documents";
import { aboutOn, NAME } from "../catalogue/version";
import { chainOf } from "../domain/chains";
import type { Settings } from "../settings";

/**
 * The registration file of the agent that this service is (ERC-8004): the registry's entry leads here, and
 * this file back to the entry, which shows that whoever holds the one holds this host too. Null where
 * no agent id is configured.
 */
export function agentRegistration({ agent, baseUrl, chainId }: Settings): object | null {
  if (!agent) return null;
  return {
    type: "https://eips.ethereum.org/EIPS/eip-8004#registration-v1",
    name: NAME,
    description: aboutOn(chainOf(chainId)),
    services: [
      { name: "web", endpoint: `${baseUrl}/` },
      { name: "MCP", endpoint: `${baseUrl}${MCP_PATH}`, version: MCP_VERSIONS[0] },
      { name: "OpenAPI", endpoint: `${baseUrl}${DOCUMENTS.openapiRoot.path}`, version: "3.1" },
      { name: "x402", endpoint: `${baseUrl}${LIVE.x402.path}`, version: "2" },
    ],
    x402Support: true,
    active: true,
    registrations: [{ agentId: agent.id, agentRegistry: `eip155:${chainId}:${agent.registry}` }],
  };
}
