import { AUTH_ERRORS, errorsOf, PIPELINE_ERRORS } from "../http/endpoint";
import { ACCESS } from "./access";
import { DOCUMENTS } from "./documents";
import { FLOWS } from "./flows";
import { groupsOf, operationsOf, type Endpoints } from "./operations";
import { ALL_CODES, errorRow } from "./problem";
import { REDEEM_TEXT } from "./redeemText";
import { REMEDIES } from "./remedies";
import { ABOUT, INTERFACE_VERSION, NAME } from "./version";

/** The guide without prose: who may call, the groups of endpoints, the flows, and what to do about each error. */
export function guideJson(endpoints: Endpoints): object {
  const operations = operationsOf(endpoints);
  const kinds = [...new Set(operations.map(({ endpoint }) => endpoint.auth.kind))];
  return {
    name: NAME,
    version: INTERFACE_VERSION,
    about: ABOUT,
    documents: Object.fromEntries(Object.entries(DOCUMENTS).map(([name, { path }]) => [name, path])),
    auth: Object.fromEntries(kinds.map((kind) => [kind, { who: ACCESS[kind], errors: AUTH_ERRORS[kind] }])),
    signatures: { payerSignature: { standard: "EIP-191 (personal_sign); ERC-1271 and ERC-6492 wallets too", lines: REDEEM_TEXT.split("\n") } },
    groups: groupsOf(operations).map(({ name, about }) => ({
      name,
      about,
      endpoints: operations
        .filter(({ group }) => group === name)
        .map(({ id, endpoint }) => ({
          id,
          method: endpoint.method,
          path: endpoint.path,
          does: endpoint.summary,
          access: endpoint.auth.kind,
          example: endpoint.example,
          errors: errorsOf(endpoint).filter((code) => !isGeneral(code) && !isOfAuth(code, endpoint.auth.kind)),
        })),
    })),
    flows: FLOWS,
    errors: {
      everywhere: PIPELINE_ERRORS,
      codes: Object.fromEntries(
        ALL_CODES.map((code) => {
          const { status, title, retryAfter } = errorRow(code);
          return [code, { status, means: title, do: REMEDIES[code], ...(retryAfter !== undefined && { retryAfter }) }];
        }),
      ),
    },
  };
}

function isGeneral(code: string): boolean {
  return (PIPELINE_ERRORS as readonly string[]).includes(code);
}

function isOfAuth(code: string, kind: keyof typeof AUTH_ERRORS): boolean {
  return (AUTH_ERRORS[kind] as readonly string[]).includes(code);
}
