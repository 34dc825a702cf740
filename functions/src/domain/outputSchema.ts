import type { FieldError } from "./errors";

/** Bytes of a schema as JSON. */
const MAX_SCHEMA_BYTES = 16_384;
/** Schemas within a schema, itself included. */
const MAX_SUBSCHEMAS = 300;
/** Characters of a regular expression. */
const MAX_PATTERN = 500;
export const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The keywords of JSON Schema 2020-12 by what they hold: a schema, a list or a map of schemas, or something else. */
const KEYWORDS: Readonly<Record<string, "schema" | "list" | "map" | "value">> = {
  ...keywords("schema", "additionalProperties contains else if items not propertyNames then"),
  ...keywords("schema", "unevaluatedItems unevaluatedProperties"),
  ...keywords("list", "allOf anyOf oneOf prefixItems"),
  ...keywords("map", "$defs dependentSchemas patternProperties properties"),
  ...keywords("value", "$comment $ref $schema const contentEncoding contentMediaType default dependentRequired"),
  ...keywords("value", "deprecated description enum examples exclusiveMaximum exclusiveMinimum format maxContains"),
  ...keywords("value", "maxItems maxLength maxProperties maximum minContains minItems minLength minProperties"),
  ...keywords("value", "minimum multipleOf pattern readOnly required title type uniqueItems writeOnly"),
};

/** Those that apply a schema to the same value, so that a circle of them has no end. */
const IN_PLACE = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"]);

/** Keywords that change what other keywords mean or refer to. */
const REFUSED: Readonly<Record<string, string>> = {
  $id: "is not supported: a schema refers only to itself",
  $anchor: "is not supported: refer to a place by its JSON Pointer, as #/$defs/NAME",
  $dynamicAnchor: "is not supported: use $ref",
  $dynamicRef: "is not supported: use $ref",
  $vocabulary: "is not supported",
  contentSchema: "is not supported: the content of strings is not checked",
  definitions: "is called $defs in JSON Schema 2020-12",
};

function keywords<K extends string>(kind: K, names: string): Record<string, K> {
  return Object.fromEntries(names.split(" ").map((name) => [name, kind]));
}

/** A schema within a schema. */
interface Place {
  readonly pointer: string;
  readonly schema: unknown;
  /** The places of the schemas that apply to the same value. */
  readonly inPlace: string[];
}

/**
 * What is wrong with a stranger's schema, at most one error for each place; `at` points to it in the request. Whether
 * keywords have values of the right type is for the meta-schema. Linear in the schema's size.
 */
export function brokenSchemaRules(schema: JsonObject, at: string): FieldError[] {
  const whole = (message: string) => [{ pointer: at, message }];
  if (depthOf(schema) > MAX_JSON_DEPTH) return whole(`must not be nested more than ${MAX_JSON_DEPTH} levels deep`);
  if (sizeOf(schema) > MAX_SCHEMA_BYTES) return whole(`must have at most ${MAX_SCHEMA_BYTES} bytes as JSON`);
  const places = new Map<string, Place>();
  const errors: FieldError[] = [];
  visit(schema, "", places, (pointer, message) => errors.push({ pointer: at + pointer, message }));
  if (places.size > MAX_SUBSCHEMAS) return whole(`must have at most ${MAX_SUBSCHEMAS} schemas within it`);
  return errors.length > 0 ? errors : endlessReferences(places, at);
}

type Complain = (pointer: string, message: string) => void;

function visit(schema: unknown, pointer: string, places: Map<string, Place>, complain: Complain): void {
  const place: Place = { pointer, schema, inPlace: [] };
  places.set(pointer, place);
  if (places.size > MAX_SUBSCHEMAS || !isJsonObject(schema)) return;
  for (const [name, value] of Object.entries(schema)) {
    const here = under(pointer, name);
    const kind = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
    if (kind === undefined) {
      complain(here, (Object.hasOwn(REFUSED, name) && REFUSED[name]) || "is not a keyword of JSON Schema 2020-12");
    } else if (kind === "value") {
      checkValue(name, value, here, place, complain);
    } else {
      for (const [key, child] of childrenOf(kind, value)) {
        const within = key === null ? here : under(here, key);
        if (IN_PLACE.has(name)) place.inPlace.push(within);
        if (name === "patternProperties") checkPattern(key, within, complain);
        visit(child, within, places, complain);
      }
    }
  }
}

function childrenOf(kind: "schema" | "list" | "map", value: unknown): [string | null, unknown][] {
  if (kind === "schema") return [[null, value]];
  const holds = kind === "list" ? Array.isArray(value) : isJsonObject(value);
  return holds ? Object.entries(value as object) : [];
}

function checkValue(name: string, value: unknown, here: string, place: Place, complain: Complain): void {
  if (name === "$schema" && (place.pointer !== "" || value !== DIALECT))
    complain(here, `must be ${DIALECT}, at the top of the schema only`);
  if (name === "pattern") checkPattern(value, here, complain);
  if (name === "$ref") {
    const target = referredTo(value);
    if (target === null) complain(here, "must be # or a JSON Pointer within this schema, as #/$defs/NAME");
    else place.inPlace.push(target);
  }
}

function checkPattern(pattern: unknown, here: string, complain: Complain): void {
  if (typeof pattern === "string" && pattern.length > MAX_PATTERN)
    complain(here, `must have at most ${MAX_PATTERN} characters`);
}

/** The JSON Pointer of a reference within the schema, or null. */
function referredTo(reference: unknown): string | null {
  if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) return null;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return null;
  }
}

/** References that lead to no schema, and those that return to themselves without descending into the value. */
function endlessReferences(places: ReadonlyMap<string, Place>, at: string): FieldError[] {
  const done = new Set<string>();
  const open = new Set<string>();
  const errors: FieldError[] = [];
  const follow = (place: Place): void => {
    if (done.has(place.pointer)) return;
    open.add(place.pointer);
    for (const target of place.inPlace) {
      const next = places.get(target);
      const pointer = `${at}${under(place.pointer, "$ref")}`;
      if (!next) errors.push({ pointer, message: "refers to no schema within this one" });
      else if (open.has(target)) errors.push({ pointer: at + place.pointer, message: "refers to itself without end" });
      else follow(next);
    }
    open.delete(place.pointer);
    done.add(place.pointer);
  };
  for (const place of places.values()) follow(place);
  return errors;
}

/** Failures that a verdict lists. */
export const MAX_FAILURES = 20;

/** Where an output fails its schema. */
export interface Failure {
  /** JSON Pointer into the output. */
  readonly pointer: string;
  /** JSON Pointer to the keyword in the schema. */
  readonly schemaPointer: string;
  readonly message: string;
}

/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The most levels of a schema or an output; a body has a few around it, and at most 32. */
export const MAX_JSON_DEPTH = 24;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How deep objects and arrays are nested; a body is at most 32 deep. */
export function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const member of Object.values(value)) deepest = Math.max(deepest, depthOf(member));
  return deepest + 1;
}

/** Bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Appends a name to a JSON Pointer (RFC 6901). */
function under(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
