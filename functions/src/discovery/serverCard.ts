import { DOCUMENTS, MCP_PATH, MCP_VERSIONS } from "../docs/documents";
import { INTERFACE_VERSION, NAME } from "../docs/version";

/** The MCP server's card: what a client reads before it connects (SEP-2127, Server Cards). */
export function serverCard(baseUrl: string): object {
  const { hostname } = new URL(baseUrl);
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json",
    name: `${hostname.split(".").reverse().join(".")}/${NAME}`,
    title: NAME,
    version: INTERFACE_VERSION,
    description: "Buy answers one at a time in USDC, and post or do escrowed work, on Base.",
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
