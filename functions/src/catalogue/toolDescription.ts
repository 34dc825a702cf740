import { scopeOf, type Endpoint } from "../http/endpoint";
import { accessOf } from "./access";
import { exactlyOneOf, plain } from "./jsonSchema";
import { SESSIONS, type Operation } from "./operations";
import { takesTransaction } from "./toolAnnotations";
import { stepRows, type StepRow } from "./workflow";

/** The path of the call that prepares texts for signing. */
const SIGN_PATH = "/mkt/sign/prepare";

/**
 * Describes tools for a reader that has only the tool list: what the call does, who may call it and how, which steps of
 * a task it takes and when, and its name in `_nextAction`.
 */
export function toolDescriber(operations: readonly Operation[]): (operation: Operation) => string {
  const { signer, challenge, open } = entrancesOf(operations);
  const steps = stepRows();
  return ({ endpoint }) =>
    [
      `${endpoint.summary}.`,
      endpoint.description,
      onlyOne(endpoint),
      stepsOf(endpoint, steps),
      accessOf(endpoint.auth),
      howTo(endpoint, signer),
      takesSession(endpoint) && HOW_TO.begin(challenge, open),
      `Named in _nextAction as ${endpoint.method} ${endpoint.path}.`,
    ]
      .filter(Boolean)
      .join(" ");
}

function onlyOne({ input }: Endpoint): string {
  const alternatives = exactlyOneOf(plain(input));
  return alternatives.length > 0 ? `Give exactly one of ${alternatives.join(" and ")}.` : "";
}

/** How a price is paid, the signed request of a path is signed, a transaction is confirmed, and a session is opened. */
export const HOW_TO = {
  pay:
    "Without payment the result is an error with the price: x402's PaymentRequired and a ready transaction. " +
    "Pay by _meta x402/payment, or send that transaction and call again with the same question, its intentId and the txHash. " +
    "Repeating the same payment returns the same result and is not charged.",
  sign: (signer: string, path: string) =>
    `To sign: call ${signer} with endpoint ${path}, your wallet and these fields as body. If it returns typedData, sign that first (EIP-712), ` +
    "put the signature into the field that typedDataField names, and call it again. Then sign messageToSign (EIP-191) and call this tool with request and signature.",
  confirm:
    "Without txHash it prepares: sign and send the transactions of the result in order, then call again with the fields of _nextAction.body and the txHash of the last one.",
  begin: (challenge: string, open: string) =>
    `For a session: call ${challenge} with your wallet, sign its message (EIP-191), and call ${open} with message and signature.`,
};

/** The names of the tools that prepare texts for signing, and that open a session. */
export function entrancesOf(operations: readonly Operation[]): { signer: string; challenge: string; open: string } {
  const [challenge = "", open = ""] = operations
    .filter(({ group, endpoint }) => group === SESSIONS && endpoint.auth.kind === "open")
    .map(({ id }) => id);
  return { signer: operations.find(({ endpoint }) => endpoint.path === SIGN_PATH)?.id ?? "", challenge, open };
}

/** How the call is authenticated or completed, if one request is not enough. */
function howTo(endpoint: Endpoint, signer: string): string {
  const { auth } = endpoint;
  if (auth.kind === "paid") return HOW_TO.pay;
  if (auth.kind === "signed") return HOW_TO.sign(signer, endpoint.path);
  return takesTransaction(endpoint) ? HOW_TO.confirm : "";
}

/** Whether a session token is accepted. */
function takesSession({ auth }: Endpoint): boolean {
  return scopeOf(auth) !== null;
}

/** The workflow steps of this call: by whom, in which state, until when, and where the money goes. */
function stepsOf({ path }: Endpoint, steps: readonly StepRow[]): string {
  const own = steps.filter(({ call }) => call?.endpoint === path);
  if (own.length === 0) return "";
  return `Steps: ${own.map(stepText).join("; ")}.`;
}

function stepText({ action, from, to, who, when, call, moves, money }: StepRow): string {
  const named = call?.action === undefined ? action : `${action} (action ${call.action})`;
  const change = from === null ? `creates a task as ${to}` : from === to ? `while ${from}` : `${from} to ${to}`;
  return [`${named} by ${who}`, change, when === "any time" ? "" : when, moves ? money : ""].filter(Boolean).join(", ");
}
