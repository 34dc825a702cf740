import { RevertedError } from "./errors";
import type { JournalEntry } from "./journal";
import type { Ledger } from "./ledger";
import { ReplacedError, type AgentWallet } from "./wallet";
import type { WaitOptions } from "./wait";

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
  const { transactions, state } = entry;
  if (state === "signed") {
    try {
      await wallet.broadcast(transactions);
      await wallet.mined(transactions, { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) });
    } catch (error) {
      if (error instanceof RevertedError || error instanceof ReplacedError) await ledger.drop(entry);
      throw error;
    }
  }
  return transactions.at(-1)?.hash ?? "";
}
