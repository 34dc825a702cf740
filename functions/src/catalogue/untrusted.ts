import { UNTRUSTED } from "../schema/build";
import type { JsonSchema } from "./jsonSchema";

/**
 * The value with `mark` applied to each string in it that one of its schemas labels as untrusted. An object there whose
 * fields no schema names is marked as a whole, as JSON text: its users chose the names, too.
 */
export function markUntrusted(schemas: readonly JsonSchema[], value: unknown, mark: (text: string) => string): unknown {
  const all = schemas.flatMap(alternatives);
  const isUntrusted = all.some((schema) => schema[UNTRUSTED] === true);
  if (typeof value === "string") return isUntrusted ? mark(value) : value;
  const inner = (of: readonly JsonSchema[], member: unknown) => markUntrusted(isUntrusted ? all : of, member, mark);
  if (Array.isArray(value)) {
    const items = all.flatMap((schema): JsonSchema[] => (schema.items ? [schema.items] : []));
    return value.map((item: unknown) => inner(items, item));
  }
  if (typeof value !== "object" || value === null) return value;
  if (isUntrusted && all.every(({ properties }) => properties === undefined)) return mark(JSON.stringify(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      inner(all.flatMap(propertyOf(name)), member),
    ]),
  );
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return [schema, ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(alternatives)];
}

const propertyOf =
  (name: string) =>
  ({ properties = {} }: JsonSchema): JsonSchema[] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return field ? [field] : [];
  };
