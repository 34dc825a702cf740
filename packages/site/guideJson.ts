import { AUTH_ERRORS, errorsOf, PIPELINE_ERRORS } from "../../functions/src/http/endpoint";
import { ACCESS } from "../../functions/src/catalogue/access";
import { DOCUMENTS, LIVE, MCP_PATH } from "../../functions/src/catalogue/documents";
import { FLOWS } from "./flows";
import { groupsOf, operationsOf, type Endpoints } from "../../functions/src/catalogue/operations";
import { ALL_CODES, errorRow } from "./problem";
import { REDEEM_TEXT, REQUEST_TEXT } from "./signedTexts";
import { REMEDIES } from "./remedies";
import { stepRows } from "../../functions/src/catalogue/workflow";
import { stateRows, statusMeanings, termRows } from "./states";
import { signedCalls } from "./signingTable";
import { ABOUT, INTEGRATION_POLICY, INTERFACE_VERSION, NAME } from "../../functions/src/catalogue/version";

/** The guide without prose: who may call, the groups of endpoints, the flows, and what to do about each error. */
export function guideJson(endpoints: Endpoints): object {
  const operations = operationsOf(endpoints);
  const kinds = [...new Set(operations.map(({ endpoint }) => endpoint.auth.kind))];
  return {
    name: NAME,
    version: INTERFACE_VERSION,
    about: ABOUT,
    integrationPolicy: INTEGRATION_POLICY,
    documents: Object.fromEntries(
      Object.entries({ ...DOCUMENTS, ...LIVE })
        .filter(([, row]) => row !== LIVE.agentRegistration && row !== LIVE.did)
        .map(([name, { path }]) => [name, path]),
    ),
    mcp: MCP_PATH,
    auth: Object.fromEntries(kinds.map((kind) => [kind, { who: ACCESS[kind], errors: AUTH_ERRORS[kind] }])),
    signatures: {
      standard:
        "EIP-191 (personal_sign) over the lines, joined by one line feed; also for ERC-1271 and ERC-6492 wallets",
      payerSignature: { lines: REDEEM_TEXT.split("\n") },
      signedRequest: {
        lines: REQUEST_TEXT.split("\n"),
        payloadHash: "keccak256 of the RFC 8785 form of the body without wallet, timestamp, nonce and signature",
        rating: "/mkt/rating has the line commentHash: <keccak256 of the comment's UTF-8> after payloadHash",
        calls: signedCalls(endpoints),
        help: "/mkt/sign/prepare",
        repeat:
          "Repeating the same bytes gives the same answer without a second effect; reusing the nonce with other content is nonce_used.",
      },
      typedData:
        "EIP-712 Selection (voucherSignature), Resubmission (resubmissionSignature) and Permit come from prepare, ready for signTypedData.",
    },
    calls: {
      prepare: "wallet and the call's fields; simulated; returns transactions and _nextAction.body",
      confirm: "_nextAction.body and txHash, or signedTransaction, which the service broadcasts",
    },
    workflow: {
      contracts: Object.fromEntries(termRows().map(({ name, of }) => [name.replaceAll("`", ""), of])),
      states: stateRows().map(({ state, actor: turn, ...row }) => ({ state, turn, ...row })),
      steps: stepRows(),
      workflowStatus: statusMeanings,
    },
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
