import { NotSentError, ReplacedError, UnavailableError } from "../errors";
import type { SignedTransaction } from "../journal/journal";
import type { ChainNode } from "./signer";

/** How long a wallet's prompt may be open, or its transaction unknown to the node, before it counts as not sent. */
const MAX_UNSENT_MS = 10 * 60_000;

/** A transaction that was mined, by the hash that it was mined with. */
export interface Fate {
  hash: string;
  hasSucceeded: boolean;
}

/**
 * What became of a transaction, null while that may change: it failed only once a block that will not be undone has used its
 * nonce. Throws `ReplacedError` where another call has used it.
 */
export async function fateOf(transaction: SignedTransaction, address: string, node: ChainNode): Promise<Fate | null> {
  const { hash, nonce, to } = transaction;
  if ((await node.getTransactionReceipt(hash))?.status === 1) return { hash, hasSucceeded: true };
  const isSettled = (await node.getTransactionCount(address, "safe")) > nonce;
  const receipt = await node.getTransactionReceipt(hash);
  if (receipt) return receipt.status === 1 || isSettled ? { hash, hasSucceeded: receipt.status === 1 } : null;
  // Without its call it cannot be distinguished; but this client signed it, and has sent no other.
  if (to === undefined) return isSettled ? failReplaced(hash) : null;
  if ((await node.getTransactionCount(address, "latest")) <= nonce) return null;
  const used = await userOfNonce(transaction, address, node);
  if (used === null) return isSettled ? failNotFound(nonce) : null;
  if (!used.isSame) return isSettled ? failReplaced(hash) : null;
  const status = (await node.getTransactionReceipt(used.hash))?.status;
  return status === 1 || (status === 0 && isSettled) ? { hash: used.hash, hasSucceeded: status === 1 } : null;
}

/**
 * A transaction with its hash, which the wallet has sent and this client did not learn of. Throws `NotSentError` once
 * it counts as not sent: until then, the wallet's prompt may be open, or the transaction on its way.
 */
export async function located(
  transaction: SignedTransaction,
  address: string,
  node: ChainNode | null,
  ageMs: number,
): Promise<SignedTransaction> {
  const { nonce } = transaction;
  if (!node) return failNotFound(nonce);
  if ((await node.getTransactionCount(address, "pending")) <= nonce) {
    if (ageMs >= MAX_UNSENT_MS) throw new NotSentError();
    throw new UnavailableError(
      `Transaction ${nonce} of the wallet is not known yet. Answer the wallet's prompt, or repeat the call in a few minutes.`,
    );
  }
  const used = await userOfNonce(transaction, address, node);
  if (used === null) return failNotFound(nonce);
  return used.isSame ? { ...transaction, hash: used.hash } : failReplaced(used.hash);
}

/** The mined transaction that used a transaction's nonce, and whether it made the same call; null if it is not found. */
async function userOfNonce({ nonce, to, data }: SignedTransaction, address: string, node: ChainNode) {
  const found = await node.transactionWith?.(address, nonce);
  if (!found) return null;
  const isSame = found.to?.toLowerCase() === to?.toLowerCase() && found.data.toLowerCase() === data?.toLowerCase();
  return { hash: found.hash, isSame };
}

function failReplaced(hash: string): never {
  throw new ReplacedError(hash);
}

function failNotFound(nonce: number): never {
  throw new UnavailableError(
    `The node does not show which transaction ${nonce} of the wallet was mined. Repeat the call later, or with another node.`,
  );
}
