import type { JsonSchema } from "../../functions/src/catalogue/jsonSchema";

type Schemas = Record<string, JsonSchema>;
type Visit = (schema: JsonSchema, name: string) => JsonSchema;

/** Shorter schemas are not worth a reference. */
const MIN_LENGTH = 80;
/** Smaller answers are not worth an extension. */
const MIN_FIELDS = 5;
/** A reference at the place of a component's own name. */
const REFERENCE = "#/components/schemas/";

/**
 * The document's paths with each schema that occurs more than once moved into the components. It is named after the first
 * field that has it.
 */
export function withShared<P extends object>(paths: P, schemas: Schemas): P {
  const times = new Map<string, number>();
  const count: Visit = (schema, name) => {
    const text = JSON.stringify(schema);
    const known = times.get(text) ?? 0;
    times.set(text, known + 1);
    // What is inside a repeated schema is repeated only with it.
    return known > 0 ? schema : inside(schema, name, count);
  };
  const names = new Map<string, string>();
  const share: Visit = (schema, name) => {
    const text = JSON.stringify(schema);
    if (text.length < MIN_LENGTH || (times.get(text) ?? 0) < 2) return inside(schema, name, share);
    const known = names.get(text) ?? freeName(name, schemas);
    if (!names.has(text)) {
      names.set(text, known);
      // Taken before its parts are named.
      schemas[known] = schema;
      schemas[known] = inside(schema, name, share);
    }
    return { $ref: `${REFERENCE}${known}` };
  };
  const components = Object.entries(schemas);
  for (const [name, schema] of components) inside(schema, name, count);
  inPaths(paths, count);
  for (const [name, schema] of components) schemas[name] = inside(schema, name, share);
  const shared = inPaths(paths, share) as P;
  const asked = namedIn(shared, "requestBody", "parameters");
  const sent = reaches(asked, schemas);
  const answers = Object.fromEntries(
    Object.entries(schemas).filter(([name, { type }]) => type === "object" && !sent.has(name)),
  );
  // Answers may get more fields; what is sent may not.
  for (const schema of Object.values(answers)) delete schema["additionalProperties"];
  for (const [name, schema] of Object.entries(answers)) schemas[name] = extending(schema, answers);
  // A component's name is its title.
  for (const schema of Object.values(schemas)) delete schema.title;
  return shared;
}

/** The components that these members of the operations refer to. */
function namedIn(paths: object, ...members: readonly string[]): string[] {
  const operations = Object.values(paths).flatMap((path: object) => Object.values(path) as Record<string, unknown>[]);
  return referredBy(operations.map((operation) => members.map((member) => operation[member])));
}

function referredBy(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = ""]) => name);
}

/** These components, and those that they refer to. */
function reaches(names: readonly string[], schemas: Schemas): Set<string> {
  const reached = new Set<string>();
  const add = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    referredBy(schemas[name]).forEach(add);
  };
  names.forEach(add);
  return reached;
}

/** The answer as an extension of the largest other one all of whose fields it has. */
function extending(schema: JsonSchema, answers: Schemas): JsonSchema {
  const { properties = {}, required = [], ...rest } = schema;
  const isBase = ({ properties: own = {}, required: needed = [] }: JsonSchema) =>
    Object.keys(own).length >= MIN_FIELDS &&
    Object.keys(own).length < Object.keys(properties).length &&
    Object.entries(own).every(([field, one]) => JSON.stringify(one) === JSON.stringify(properties[field])) &&
    needed.every((field) => required.includes(field));
  const sizeOf = ([, { properties: own = {} }]: [string, JsonSchema]) => Object.keys(own).length;
  const [base] = Object.entries(answers)
    .filter(([, one]) => isBase(one))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
  if (!base) return schema;
  const [name, { properties: inherited = {}, required: given = [] }] = base;
  return {
    ...rest,
    allOf: [{ $ref: `${REFERENCE}${name}` }],
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !(field in inherited))),
    required: required.filter((field) => !given.includes(field)),
  };
}

/** The parts of a schema, each visited under the name of its field. */
function inside(schema: JsonSchema, name: string, visit: Visit): JsonSchema {
  const { properties, items, anyOf, oneOf } = schema;
  const each = (all: JsonSchema[]) => all.map((one) => visit(one, name));
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([field, one]) => [field, visit(one, field)])),
    }),
    ...(items && { items: visit(items, `${name}Item`) }),
    ...(anyOf && { anyOf: each(anyOf) }),
    ...(oneOf && { oneOf: each(oneOf) }),
  };
}

/** Every schema of the operations: of parameters, bodies and answers. */
function inPaths(value: unknown, visit: Visit, name = "Value"): unknown {
  if (Array.isArray(value)) return value.map((one) => inPaths(one, visit, name));
  if (typeof value !== "object" || value === null) return value;
  const { name: field, operationId = field } = value as { name?: unknown; operationId?: unknown };
  const own = typeof operationId === "string" ? operationId : name;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      if (key === "example" || key === "examples") return [key, member];
      return [key, key === "schema" ? visit(member as JsonSchema, own) : inPaths(member, visit, own)];
    }),
  );
}

function freeName(field: string, schemas: Schemas): string {
  const name = field.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replaceAll(/[^A-Za-z0-9]/g, "");
  if (!(name in schemas)) return name;
  for (let at = 2; ; at++) if (!(`${name}${at}` in schemas)) return `${name}${at}`;
}
