import { AUTH_ERRORS, errorsOf, PIPELINE_ERRORS, type Endpoint } from "../http/endpoint";
import { accessOf } from "./access";
import { exactlyOneOf, plain, type JsonSchema } from "./jsonSchema";
import { groupsOf, operationsOf, type Endpoints } from "./operations";
import { ALL_CODES, errorRow } from "./problem";
import { REMEDIES } from "./remedies";

/** Every endpoint by its group, as its definition has it. */
export function endpointReference(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  return groupsOf(operations)
    .map(({ name, about }) => {
      const described = operations.filter(({ group }) => group === name).map(({ endpoint }) => describe(endpoint));
      return [`### ${name}`, about, ...described].join("\n\n");
    })
    .join("\n\n");
}

/** Every code, what it means and what to do. */
export function errorTable(): string {
  return table(
    ["Code", "Status", "What it means", "What to do"],
    ALL_CODES.map((code) => [`\`${code}\``, String(errorRow(code).status), errorRow(code).title, REMEDIES[code]]),
  );
}

/** The codes that any endpoint may answer with. */
export const GENERAL_CODES = codeList(PIPELINE_ERRORS);
/** The codes of every paid endpoint. */
export const PAID_CODES = codeList(AUTH_ERRORS.paid);

function describe(endpoint: Endpoint): string {
  const { method, path, summary, description, auth, example } = endpoint;
  const input = plain(endpoint.input);
  const known: readonly string[] = [...PIPELINE_ERRORS, ...AUTH_ERRORS[auth.kind]];
  const own = errorsOf(endpoint).filter((code) => !known.includes(code));
  const alternatives = exactlyOneOf(input);
  return [
    `#### ${method} ${path}`,
    `${summary}. ${description ?? ""}`.trim(),
    [`Access: ${auth.kind}.`, accessOf(auth), rateOf(endpoint)].filter(Boolean).join(" "),
    fields(method === "GET" ? "Query parameters" : "Body", input),
    alternatives.length > 0 ? `Exactly one of ${codeList(alternatives)} must be given.` : "",
    `Example: \`${JSON.stringify(example)}\``,
    fields("Answer", plain(endpoint.output)),
    own.length > 0 ? `Its own errors: ${codeList(own)}.` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** How often one address may call; null where nobody counts. */
export function rateOf({ auth, perMinute }: Endpoint): string | null {
  if (perMinute === null) return null;
  return `At most ${perMinute} ${auth.kind === "paid" ? "redemptions that fail" : "requests"} a minute from one address.`;
}

function fields(what: string, { properties = {}, required = [] }: JsonSchema): string {
  if (Object.keys(properties).length === 0) return `${what}: no fields of its own.`;
  const rows = table(
    ["Field", "Type", "Required", "Meaning"],
    Object.entries(properties).map(([name, field]) => [
      `\`${name}\``,
      typeOf(field),
      required.includes(name) ? "yes" : "no",
      field.description ?? "",
    ]),
  );
  return `${what}:\n\n${rows}`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array" && schema.items) return `list of ${itemOf(schema.items)}`;
  return schema.type ?? "any";
}

/** An object in a list, with its fields; anything else by its type. */
function itemOf(items: JsonSchema): string {
  if (items.type !== "object" || !items.properties) return typeOf(items);
  return `{ ${Object.entries(items.properties).map(([name, field]) => `\`${name}\`: ${typeOf(field)}`).join(", ")} }`;
}

function codeList(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(", ");
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
