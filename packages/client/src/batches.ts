import { NotSentError, RevertedError, UnavailableError } from "./errors";
import { waitUntil, type WaitOptions } from "./wait";

export interface Call {
  to: string;
  data: string;
}

/** What became of calls that a wallet was asked to send as one. */
export type BatchFate =
  | { state: "pending" }
  | { state: "unknown" }
  /** `hash` is of the transaction that made all of them. */
  | { state: "done" | "failed"; hash: string };

/** A wallet that sends several calls as one, all or none of them (EIP-5792). */
export interface Batches {
  /** Whether the wallet does so on this chain, for this address. */
  canSend(chainId: number): Promise<boolean>;
  /** Asks for one confirmation of all calls, under a name that the wallet takes once. */
  send(batch: { id: string; chainId: number; calls: readonly Call[] }): Promise<void>;
  fate(id: string): Promise<BatchFate>;
}

/** How long a wallet's prompt may be open before a batch that it does not know counts as not sent. */
const MAX_UNSENT_MS = 10 * 60_000;

/** Waits until a batch is on the chain, and gives its transaction. Throws what `land` drops where it never will be. */
export async function batchLanded(
  id: string,
  batches: Batches | undefined,
  { ageMs, ...options }: WaitOptions & { ageMs: number },
): Promise<string> {
  if (!batches)
    throw new UnavailableError("This wallet does not say what became of its calls. Use the one that sent them.");
  const fate = await waitUntil(
    "the wallet's calls to be mined",
    () => batches.fate(id),
    (read): read is Exclude<BatchFate, { state: "pending" }> => read.state !== "pending",
    options,
  );
  if (fate.state === "unknown" && ageMs >= MAX_UNSENT_MS) throw new NotSentError();
  if (fate.state === "unknown")
    throw new UnavailableError(
      "The wallet does not know the calls yet. Answer its prompt, or repeat the call in some minutes.",
    );
  if (fate.state === "failed") throw new RevertedError(fate.hash);
  return fate.hash;
}
