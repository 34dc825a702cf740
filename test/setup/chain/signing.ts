import canonicalize from "canonicalize";
import { id, type Wallet } from "ethers";
import { ENDPOINTS } from "../../../functions/src/endpoints/all";
import { CHAIN_ID } from "./chain";

/** The envelope of a signed request; a test may change each field. */
export interface Envelope {
  action: string;
  chainId: number;
  contract: string;
  taskId: string;
  wallet: string;
  payloadHash: string;
  commentHash: string | null;
  timestamp: number;
  nonce: string;
}

let nonces = 0;

/** A nonce that no other request of this process has. */
export const freshNonce = () => `test-nonce-${String(++nonces).padStart(8, "0")}`;

/** The correct envelope of a request, written from the interface, without the service's code. */
export function envelopeOf(
  path: string,
  body: Record<string, unknown>,
  { wallet, escrows, nowMs }: { wallet: string; escrows: Readonly<Record<string, string>>; nowMs: number },
): Envelope {
  const endpoint = Object.values(ENDPOINTS)
    .flat()
    .find((one) => one.path === path && one.method === "POST");
  if (!endpoint) throw new Error(`no endpoint ${path}`);
  const fields = Object.keys((endpoint.input as { properties?: object }).properties ?? {});
  const {
    contract = "human",
    taskId,
    comment,
  } = body as { contract?: string; taskId?: string | number; comment?: string };
  return {
    action: path.replace(/^\/(mkt\/)?/, "").replaceAll("/", "."),
    chainId: CHAIN_ID,
    contract: fields.includes("contract") ? (escrows[contract] ?? contract) : "-",
    taskId: fields.includes("taskId") && taskId !== undefined ? String(taskId) : "-",
    wallet,
    payloadHash: id(canonicalize(body) ?? ""),
    commentHash: path === "/mkt/rating" && comment !== undefined ? id(comment) : null,
    timestamp: Math.floor(nowMs / 1000),
    nonce: freshNonce(),
  };
}

/** The text of interface.md §4. */
export function textOf(envelope: Envelope): string {
  return [
    "mkt signed request v1",
    `action: ${envelope.action}`,
    `chainId: ${envelope.chainId}`,
    `contract: ${envelope.contract}`,
    `taskId: ${envelope.taskId}`,
    `wallet: ${envelope.wallet}`,
    `payloadHash: ${envelope.payloadHash}`,
    ...(envelope.commentHash === null ? [] : [`commentHash: ${envelope.commentHash}`]),
    `timestamp: ${envelope.timestamp}`,
    `nonce: ${envelope.nonce}`,
  ].join("\n");
}

/** The body with its envelope, signed by a wallet's key. */
export async function signedBy(
  signer: Pick<Wallet, "signMessage">,
  body: object,
  envelope: Envelope,
): Promise<Record<string, unknown>> {
  const { wallet, timestamp, nonce } = envelope;
  return { ...body, wallet, timestamp, nonce, signature: await signer.signMessage(textOf(envelope)) };
}
