import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import { refuse, type ErrorCode, type FieldError } from "../domain/errors";
import type { Schema } from "../schema/build";

const MOST_ERRORS = 20;
const compiled = new WeakMap<Schema, ValidateFunction>();
let ajv: Ajv | undefined;

/** Compiled on first use: a running function pays for the schemas of its own endpoint only. */
function validator(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  // Verbose errors carry the schema that they broke, from which the alternatives are listed. That the
  // schemas themselves are well formed is for the tests to see, not for every start.
  ajv ??= new Ajv({ allErrors: true, strict: true, strictRequired: false, verbose: true, meta: false, validateSchema: false });
  const fresh = ajv.compile(schema);
  compiled.set(schema, fresh);
  return fresh;
}

/** Refuses `invalid_request`, or another code, with a pointer and a rule for each field that breaks one. */
export function requireValid(schema: Schema, value: unknown, code: ErrorCode = "invalid_request"): void {
  const errors = violations(schema, value);
  if (errors.length === 0) return;
  const [first] = errors;
  const where = first?.pointer ? ` at ${first.pointer}` : "";
  refuse(code, `The request breaks a rule${where}: ${first?.message ?? ""}.`, { errors });
}

/** Where a value breaks its schema, at most 20 places; empty when it does not. */
export function violations(schema: Schema, value: unknown): FieldError[] {
  const validate = validator(schema);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  // `exactlyOne` fails as a whole; the branches that it tried say nothing more.
  const branches = new Set(errors.filter(({ keyword }) => keyword === "oneOf").map(({ schemaPath }) => schemaPath));
  return errors
    .filter(({ schemaPath }) => ![...branches].some((branch) => schemaPath.startsWith(`${branch}/`)))
    .slice(0, MOST_ERRORS)
    .map(fieldError);
}

function fieldError(error: ErrorObject): FieldError {
  const { keyword, instancePath, params, message, parentSchema } = error as ErrorObject & {
    params: Record<string, unknown>;
  };
  const child = (name: unknown) => `${instancePath}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  switch (keyword) {
    case "required":
      return { pointer: child(params["missingProperty"]), message: "is required" };
    case "additionalProperties":
      return { pointer: child(params["additionalProperty"]), message: "is not a field of this request" };
    case "enum":
      return { pointer: instancePath, message: `must be one of ${(params["allowedValues"] as string[]).join(", ")}` };
    case "const":
      return { pointer: instancePath, message: `must be ${JSON.stringify(params["allowedValue"])}` };
    case "oneOf":
      return { pointer: instancePath, message: `give exactly one of ${alternatives(parentSchema)}` };
    default:
      return { pointer: instancePath, message: message ?? "breaks a rule" };
  }
}

function alternatives(schema: unknown): string {
  const { oneOf = [] } = (schema ?? {}) as { oneOf?: { required?: string[] }[] };
  return oneOf.flatMap(({ required }) => required ?? []).join(", ");
}
