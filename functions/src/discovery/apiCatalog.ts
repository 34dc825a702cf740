import { DOCUMENTS, LIVE, MCP_PATH } from "../catalogue/documents";
import type { Settings } from "../settings";

interface Link {
  href: string;
  type?: string;
}

/**
 * The host's API catalog as a link set (RFC 9727, RFC 9264): the API, its two descriptions, its documentation and its
 * health.
 */
export function apiCatalog({ baseUrl, agent, receipts }: Pick<Settings, "baseUrl" | "agent" | "receipts">): object {
  const to = ({ path, type }: { path: string; type: string }): Link => ({ href: `${baseUrl}${path}`, type });
  return {
    linkset: [
      {
        anchor: `${baseUrl}${LIVE.apiCatalog.path}`,
        item: [{ href: `${baseUrl}/` }, { href: `${baseUrl}${MCP_PATH}` }],
      },
      {
        anchor: `${baseUrl}/`,
        "service-desc": [to(DOCUMENTS.openapiRoot), to(DOCUMENTS.tools)],
        "service-doc": [to(DOCUMENTS.guide), to(DOCUMENTS.errors), to(DOCUMENTS.llms)],
        "service-meta": [
          to(DOCUMENTS.manifest),
          to(LIVE.x402),
          { href: `${baseUrl}/datasets`, type: "application/json" },
          to(LIVE.aiCatalog),
          ...(agent ? [to(LIVE.agentRegistration)] : []),
          ...(receipts ? [to(LIVE.did)] : []),
        ],
        status: [{ href: `${baseUrl}/mkt/health`, type: "application/json" }],
      },
      { anchor: `${baseUrl}${MCP_PATH}`, "service-desc": [to(LIVE.serverCard)], "service-doc": [to(DOCUMENTS.guide)] },
    ],
  };
}
