import { NotSentError, ReplacedError, RevertedError, UnavailableError } from "./errors";
import type { JournalEntry, SignedTransaction } from "./journal";
import type { Ledger } from "./ledger";
import type { AgentWallet } from "./wallet";
import type { WaitOptions } from "./wait";

const DROPPED = [RevertedError, ReplacedError, NotSentError];

export type LandingOptions = Pick<WaitOptions, "signal" | "timeoutMs">;

/**
 * Gets what an entry signed onto the chain and returns its last hash. Sending it again cannot pay twice; an
 * entry that moved no money and never will is dropped, and the error says so.
 */
export async function land(
  entry: JournalEntry,
  ledger: Ledger,
  wallet: AgentWallet,
  { signal, timeoutMs }: LandingOptions,
): Promise<string> {
  const { state } = entry;
  let { transactions } = entry;
  if (state === "signed") {
    try {
      transactions = await located(transactions, wallet);
      await wallet.broadcast(transactions);
      await wallet.mined(transactions, { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) });
    } catch (error) {
      if (DROPPED.some((dropped) => error instanceof dropped)) await ledger.drop(entry);
      throw error;
    }
  }
  return transactions.at(-1)?.hash ?? "";
}

/** The transactions with the hashes of those that the wallet sent and this client did not learn of. Throws `NotSentError` if one was not sent. */
async function located(transactions: readonly SignedTransaction[], wallet: AgentWallet): Promise<SignedTransaction[]> {
  const found: SignedTransaction[] = [];
  for (const transaction of transactions)
    found.push(transaction.hash === "" ? await find(transaction, wallet) : transaction);
  return found;
}

async function find(transaction: SignedTransaction, wallet: AgentWallet): Promise<SignedTransaction> {
  const { nonce, to, data } = transaction;
  const [address, node] = [await wallet.address(), await wallet.node()];
  if (node && (await node.getTransactionCount(address, "pending")) <= nonce) throw new NotSentError();
  const found = await node?.transactionWith?.(address, nonce);
  if (!found) throw new UnavailableError(`Transaction ${nonce} of the wallet is not found yet. Repeat the call soon.`);
  const isSame = found.to?.toLowerCase() === to?.toLowerCase() && found.data.toLowerCase() === data?.toLowerCase();
  if (!isSame) throw new ReplacedError(found.hash);
  return { ...transaction, hash: found.hash };
}
