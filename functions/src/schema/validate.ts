import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import { refuse, refuseField, type ErrorCode, type FieldError } from "../domain/errors";
import { nearestName } from "../domain/nearest";
import { isVisible, toNfc, VISIBLE_RULE, lengthOf } from "../domain/text";
import { UNTRUSTED, VISIBLE, type Schema } from "./build";

const compiled = new WeakMap<Schema, ValidateFunction>();
let ajv: Ajv | undefined;

/** Compiled on first use, so that a function compiles only the schemas of its own endpoint. */
function validator(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  // Verbose errors include the violated schema, from which the alternatives are listed. The tests check that the
  // schemas themselves are well formed, so not every start does.
  ajv ??= new Ajv({
    allErrors: true,
    strict: true,
    strictRequired: false,
    keywords: [
      UNTRUSTED,
      {
        keyword: VISIBLE,
        type: "string",
        schemaType: "boolean",
        validate: (_on: boolean, text: string) => isVisible(text),
      },
    ],
    verbose: true,
    meta: false,
    validateSchema: false,
    // Optimizing the code takes half of the time of compiling it, which a first request waits for.
    code: { optimize: false },
  });
  const fresh = ajv.compile(schema);
  compiled.set(schema, fresh);
  return fresh;
}

/**
 * Refuses `invalid_request`, or another code, with a pointer and a rule for each violation. Sizes are checked before
 * anything else.
 */
export function requireValid(schema: Schema, value: unknown, code: ErrorCode = "invalid_request"): void {
  refuseAll(excesses(schema, value), code);
  refuseAll(violations(schema, value), code);
}

/**
 * The value with its strings in NFC; refuses like `requireValid`, and for text that is not stream-safe (UAX #15). Sizes
 * are checked before anything is normalised.
 */
export function validInput<T>(schema: Schema, value: T, code?: ErrorCode): T {
  refuseAll(excesses(schema, value), code);
  const normal = inNfc(value, "") as T;
  requireValid(schema, normal, code);
  return normal;
}

function inNfc(value: unknown, pointer: string): unknown {
  if (typeof value === "string") return toNfc(value) ?? refuseMarks(pointer);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item, i) => inNfc(item, `${pointer}/${i}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inNfc(member, pointerTo(pointer, name))]),
  );
}

function refuseMarks(pointer: string): never {
  const message = "must not have more than 30 combining marks in a row";
  return refuseField(pointer, message, `The text at ${pointer} ${message}.`);
}

function refuseAll(errors: FieldError[], code: ErrorCode = "invalid_request"): void {
  if (errors.length === 0) return;
  const [first] = errors;
  const where = first?.pointer ? ` at ${first.pointer}` : "";
  refuse(code, `The request violates a rule${where}: ${first?.message ?? ""}.`, { errors });
}

/** Where a value violates its schema, at most 20 places; empty if valid. */
export function violations(schema: Schema, value: unknown): FieldError[] {
  const validate = validator(schema);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  // `exactlyOne` fails as a whole; the errors of its branches add nothing.
  const branches = new Set(errors.filter(({ keyword }) => keyword === "oneOf").map(({ schemaPath }) => schemaPath));
  return (
    errors
      // `requiredUnless` names the missing fields one by one; that they are missing together says nothing more.
      .filter(({ keyword }) => keyword !== "if")
      // White space alone breaks a text's pattern, too.
      .filter(({ keyword, parentSchema }) => keyword !== "pattern" || !isText(parentSchema))
      .filter(({ schemaPath }) => ![...branches].some((branch) => schemaPath.startsWith(`${branch}/`)))
      .slice(0, MAX_ERRORS)
      .map(fieldError)
  );
}

function fieldError(error: ErrorObject): FieldError {
  const { keyword, instancePath, params, message, parentSchema } = error as ErrorObject & {
    params: Record<string, unknown>;
  };
  const child = (name: unknown) => pointerTo(instancePath, String(name));
  switch (keyword) {
    case "required":
      return { pointer: child(params["missingProperty"]), message: "is required" };
    case "additionalProperties":
      return {
        pointer: child(params["additionalProperty"]),
        message: unknownField(String(params["additionalProperty"]), instancePath, parentSchema),
      };
    case "enum":
      return { pointer: instancePath, message: `must be one of ${(params["allowedValues"] as string[]).join(", ")}` };
    case "const":
      return { pointer: instancePath, message: `must be ${JSON.stringify(params["allowedValue"])}` };
    case "oneOf":
      return { pointer: instancePath, message: `give exactly one of ${alternatives(parentSchema)}` };
    case VISIBLE:
      return { pointer: instancePath, message: VISIBLE_RULE };
    case "pattern": {
      const [what] = ((parentSchema as { description?: string } | undefined)?.description ?? "").split(/\.(?:\s|$)/, 1);
      return { pointer: instancePath, message: `${message ?? "violates a rule"}${what ? ` (${what})` : ""}` };
    }
    default:
      return { pointer: instancePath, message: message ?? "violates a rule" };
  }
}

const isText = (schema: unknown): boolean => typeof schema === "object" && schema !== null && VISIBLE in schema;

/** The known fields are named, and first the one that was probably meant. */
function unknownField(name: string, instancePath: string, parentSchema: unknown): string {
  const { properties = {} } = (parentSchema ?? {}) as { properties?: object };
  const known = Object.keys(properties);
  const nearest = nearestName(name, known);
  const meant = nearest === null ? "" : `; did you mean ${nearest}?`;
  if (instancePath !== "") return `is not one of ${known.join(", ")}${meant}`;
  return `is not a field of this request${meant}${known.length > 0 ? ` (${known.join(", ")})` : ""}`;
}

function alternatives(schema: unknown): string {
  const { oneOf = [] } = (schema ?? {}) as { oneOf?: { required?: string[] }[] };
  return oneOf.flatMap(({ required }) => required ?? []).join(", ");
}

/** Maximum errors listed in one answer. */
const MAX_ERRORS = 20;
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
function pointerTo(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/**
 * Where a value exceeds its schema's sizes, at most 20 places: too many items or fields, or too long a string.
 *
 * Its cost depends on what the schema allows, not on what was sent. It runs before validation, which visits every item
 * and collects an error for each.
 *
 * @internal
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
