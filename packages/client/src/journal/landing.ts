import { NotSentError, ReplacedError, RevertedError } from "../errors";
import type { JournalEntry, SignedTransaction } from "./journal";
import type { Ledger } from "./ledger";
import type { AgentWallet } from "../signing/wallet";
import type { WaitOptions } from "../wait";

const DROPPED = [RevertedError, ReplacedError, NotSentError];

export type LandingOptions = Pick<WaitOptions, "signal" | "timeoutMs">;

interface LandingParts {
  ledger: Ledger;
  wallet: () => AgentWallet;
  nowMs: () => number;
}

/**
 * Gets what an entry signed onto the chain and returns the entry as it was mined, with its last hash. Sending it again cannot
 * pay twice; an entry that moved no money and never will is dropped, and the error says so.
 */
export async function land(
  entry: JournalEntry,
  { ledger, wallet, nowMs }: LandingParts,
  { signal, timeoutMs }: LandingOptions,
): Promise<{ landed: JournalEntry; txHash: string }> {
  let landed = entry;
  if (entry.state === "signed") {
    try {
      const options = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
      if (entry.batch !== undefined) {
        const hash = await wallet().batchLanded(entry.batch, { ...options, isTaken: entry.calls === undefined });
        return { landed: { ...entry, transactions: [{ hash, raw: "", nonce: 0 }] }, txHash: hash };
      }
      const sent = await allLocated(entry, wallet(), nowMs());
      await wallet().broadcast(sent);
      landed = { ...entry, transactions: await wallet().mined(sent, options) };
    } catch (error) {
      if (DROPPED.some((dropped) => error instanceof dropped)) await ledger.drop(entry);
      throw error;
    }
  }
  return { landed, txHash: landed.transactions.at(-1)?.hash ?? "" };
}

/** The transactions with the hashes of those that the wallet sent and this client did not learn of. */
async function allLocated(
  { transactions, signedAt }: JournalEntry,
  wallet: AgentWallet,
  nowMs: number,
): Promise<SignedTransaction[]> {
  const ageMs = nowMs - Date.parse(signedAt);
  const found: SignedTransaction[] = [];
  for (const transaction of transactions) {
    found.push(transaction.hash === "" ? await wallet.located(transaction, ageMs) : transaction);
  }
  return found;
}
