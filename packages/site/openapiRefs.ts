import type { JsonSchema } from "../../functions/src/catalogue/jsonSchema";

/** A component's name; a schema with such a title is printed once and referenced. */
const COMPONENT_NAME = /^[A-Z][A-Za-z0-9]*$/;
/** Their values are data, not schemas. */
const DATA_KEYWORDS = new Set(["examples", "default", "const", "enum"]);

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
