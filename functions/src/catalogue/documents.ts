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

const TYPES: Readonly<Record<string, string>> = {
  json: JSON_TYPE,
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  html: "text/html; charset=utf-8",
};

function generated(path: string, purpose: string, file = path.replace(/^\/\.?/, "")): Document {
  return { path, file, type: TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "", purpose };
}

/** All generated documents. */
export const DOCUMENTS = {
  manifest: generated("/.well-known/mkt-earn.json", "Discovery manifest: what is available and where to start"),
  openapi: generated("/.well-known/mkt-openapi.json", "OpenAPI 3.1: every endpoint, schema and error"),
  openapiRoot: generated(
    "/openapi.json",
    "The same OpenAPI 3.1 document, where crawlers look for it",
    "well-known/mkt-openapi.json",
  ),
  tools: generated(
    "/.well-known/mkt-tools.json",
    "Tool catalogue: every MCP tool with its steps and access; its name is the operationId of its schemas in OpenAPI",
  ),
  guide: generated("/docs/mkt-earn-agent-api.md", "Guide for agents, in Markdown"),
  guideJson: generated(
    "/docs/mkt-earn-agent-api.json",
    "The guide in compact JSON: access, endpoint groups, flows, errors",
  ),
  llms: generated("/llms.txt", "A page of links for language models (llms.txt)"),
  skill: generated("/skill.md", "An agent skill: what holds for every call; a page for each thing to do"),
  skillBuy: generated("/skill/buy.md", "The skill's page for buying an answer"),
  skillWork: generated("/skill/work.md", "The skill's page for doing a task"),
  skillHire: generated("/skill/hire.md", "The skill's page for having a task done"),
  errors: generated("/errors", "Every error code: what it means and what to do", "errors.html"),
  changes: generated("/changelog.md", "Changes by interface version, and what may change"),
};

const live = (path: string, purpose: string, type = JSON_TYPE): LiveDocument => ({ path, type, purpose });

/** The documents that the function `discovery` serves. */
export const LIVE = {
  x402: live("/.well-known/x402", "What is for sale, and at what price, for x402 crawlers"),
  apiCatalog: live(
    "/.well-known/api-catalog",
    "API catalogue: links to everything here (RFC 9727)",
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ),
  aiCatalog: live(
    "/.well-known/ai-catalog.json",
    "AI catalogue: the MCP server and the skill",
    "application/ai-catalog+json",
  ),
  serverCard: live(`${MCP_PATH}/server-card`, "The MCP server's card", "application/mcp-server-card+json"),
  agentRegistration: live("/.well-known/agent-registration.json", "The service's ERC-8004 registration"),
  did: live(
    "/.well-known/did.json",
    "The address that signs the service's offers and receipts",
    "application/did+json",
  ),
};

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
