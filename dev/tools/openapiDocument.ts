import { readFileSync } from "node:fs";
import path from "node:path";

/** A JSON Schema, as far as it is read here. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Example {
  summary?: string;
  value: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: {
    content: { "application/json": { schema: Schema; example?: unknown; examples?: Record<string, Example> } };
  };
}

/** The generated OpenAPI document, as far as it is read here. */
export interface OpenApi {
  info: { title: string; version: string; summary: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get?: Operation; post?: Operation }>;
  components: { schemas: Record<string, Schema> };
}

/** The document that `npm run generate` has written into hosting/. */
export function openapiDocument(root: string): OpenApi {
  return JSON.parse(readFileSync(path.join(root, "hosting/well-known/mkt-openapi.json"), "utf8")) as OpenApi;
}
