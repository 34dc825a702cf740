import { RELAY_PATH } from "../domain/task/gasless";
import { JUDGE_PATH, WITHDRAW_PATH } from "../domain/task/nextAction";
import type { Endpoint } from "../http/endpoint";
import { SESSIONS, type Operation } from "./operations";
import { stepRows } from "./workflow";

/** What a client may assume about a tool before calling it. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** The hints of an operation's tool, from its method, its access and the workflow's table. */
export function annotationsOf({ endpoint, group }: Operation): ToolAnnotations {
  const readOnlyHint = isRead(endpoint);
  return {
    readOnlyHint,
    // A step that moves money, and the end of a session, cannot be undone.
    destructiveHint: movesMoney(endpoint) || (group === SESSIONS && !readOnlyHint && endpoint.auth.kind !== "open"),
    // Authenticated, paid, relayed or transaction-confirmed calls take effect once; other writes add a record each time.
    idempotentHint:
      readOnlyHint ||
      endpoint.auth.kind !== "open" ||
      takesTransaction(endpoint) ||
      endpoint.path === RELAY_PATH ||
      endpoint.path === JUDGE_PATH,
    // The rest accesses the chain, or returns texts by others.
    openWorldHint: group !== SESSIONS,
  };
}

/** Whether the call takes the transaction that was sent for it: it is prepared and confirmed. */
export function takesTransaction({ input }: Pick<Endpoint, "input">): boolean {
  return Object.hasOwn((input as { properties?: object }).properties ?? {}, "signedTransaction");
}

function isRead({ method, auth, reads }: Endpoint): boolean {
  return method === "GET" || reads === true || (auth.kind === "signed" && auth.reads);
}

function movesMoney({ path }: Endpoint): boolean {
  return (
    path === WITHDRAW_PATH ||
    path === RELAY_PATH ||
    stepRows().some(({ call, moves }) => moves && call?.endpoint === path)
  );
}
