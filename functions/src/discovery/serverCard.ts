import { DOCUMENTS, MCP_PATH, MCP_VERSIONS } from "../catalogue/documents";
import { INTERFACE_VERSION, NAME } from "../catalogue/version";
import { chainOf, noticeOn } from "../domain/chains";
import type { Settings } from "../settings";

/** The MCP server's card: what a client reads before connecting (SEP-2127, Server Cards). */
export function serverCard({ baseUrl, chainId }: Settings): object {
  const { hostname } = new URL(baseUrl);
  const chain = chainOf(chainId);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
    name: `${hostname.split(".").reverse().join(".")}/${NAME}`,
    title: NAME,
    version: INTERFACE_VERSION,
    description: `${noticeOn(chain)}Buy answers one at a time in USDC, and post or do escrowed work, on ${chain.name}.`,
    websiteUrl: `${baseUrl}${DOCUMENTS.guide.path}`,
    remotes: [
      {
        type: "streamable-http",
        url: `${baseUrl}${MCP_PATH}`,
        supportedProtocolVersions: MCP_VERSIONS,
        headers: [
          {
            name: "Authorization",
            description: "Bearer and a session's token, for the few tools that take a session; a tool opens one.",
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
