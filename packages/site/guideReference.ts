import type { ErrorCode } from "../../functions/src/domain/errors";
import type { Endpoint } from "../../functions/src/http/endpoint";
import { codes, table } from "./markdown";
import { groupsOf, operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { ALL_CODES, errorRow } from "./problem";
import { REMEDIES } from "./remedies";
import { takesTransaction } from "../../functions/src/catalogue/toolAnnotations";

/** Every endpoint by group: purpose and access. The OpenAPI document has the rest. */
export function endpointReference(endpoints: Endpoints): string {
  const operations = operationsOf(endpoints);
  const groups = groupsOf(operations).map(({ name }) => {
    const described = operations.filter(({ group }) => group === name).map(({ endpoint }) => describe(endpoint));
    return [`### ${name}`, described.join("\n")].join("\n\n");
  });
  return groups.join("\n\n");
}

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

/** One line: the call, its access and purpose. */
function describe(endpoint: Endpoint): string {
  const { method, path, summary, auth } = endpoint;
  const access = auth.kind === "signed" && auth.orSession ? "signed or session" : auth.kind;
  const prepared = takesTransaction(endpoint);
  const purpose = prepared ? summary.replace(/^Prepare or confirm (the )?/, "") : summary;
  return `- \`${method} ${path}\` (${prepared ? "prepared" : access}): ${purpose}.`;
}

/** The rate limit in words; null if none. */
export function rateOf({ auth, rateLimit }: Endpoint): string | null {
  if (rateLimit.counts === "computations") return null;
  const refused = auth.kind === "paid" ? "failed redemptions" : "refused requests";
  return `At most ${rateLimit.perMinute} ${rateLimit.counts === "refusals" ? refused : "requests"} per minute from one client.`;
}
