import type { Batches, BatchFate } from "./batches";
import type { Eip1193 } from "./eip1193";

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;

/** EIP-5792's 5730: the wallet does not know the batch. */
const UNKNOWN = 5730;

/** A browser's wallet as EIP-5792 has it; `ask` is for what its user confirms. */
export function browserBatches(wallet: Eip1193, address: string, ask: Ask): Batches {
  return {
    canSend: async (chainId) => {
      const hex = hexOf(chainId);
      const params = [address, [hex]];
      // A wallet without the method has not the capability.
      const known = await wallet.request({ method: "wallet_getCapabilities", params }).catch(() => null);
      const { status } = (known as Record<string, { atomic?: { status?: string } }> | null)?.[hex]?.atomic ?? {};
      return status === "supported" || status === "ready";
    },
    send: async ({ id, chainId, calls }) => {
      const sent = calls.map(({ to, data }) => ({ to, data, value: "0x0" }));
      await ask("wallet_sendCalls", {
        version: "2.0.0",
        id,
        chainId: hexOf(chainId),
        from: address,
        atomicRequired: true,
        calls: sent,
      });
    },
    fate: async (id) => {
      try {
        return fateIn(await wallet.request({ method: "wallet_getCallsStatus", params: [id] }));
      } catch (error) {
        if ((error as { code?: unknown } | null)?.code === UNKNOWN) return { state: "unknown" };
        throw error;
      }
    },
  };
}

/** Codes: 1xx pending, 200 done, 4xx and above failed for good. */
function fateIn(answer: unknown): BatchFate {
  const { status = 100, receipts = [] } = (answer ?? {}) as {
    status?: number;
    receipts?: readonly { transactionHash: string }[];
  };
  const hash = receipts.at(-1)?.transactionHash ?? "";
  if (status === 200 && hash !== "") return { state: "done", hash };
  return status >= 400 ? { state: "failed", hash } : { state: "pending" };
}

const hexOf = (chainId: number) => `0x${chainId.toString(16)}`;
