import type { Endpoint } from "../../functions/src/http/endpoint";
import { SentFields } from "../../functions/src/schema/call";
import { exactlyOneOf, plain, type JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import { codes, table } from "./markdown";
import { groupsOf, operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { ALL_CODES, errorRow } from "./problem";
import { REMEDIES } from "./remedies";
import { takesTransaction } from "../../functions/src/catalogue/toolAnnotations";

/** Maximum number of enum values that are listed. */
const FEW = 6;

/** Every endpoint by group: purpose, access and input fields. */
export function endpointReference(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  const groups = groupsOf(operations).map(({ name, about }) => {
    const described = operations.filter(({ group }) => group === name).map(({ endpoint }) => describe(endpoint));
    return [`### ${name}`, about, described.join("\n")].join("\n\n");
  });
  return groups.join("\n\n");
}

/** The fields of every call that is prepared and confirmed; the reference lists them once. */
export const CALL_FIELDS = codes(["action", ...Object.keys(SentFields)]);

/** Every code and what to do; the error itself says what it means. */
export function errorTable(): string {
  return table(
    ["Code", "Status", "What to do"],
    ALL_CODES.map((code) => [`\`${code}\``, String(errorRow(code).status), REMEDIES[code]]),
  );
}

/** One line: the call, its access, purpose and input. */
function describe(endpoint: Endpoint): string {
  const { method, path, summary, auth } = endpoint;
  const access = auth.kind === "signed" && auth.orSession ? "signed or session" : auth.kind;
  const prepared = takesTransaction(endpoint) ? ", prepared and confirmed" : "";
  return `- \`${method} ${path}\` (${access}${prepared}): ${summary}. Takes ${inputFields(plain(endpoint.input), prepared ? Object.keys(SentFields) : [])}.`;
}

/** The rate limit in words; null if none. */
export function rateOf({ auth, rateLimit }: Endpoint): string | null {
  if (rateLimit.counts === "computations") return null;
  const refused = auth.kind === "paid" ? "failed redemptions" : "refused requests";
  return `At most ${rateLimit.perMinute} ${rateLimit.counts === "refusals" ? refused : "requests"} per minute from one client.`;
}

/** The fields that an input needs, with the members of objects and the values of short enums. */
function inputFields(input: JsonSchema, known: readonly string[]): string {
  const alternatives = exactlyOneOf(input);
  const needed = [...(input.required ?? []), ...alternatives];
  const own = Object.entries(input.properties ?? {}).filter(([name]) => !known.includes(name) && needed.includes(name));
  const fields = own.map(([name, field]) => `${name}${membersOf(field)}`);
  const rule = alternatives.length > 0 ? `; exactly one of ${codes(alternatives)}` : "";
  return fields.length === 0 ? "nothing" : `\`${fields.join(", ")}\`${rule}`;
}

function membersOf(field: JsonSchema): string {
  if (field.enum && field.enum.length <= FEW) return ` (${field.enum.join("|")})`;
  return field.properties ? ` {${names(field).join(", ")}}` : "";
}

function names(schema: JsonSchema): string[] {
  return Object.keys(schema.properties ?? {}).map((name) => markOf(name, schema));
}

/** A field's name, with a question mark if it is optional. */
function markOf(name: string, { required = [] }: JsonSchema): string {
  return required.includes(name) ? name : `${name}?`;
}
