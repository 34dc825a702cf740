/** JSON Schema (2020-12) as plain data, with the keywords that the documents read. */
export interface JsonSchema {
  [keyword: string]: unknown;
  title?: string;
  description?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
}

/** A schema as plain JSON, without its builders' type markers. */
export function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** The fields of which exactly one must be given; empty if there is no such rule. */
export function exactlyOneOf({ oneOf = [] }: JsonSchema): string[] {
  return oneOf.flatMap(({ required = [] }) => required);
}
