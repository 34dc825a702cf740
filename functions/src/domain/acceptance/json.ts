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
export function under(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
