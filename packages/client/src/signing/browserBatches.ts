import { NotBatchedError, type Batches, type BatchFate } from "./batches";
import type { Eip1193 } from "./eip1193";

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;

/** EIP-5792's 5730: the wallet does not know the batch. */
const UNKNOWN = 5730;
/** 5720: the wallet was given this batch before. */
const DUPLICATE = 5720;
/**
 * Answers of a wallet that sends no such batch, and sent nothing: wrong parameters, no such method, not allowed, not
 * supported, no such capability or chain, too large, no upgrade of the account, not all or none.
 */
const NOT_BATCHED = [-32602, -32601, 4100, 4200, 5700, 5710, 5740, 5750, 5760];

/** A browser's wallet as EIP-5792 has it; `ask` is for what its user confirms. */
export function browserBatches(wallet: Eip1193, address: string, ask: Ask): Batches {
  return {
    canSend: async (chainId) => {
      const hex = hexOf(chainId);
      const params = [address, [hex]];
      // A wallet without the method lacks the capability.
      const known = await wallet.request({ method: "wallet_getCapabilities", params }).catch(() => null);
      const { status } = (known as Record<string, { atomic?: { status?: string } }> | null)?.[hex]?.atomic ?? {};
      return status === "supported" || status === "ready";
    },
    send: async ({ id, chainId, calls }) => {
      const batch = {
        version: "2.0.0",
        id,
        chainId: hexOf(chainId),
        from: address,
        atomicRequired: true,
        calls: calls.map((call) => ({ ...call, value: "0x0" })),
      };
      try {
        const answer = await ask("wallet_sendCalls", batch);
        // Some wallets rename batches; early ones answer with the name alone.
        const own = typeof answer === "string" ? answer : (answer as { id?: unknown } | null)?.id;
        return typeof own === "string" && own !== "" ? own : id;
      } catch (error) {
        const code = codeOf(error);
        if (code === DUPLICATE) return id;
        throw NOT_BATCHED.includes(Number(code)) ? new NotBatchedError(error) : error;
      }
    },
    fate: async (id) => {
      try {
        return fateIn(await wallet.request({ method: "wallet_getCallsStatus", params: [id] }));
      } catch (error) {
        if (codeOf(error) === UNKNOWN) return { state: "unknown" };
        throw error;
      }
    },
  };
}

/**
 * Codes: 1xx pending, 200 done, 4xx and 5xx failed for good, 600 done in part; early wallets use words. The last receipt
 * decides, as the last call is the step itself.
 */
function fateIn(answer: unknown): BatchFate {
  const { status = 100, receipts } = (answer ?? {}) as {
    status?: number | string;
    receipts?: readonly { transactionHash: string; status?: string | number }[] | null;
  };
  const last = receipts?.at(-1);
  const hash = last?.transactionHash ?? "";
  if (status === 200 || status === 600 || status === "CONFIRMED") {
    if (hash === "") return { state: "pending" };
    const hasFailed = last?.status !== undefined && Number(last.status) === 0;
    return { state: hasFailed ? "failed" : "done", hash };
  }
  return Number(status) >= 400 ? { state: "failed", hash } : { state: "pending" };
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const hexOf = (chainId: number) => `0x${chainId.toString(16)}`;
