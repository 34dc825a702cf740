import type { Endpoint } from "../http/endpoint";
import { SESSIONS, type Operation } from "./operations";
import { stepRows } from "./workflow";

/** What a client may assume of a tool before it calls it. */
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
    // A step that moves money, and the end of a session, cannot be taken back.
    destructiveHint: movesMoney(endpoint) || endpoint.auth.kind === "token",
    // What proves its sender, is paid or is confirmed by a transaction has its effect once; other writes add one more each time.
    idempotentHint: readOnlyHint || endpoint.auth.kind !== "open" || takesTransaction(endpoint),
    // The rest reaches the chain, or hands on what others wrote.
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
  return stepRows().some(({ call, moves }) => moves && call?.endpoint === path);
}
