import { DOCUMENTS } from "./documents";
import { operationsOf, type Endpoints } from "./operations";
import { annotationsOf, type ToolAnnotations } from "./toolAnnotations";
import { toolDescriber } from "./toolDescription";
import { ABOUT, INTERFACE_VERSION, NAME } from "./version";

/** One tool of the Model Context Protocol. Its name is its operation's `operationId` in OpenAPI, which has its schemas. */
export interface Tool {
  [member: string]: unknown;
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  http: { method: string; path: string };
  access: string;
}

/** The tool catalogue as a document: every endpoint as a tool of the MCP server, whose `tools/list` has input schemas. */
export function toolCatalogue(endpoints: Endpoints): {
  name: string;
  version: string;
  description: string;
  schemas: string;
  tools: Tool[];
} {
  const operations = operationsOf(endpoints);
  const describe = toolDescriber(operations);
  const tools = operations.map((operation): Tool => {
    const { summary: title, method, path, auth } = operation.endpoint;
    return {
      name: operation.id,
      title,
      description: describe(operation),
      annotations: annotationsOf(operation),
      http: { method, path },
      access: auth.kind,
    };
  });
  const schemas = `A tool's input, answer and errors are the operation of ${DOCUMENTS.openapi.path} whose operationId is the tool's name.`;
  return { name: NAME, version: INTERFACE_VERSION, description: ABOUT, schemas, tools };
}
