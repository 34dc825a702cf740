import { DOCUMENTS, LIVE } from "../catalogue/documents";
import { aboutOn, NAME } from "../catalogue/version";
import { chainOf } from "../domain/chains";
import type { Settings } from "../settings";

/** What this host offers AI clients (the AI Catalog specification, 1.0): its MCP server and its skill. */
export function aiCatalog({ baseUrl, chainId }: Settings): object {
  const { hostname } = new URL(baseUrl);
  return {
    specVersion: "1.0",
    host: { displayName: NAME, identifier: hostname, documentationUrl: `${baseUrl}${DOCUMENTS.guide.path}` },
    entries: [
      {
        identifier: `urn:air:${hostname}:mcp:${NAME}`,
        type: "application/mcp-server-card+json",
        url: `${baseUrl}${LIVE.serverCard.path}`,
      },
      {
        identifier: `urn:air:${hostname}:skill:${NAME}`,
        type: "application/agent-skills+md",
        displayName: NAME,
        description: aboutOn(chainOf(chainId)),
        url: `${baseUrl}${DOCUMENTS.skill.path}`,
      },
    ],
  };
}
