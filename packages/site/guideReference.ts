import type { ErrorCode } from "../../functions/src/domain/errors";
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
export const CALL_FIELDS = codes(Object.keys(SentFields));

/** The codes of a redemption. */
const REDEMPTION: readonly ErrorCode[] = [
  "intent_required",
  "intent_not_found",
  "tx_required",
  "tx_not_confirmed",
  "transfer_not_found",
  "insufficient_amount",
  "tx_already_used",
  "intent_tx_mismatch",
  "invalid_filters",
];

/** What to do about a refused redemption. */
export function errorTable(): string {
  return table(
    ["Code", "Status", "What to do"],
    REDEMPTION.map((code) => [`\`${code}\``, String(errorRow(code).status), REMEDIES[code]]),
  );
}

/** All other codes, by status. */
export function otherErrors(): string {
  const others = ALL_CODES.filter((code) => !REDEMPTION.includes(code));
  const statuses = [...new Set(others.map((code) => errorRow(code).status))];
  return statuses
    .map((status) => `${status} ${codes(others.filter((code) => errorRow(code).status === status))}`)
    .join("; ");
}

/** One line: the call, its access, purpose and input. */
function describe(endpoint: Endpoint): string {
  const { method, path, summary, auth } = endpoint;
  const access = auth.kind === "signed" && auth.orSession ? "signed or session" : auth.kind;
  const prepared = takesTransaction(endpoint);
  const takes = inputFields(plain(endpoint.input), prepared ? Object.keys(SentFields) : []);
  const purpose = prepared ? summary.replace(/^Prepare or confirm (the )?/, "") : summary;
  return `- \`${method} ${path}\` (${prepared ? "prepared" : access}): ${purpose}.${takes === null ? "" : ` Takes ${takes}.`}`;
}

/** The rate limit in words; null if none. */
export function rateOf({ auth, rateLimit }: Endpoint): string | null {
  if (rateLimit.counts === "computations") return null;
  const refused = auth.kind === "paid" ? "failed redemptions" : "refused requests";
  return `At most ${rateLimit.perMinute} ${rateLimit.counts === "refusals" ? refused : "requests"} per minute from one client.`;
}

/** The fields that an input needs, with the members of objects and the values of short enums; null for none. */
function inputFields(input: JsonSchema, known: readonly string[]): string | null {
  const alternatives = exactlyOneOf(input);
  const needed = [...(input.required ?? []), ...alternatives];
  const own = Object.entries(input.properties ?? {}).filter(([name]) => !known.includes(name) && needed.includes(name));
  const fields = own.map(([name, field]) => `${name}${membersOf(field)}`);
  const rule = alternatives.length > 0 ? `; exactly one of ${codes(alternatives)}` : "";
  return fields.length === 0 ? null : `\`${fields.join(", ")}\`${rule}`;
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
