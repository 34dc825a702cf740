export interface Document {
  /** Where it is read. */
  path: string;
  /** Where it lies in hosting/. No name begins with a dot: hosting leaves such files out. */
  file: string;
  type: string;
  purpose: string;
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Everything that is generated for readers. */
export const DOCUMENTS = {
  manifest: {
    path: "/.well-known/mkt-earn.json",
    file: "well-known/mkt-earn.json",
    type: JSON_TYPE,
    purpose: "Discovery manifest: what there is and where to start",
  },
  openapi: {
    path: "/.well-known/mkt-openapi.json",
    file: "well-known/mkt-openapi.json",
    type: JSON_TYPE,
    purpose: "OpenAPI 3.1: every endpoint, schema and error",
  },
  tools: {
    path: "/.well-known/mkt-tools.json",
    file: "well-known/mkt-tools.json",
    type: JSON_TYPE,
    purpose: "Tool catalogue: every endpoint as a tool",
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
  errors: {
    path: "/errors",
    file: "errors.html",
    type: "text/html; charset=utf-8",
    purpose: "Every error code: what it means and what to do",
  },
} as const satisfies Record<string, Document>;

export const ALL_DOCUMENTS: readonly Document[] = Object.values(DOCUMENTS);
