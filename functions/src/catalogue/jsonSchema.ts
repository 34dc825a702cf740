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
  minimum?: number;
}

/** A schema as plain JSON, without its builders' type markers. */
export function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/** A valid value: the schema's own example if it has one. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  const [given] = schema.examples ?? schema.enum ?? [];
  if (given !== undefined) return given;
  const [variant] = schema.anyOf ?? [];
  if (variant) return sampleOf(variant);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
      );
    case "array":
      return schema.items ? [sampleOf(schema.items)] : [];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return "…";
  }
}

/** The fields of which exactly one must be given; empty if there is no such rule. */
export function exactlyOneOf({ oneOf = [] }: JsonSchema): string[] {
  return oneOf.flatMap(({ required = [] }) => required);
}
