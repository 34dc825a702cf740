import type { FieldError } from "../domain/errors";
import { lengthOf } from "../domain/text";
import type { Schema } from "./build";

/** Maximum errors listed in one answer. */
export const MAX_ERRORS = 20;
/** Maximum unknown fields of one object. */
const MAX_UNKNOWN_FIELDS = 20;
/** Maximum characters of a string limited by a pattern or an enum: no such value is as long. */
const MAX_PATTERN_LENGTH = 256;

/** The size keywords of a schema. */
interface Limits {
  type?: string;
  properties?: Record<string, Schema>;
  maxProperties?: number;
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
}

/** The JSON Pointer (RFC 6901) to a member. */
export function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Where a value exceeds its schema's sizes, at most 20 places: too many items or fields, or too long a string.
 *
 * Its cost depends on what the schema allows, not on what was sent. It runs before validation, which visits every item
 * and collects an error for each.
 */
export function excesses(schema: Schema, value: unknown): FieldError[] {
  const found: FieldError[] = [];
  look(schema, value, "", found);
  return found.slice(0, MAX_ERRORS);
}

/** A value of the wrong type is left to validation, which stops at its type. */
function look(schema: Schema, value: unknown, pointer: string, found: FieldError[]): void {
  if (found.length >= MAX_ERRORS) return;
  const { type, ...limits } = schema as Limits;
  const tooMuch = (most: number, what: string) =>
    void found.push({ pointer, message: `must NOT have more than ${most} ${what}` });
  if (typeof value === "string" && (type === "string" || type === undefined)) {
    const { maxLength = MAX_PATTERN_LENGTH } = limits;
    if (value.length > maxLength && (value.length > 2 * maxLength || lengthOf(value) > maxLength))
      tooMuch(maxLength, "characters");
  } else if (Array.isArray(value) && type === "array") {
    const { items, maxItems = 0 } = limits;
    if (value.length > maxItems) tooMuch(maxItems, "items");
    else if (items) value.forEach((item, i) => look(items, item, `${pointer}/${i}`, found));
  } else if (isObject(value) && type === "object") {
    const { properties = {}, maxProperties = Object.keys(properties).length + MAX_UNKNOWN_FIELDS } = limits;
    const names = Object.keys(value);
    if (names.length > maxProperties) return tooMuch(maxProperties, "properties");
    for (const [name, member] of Object.entries(properties)) {
      if (Object.hasOwn(value, name)) look(member, value[name], pointerTo(pointer, name), found);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
