export interface Document {
  /** Where it is read. */
  path: string;
  /** Its path in hosting/. No name begins with a dot: hosting leaves such files out. */
  file: string;
  type: string;
  purpose: string;
}

/** A document that the deployment generates on request, because only it knows its URL and its prices. */
export type LiveDocument = Omit<Document, "file">;

const JSON_TYPE = "application/json; charset=utf-8";

/** The path of the MCP server, and the protocol revisions that it supports, newest first. */
export const MCP_PATH = "/mcp";
export const MCP_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

/** All generated documents. */
export const DOCUMENTS = {
  manifest: {
    path: "/.well-known/mkt-earn.json",
    file: "well-known/mkt-earn.json",
    type: JSON_TYPE,
    purpose: "Discovery manifest: what is available and where to start",
  },
  openapi: {
    path: "/.well-known/mkt-openapi.json",
    file: "well-known/mkt-openapi.json",
    type: JSON_TYPE,
    purpose: "OpenAPI 3.1: every endpoint, schema and error",
  },
  openapiRoot: {
    path: "/openapi.json",
    file: "well-known/mkt-openapi.json",
    type: JSON_TYPE,
    purpose: "The same OpenAPI 3.1 document, where crawlers look for it",
  },
  tools: {
    path: "/.well-known/mkt-tools.json",
    file: "well-known/mkt-tools.json",
    type: JSON_TYPE,
    purpose:
      "Tool catalogue: every MCP tool with its steps and access; its name is the operationId of its schemas in OpenAPI",
  },
  guide: {
    path: "/docs/mkt-earn-agent-api.md",
    file: "docs/mkt-earn-agent-api.md",
    type: "text/markdown; charset=utf-8",
    purpose: "Guide for agents, in Markdown",
  },
  guideJson: {
    path: "/docs/mkt-earn-agent-api.json",
    file: "docs/mkt-earn-agent-api.json",
    type: JSON_TYPE,
    purpose: "The guide in compact JSON: access, endpoint groups, flows, errors",
  },
  llms: {
    path: "/llms.txt",
    file: "llms.txt",
    type: "text/plain; charset=utf-8",
    purpose: "A page of links for language models (llms.txt)",
  },
  skill: {
    path: "/skill.md",
    file: "skill.md",
    type: "text/markdown; charset=utf-8",
    purpose: "An agent skill: what holds for every call; a page for each thing to do",
  },
  skillBuy: {
    path: "/skill/buy.md",
    file: "skill/buy.md",
    type: "text/markdown; charset=utf-8",
    purpose: "The skill's page for buying an answer",
  },
  skillWork: {
    path: "/skill/work.md",
    file: "skill/work.md",
    type: "text/markdown; charset=utf-8",
    purpose: "The skill's page for doing a task",
  },
  skillHire: {
    path: "/skill/hire.md",
    file: "skill/hire.md",
    type: "text/markdown; charset=utf-8",
    purpose: "The skill's page for having a task done",
  },
  errors: {
    path: "/errors",
    file: "errors.html",
    type: "text/html; charset=utf-8",
    purpose: "Every error code: what it means and what to do",
  },
  changes: {
    path: "/changelog.md",
    file: "changelog.md",
    type: "text/markdown; charset=utf-8",
    purpose: "Changes by interface version, and what may change",
  },
} as const satisfies Record<string, Document>;

/** The documents that the function `discovery` serves. */
export const LIVE = {
  x402: {
    path: "/.well-known/x402",
    type: JSON_TYPE,
    purpose: "What is for sale, and at what price, for x402 crawlers",
  },
  apiCatalog: {
    path: "/.well-known/api-catalog",
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    purpose: "API catalogue: links to everything here (RFC 9727)",
  },
  aiCatalog: {
    path: "/.well-known/ai-catalog.json",
    type: "application/ai-catalog+json",
    purpose: "AI catalogue: the MCP server and the skill",
  },
  serverCard: {
    path: `${MCP_PATH}/server-card`,
    type: "application/mcp-server-card+json",
    purpose: "The MCP server's card",
  },
  agentRegistration: {
    path: "/.well-known/agent-registration.json",
    type: JSON_TYPE,
    purpose: "The service's ERC-8004 registration",
  },
  did: {
    path: "/.well-known/did.json",
    type: "application/did+json",
    purpose: "The address that signs the service's offers and receipts",
  },
} as const satisfies Record<string, LiveDocument>;

/**
 * Those that every deployment has: the registration exists only if `AGENT_ID` is set, and the DID only if `RECEIPT_KEY`
 * is. The API catalogue lists them then.
 */
export const EVERYWHERE: readonly LiveDocument[] = Object.values(LIVE).filter(
  (row) => row !== LIVE.agentRegistration && row !== LIVE.did,
);

export const ALL_DOCUMENTS: readonly Document[] = Object.values(DOCUMENTS);

/** The functions that serve no endpoints, and the paths of each. */
export const EXTRA_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  mcp: [MCP_PATH],
  discovery: Object.values(LIVE).map(({ path }) => path),
};
