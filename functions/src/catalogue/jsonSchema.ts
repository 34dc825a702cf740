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

/** A component's name; a schema with such a title is printed once and referenced. */
const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*$/;
/** Their values are data, not schemas. */
const DATA_KEYWORDS = new Set(["examples", "default", "const", "enum"]);

/** A schema as plain JSON, without its builders' type markers. */
export function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

/**
 * The schema with each part whose title is a component name moved into `components` and referenced. Parts that differ
 * only in their description share a component; other differences throw `TypeError`.
 */
export function withRefs(schema: JsonSchema, components: Record<string, JsonSchema>): JsonSchema {
  const walked = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      DATA_KEYWORDS.has(keyword) ? value : walk(value, components),
    ]),
  ) as JsonSchema;
  const { title, description } = walked;
  if (typeof title !== "string" || !COMPONENT_NAME.test(title)) return walked;
  const known = (components[title] ??= walked);
  if (sameBut(known, walked)) {
    const reference = { $ref: `#/components/schemas/${title}` };
    return description === undefined || description === known.description ? reference : { ...reference, description };
  }
  throw new TypeError(`two different schemas are called ${title}`);
}

function walk(value: unknown, components: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, components));
  return typeof value === "object" && value !== null ? withRefs(value as JsonSchema, components) : value;
}

function sameBut(a: JsonSchema, b: JsonSchema): boolean {
  const strip = (schema: JsonSchema) => JSON.stringify({ ...schema, description: "" }, sorted);
  return strip(a) === strip(b);
}

/** A replacer that sorts every object's keys. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A valid value: the schema's own example if it has one. */
export function sampleOf(schema: JsonSchema): unknown {
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
