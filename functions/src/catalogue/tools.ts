import { errorsOf } from "../http/endpoint";
import { DownloadView, mediaTypesOf } from "../schema/download";
import { anyFormOf } from "./access";
import { plain, type JsonSchema } from "./jsonSchema";
import { operationsOf, type Endpoints, type Operation } from "./operations";
import { annotationsOf, type ToolAnnotations } from "./toolAnnotations";
import { toolDescriber } from "./toolDescription";
import { ABOUT, INTERFACE_VERSION, NAME } from "./version";

/** One tool, as the Model Context Protocol lists it; `_meta` says what it is on HTTP. */
export interface Tool {
  [member: string]: unknown;
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema: JsonSchema & { type: "object" };
  annotations: ToolAnnotations;
  _meta: { "mkt/http": { method: string; path: string }; "mkt/access": string; "mkt/errors": string[] };
}

/**
 * The tool catalogue as a document: every endpoint as a tool of the Model Context Protocol, as the server's `tools/list`
 * gives them, under the service's name.
 *
 * Input schemas are plain objects at the top level, because model providers refuse alternatives there; an "exactly one
 * of" rule is in the description instead. Output schemas also admit failed calls, because clients validate structured
 * content of both kinds.
 */
export function toolCatalogue(endpoints: Endpoints): {
  name: string;
  version: string;
  description: string;
  tools: Tool[];
} {
  const operations = operationsOf(endpoints);
  const describe = toolDescriber(operations);
  const tools = operations.map((operation): Tool => ({
    name: operation.id,
    title: operation.endpoint.summary,
    description: describe(operation),
    inputSchema: { ...anyFormOf(operation), type: "object" },
    outputSchema: outputOf(operation),
    annotations: annotationsOf(operation),
    _meta: {
      "mkt/http": { method: operation.endpoint.method, path: operation.endpoint.path },
      "mkt/access": operation.endpoint.auth.kind,
      "mkt/errors": errorsOf(operation.endpoint),
    },
  }));
  return { name: NAME, version: INTERFACE_VERSION, description: ABOUT, tools };
}

const PROBLEM = {
  description: "A call that failed (isError): a problem document (RFC 9457).",
  required: ["type", "title", "status", "detail", "code", "requestId"],
};
const PAYMENT_REQUIRED = {
  description: "A price to pay (isError): x402's PaymentRequired, and the quote.",
  required: ["x402Version", "accepts", "code"],
};

function outputOf({ endpoint: { auth, output } }: Operation): Tool["outputSchema"] {
  const answer = withoutExamples(plain(mediaTypesOf(output) ? DownloadView : output));
  return { type: "object", anyOf: [answer, ...(auth.kind === "paid" ? [PAYMENT_REQUIRED] : []), PROBLEM] };
}

/** The schema without its examples, which are not useful for outputs. */
function withoutExamples(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "examples" && Array.isArray(value) ? undefined : value,
  ) as JsonSchema;
}
