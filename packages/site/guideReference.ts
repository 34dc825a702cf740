import type { Endpoint } from "../../functions/src/http/endpoint";
import { SentFields } from "../../functions/src/schema/call";
import { exactlyOneOf, plain, type JsonSchema } from "../../functions/src/catalogue/jsonSchema";
import { codes, table } from "./markdown";
import { groupsOf, operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { ALL_CODES, errorRow } from "./problem";
import { REMEDIES } from "./remedies";
import { takesTransaction } from "../../functions/src/catalogue/toolAnnotations";

/** As many values as can be listed without losing the reader. */
const FEW = 6;

/** Every endpoint by its group: what it is for, who may call it, what it takes, by name. */
export function endpointReference(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  const groups = groupsOf(operations).map(({ name, about }) => {
    const described = operations.filter(({ group }) => group === name).map(({ endpoint }) => describe(endpoint));
    return [`### ${name}`, about, described.join("\n")].join("\n\n");
  });
  return groups.join("\n\n");
}

/** The fields of every call that is prepared and confirmed; the reference names them once. */
export const CALL_FIELDS = codes(["action", ...Object.keys(SentFields)]);

/** Every code and what to do; what it means says the error itself. */
export function errorTable(): string {
  return table(
    ["Code", "Status", "What to do"],
    ALL_CODES.map((code) => [`\`${code}\``, String(errorRow(code).status), REMEDIES[code]]),
  );
}

/** One line: the call, who may make it, what it is for and what it takes. */
function describe(endpoint: Endpoint): string {
  const { method, path, summary, auth } = endpoint;
  const access = auth.kind === "signed" && auth.orSession ? "signed or session" : auth.kind;
  const prepared = takesTransaction(endpoint) ? ", prepared and confirmed" : "";
  return `- \`${method} ${path}\` (${access}${prepared}): ${summary}. Takes ${inputFields(plain(endpoint.input), prepared ? Object.keys(SentFields) : [])}.`;
}

/** How often one address may call; null where nobody counts. */
export function rateOf({ auth, rateLimit }: Endpoint): string | null {
  if (rateLimit.counts === "computations") return null;
  const refused = auth.kind === "paid" ? "redemptions that fail" : "refused requests";
  return `At most ${rateLimit.perMinute} ${rateLimit.counts === "refusals" ? refused : "requests"} in any minute from one client.`;
}

/** The input's fields by name, those of objects with their members, those of few values with these. */
function inputFields(input: JsonSchema, known: readonly string[]): string {
  const alternatives = exactlyOneOf(input);
  const own = Object.entries(input.properties ?? {}).filter(([name]) => !known.includes(name));
  const fields = own.map(([name, field]) => `${markOf(name, input)}${membersOf(field)}`);
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

/** A field's name, with a question mark where it may be left out. */
function markOf(name: string, { required = [] }: JsonSchema): string {
  return required.includes(name) ? name : `${name}?`;
}
