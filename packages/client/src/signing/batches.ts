import { MktError, NotSentError, RevertedError, UnavailableError } from "../errors";
import { waitUntil, type WaitOptions } from "../wait";

export interface Call {
  /** EIP-55. */
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
  /** Whether the wallet can do so on this chain, for this address. */
  canSend(chainId: number): Promise<boolean>;
  /**
   * Asks for one confirmation of all calls, under a name that the wallet takes once. Gives the name under which it knows them;
   * throws `NotBatchedError` where it does not send them as one after all.
   */
  send(batch: { id: string; chainId: number; calls: readonly Call[] }): Promise<string>;
  fate(id: string): Promise<BatchFate>;
}

/** The wallet cannot send calls as one; it sent nothing. */
export class NotBatchedError extends MktError {
  constructor(cause: unknown) {
    super("not_batched", "The wallet cannot send several calls as one. Nothing was sent.", { cause });
  }
}

/** How long a wallet's prompt may be open before it is asked again, under the same name. */
export const MAX_UNSENT_MS = 10 * 60_000;
/** How long a wallet that took a batch may need to know it. */
const MAX_UNKNOWN_MS = 30_000;

/**
 * Waits until a batch is on the chain and returns its transaction. Throws the errors on which `land` drops an entry if
 * it never will be.
 * `isTaken`: the wallet has answered that it took it.
 */
export async function batchLanded(
  id: string,
  batches: Batches | undefined,
  { isTaken, ...options }: WaitOptions & { isTaken: boolean },
): Promise<string> {
  if (!batches)
    throw new UnavailableError("This wallet cannot tell what became of the calls. Use the one that sent them.");
  const patientMs = isTaken ? Math.min(MAX_UNKNOWN_MS, options.timeoutMs ?? MAX_UNKNOWN_MS) : 0;
  const knownByMs = performance.now() + patientMs;
  const fate = await waitUntil(
    "the wallet's calls to be mined",
    () => batches.fate(id),
    (read): read is Exclude<BatchFate, { state: "pending" }> =>
      read.state !== "pending" && (read.state !== "unknown" || performance.now() >= knownByMs),
    options,
  );
  if (fate.state === "unknown")
    throw new UnavailableError(
      isTaken
        ? "The wallet does not know the calls that it took. Look at its activity, or repeat the call later."
        : "The wallet does not know the calls yet. Answer its prompt, or repeat the call in a few minutes.",
    );
  if (fate.state === "failed") throw fate.hash === "" ? new NotSentError() : new RevertedError(fate.hash);
  return fate.hash;
}
