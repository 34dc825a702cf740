import type { ErrorCode } from "../domain/errors";
import { AUTH_ERRORS, errorsOf, PIPELINE_ERRORS, type Endpoint } from "../http/endpoint";
import { exactlyOneOf, plain, type JsonSchema } from "./jsonSchema";
import { codes, table } from "./markdown";
import { groupsOf, operationsOf, type Endpoints } from "./operations";
import { ALL_CODES, errorRow } from "./problem";
import { REMEDIES } from "./remedies";

/** As many values as can be listed without losing the reader. */
const FEW = 6;
/** What calls about a task may answer. */
const OF_TASKS: readonly ErrorCode[] = ["task_not_found", "forbidden_role", "state_conflict", "tx_not_confirmed"];

/** Every endpoint by its group: what it is for, who may call it, what it takes, by name. */
export function endpointReference(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  const groups = groupsOf(operations).map(({ name, about }) => {
    const described = operations.filter(({ group }) => group === name).map(({ endpoint }) => describe(endpoint));
    return [`### ${name}`, about, ...described].join("\n\n");
  });
  return groups.join("\n\n");
}

/** Every code and what to do; what it means says the error itself. */
export function errorTable(): string {
  return table(
    ["Code", "Status", "What to do"],
    ALL_CODES.map((code) => [`\`${code}\``, String(errorRow(code).status), REMEDIES[code]]),
  );
}

/** The codes that any endpoint may answer with. */
export const GENERAL_CODES = codes(PIPELINE_ERRORS);
/** The codes of every paid endpoint. */
export const PAID_CODES = codes(AUTH_ERRORS.paid);
/** The codes of every signed endpoint. */
export const SIGNED_CODES = codes(AUTH_ERRORS.signed);
/** The codes of every endpoint that takes a session. */
export const SESSION_CODES = codes(AUTH_ERRORS.session);

/** The codes of calls about a task. */
export const TASK_CODES = codes(OF_TASKS);

function describe(endpoint: Endpoint): string {
  const { method, path, summary, description, auth } = endpoint;
  const input = plain(endpoint.input);
  const known: readonly string[] = [...PIPELINE_ERRORS, ...AUTH_ERRORS[auth.kind], ...OF_TASKS];
  const own = errorsOf(endpoint).filter((code) => !known.includes(code));
  const access = auth.kind === "signed" && auth.orSession ? "signed or session" : auth.kind;
  const often = endpoint.perMinute === null ? "" : `, ${endpoint.perMinute} a minute`;
  return [
    `#### ${method} ${path}`,
    `${summary}. ${description ?? ""}`.trim(),
    [
      `- Access: ${access}${often}`,
      `- Takes: ${inputFields(input)}`,
      ...(own.length > 0 ? [`- Errors: \`${own.join(", ")}\``] : []),
    ].join("\n"),
  ].join("\n\n");
}

/** How often one address may call; null where nobody counts. */
export function rateOf({ auth, perMinute }: Endpoint): string | null {
  if (perMinute === null) return null;
  return `At most ${perMinute} ${auth.kind === "paid" ? "redemptions that fail" : "requests"} a minute from one address.`;
}

/** The input's fields by name, those of objects with their members, those of few values with these. */
function inputFields(input: JsonSchema): string {
  const alternatives = exactlyOneOf(input);
  const fields = Object.entries(input.properties ?? {}).map(([name, field]) => `${markOf(name, input)}${membersOf(field)}`);
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
