import { asSent, canonicalHash, type Json } from "../canonical";
import { id } from "../hashing";

/** What a signed request is about. */
export interface RequestToSign {
  /** The endpoint's path, such as `/mkt/interest`. */
  path: string;
  body: Readonly<Record<string, unknown>>;
  /** EIP-55. */
  wallet: string;
  chainId: number;
  /** The address of the deployment that the endpoint's `contract` names; null where it takes none. */
  contract: string | null;
  /** Unix seconds. */
  timestamp: number;
  /** 16 to 64 of `A-Z a-z 0-9 _ -`, new for each request. */
  nonce: string;
}

/**
 * The text that a wallet signs (EIP-191) for one request, written here and nowhere else: it names the endpoint, the chain,
 * the contract, the task, the wallet, the body's RFC 8785 hash, the time and the nonce.
 */
export function signedRequestText({ path, body, wallet, chainId, contract, timestamp, nonce }: RequestToSign): string {
  const sent = asSent(body) as Readonly<Record<string, Json>>;
  const { taskId, comment } = sent;
  const isRating = path === "/mkt/rating" && typeof comment === "string";
  return [
    "mkt signed request v1",
    `action: ${actionOf(path)}`,
    `chainId: ${chainId}`,
    `contract: ${contract ?? "-"}`,
    `taskId: ${typeof taskId === "string" || typeof taskId === "number" ? String(taskId) : "-"}`,
    `wallet: ${wallet}`,
    `payloadHash: ${payloadHash(sent)}`,
    ...(isRating ? [`commentHash: ${id(comment)}`] : []),
    `timestamp: ${timestamp}`,
    `nonce: ${nonce}`,
  ].join("\n");
}

/** `/mkt/interest/resolve` is `interest.resolve`, `/agentGetPrivateDetails` the name itself. */
function actionOf(path: string): string {
  return path.replace(/^\/(mkt\/)?/, "").replaceAll("/", ".");
}

/** keccak256 of the body's RFC 8785 form without what the envelope adds. */
function payloadHash({
  wallet: _wallet,
  timestamp: _timestamp,
  nonce: _nonce,
  signature: _signature,
  ...own
}: Readonly<Record<string, Json>>): string {
  return canonicalHash(own);
}
