import type { Log } from "../../ports/log";
import { ChainUnavailable } from "../../ports/chain";

export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

export interface NodesOptions {
  /** In the order of preference. They may hold API keys: never logged whole. */
  urls: readonly string[];
  chainId: number;
  /** Milliseconds that one node may take for one batch. */
  timeoutMs: number;
  log: Log;
  fetch?: typeof fetch;
}

/** A fault of one node: the next one is asked. */
class NodeFault extends Error {}

/** The node answered the call itself with an error, such as a revert; another node would say the same. */
export class RpcError extends Error {
  constructor(
    readonly rpcCode: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

/** Receipts of crowded bundles are large; nothing that is asked here is larger than this. */
const LARGEST_ANSWER = 8 * 1024 * 1024;
/** JSON-RPC's own code for a call that reverted, as geth and its kin give it. */
const REVERTED = 3;

/**
 * Several JSON-RPC nodes of one chain, behind one door.
 *
 * Each batch is one HTTP round trip that also asks for the chain id: a node of another chain, one
 * that is slow, rate-limited or garbled, is passed over for the next.
 */
export class Nodes {
  constructor(private readonly options: NodesOptions) {}

  /** How many nodes there are. */
  get count(): number {
    return this.options.urls.length;
  }

  /** The results of one batch from the first node that answers it, in the calls' order. Throws `ChainUnavailable`. */
  async ask<T>(calls: readonly RpcCall[], read: (results: unknown[]) => T, signal?: AbortSignal): Promise<T> {
    const faults: string[] = [];
    for (let at = 0; at < this.count; at++) {
      try {
        return await this.askOne(at, calls, read, signal);
      } catch (error) {
        if (!(error instanceof NodeFault)) throw error;
        faults.push(`node ${at + 1}: ${error.message}`);
      }
    }
    throw new ChainUnavailable(faults.join("; "));
  }

  /** What every node that answers says, in the order of preference. */
  async askAll<T>(calls: readonly RpcCall[], read: (results: unknown[]) => T): Promise<T[]> {
    const answers = await Promise.allSettled(this.options.urls.map((_, at) => this.askOne(at, calls, read)));
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  }

  /** One node's answer; `read` checks its shape and throws where the node talks nonsense. */
  private async askOne<T>(
    at: number,
    calls: readonly RpcCall[],
    read: (results: unknown[]) => T,
    signal?: AbortSignal,
  ): Promise<T> {
    try {
      const [chainId, ...results] = await this.post(
        this.options.urls[at] ?? "",
        [{ method: "eth_chainId", params: [] }, ...calls],
        signal,
      );
      if (Number(chainId) !== this.options.chainId) throw new NodeFault(`is on chain ${Number(chainId)}`);
      return read(results);
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const reason = faultOf(error);
      // The position, not the address: addresses hold keys.
      this.options.log.warn("rpc.node_fault", { node: at + 1, reason });
      throw new NodeFault(reason);
    }
  }

  private async post(url: string, calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    const deadline = AbortSignal.timeout(this.options.timeoutMs);
    const response = await (this.options.fetch ?? fetch)(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new NodeFault(`HTTP ${response.status}`);
    }
    return readBatch(JSON.parse(await readCapped(response)), calls);
  }
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_ANSWER) throw new NodeFault("answers with more than 8 MiB");
  }
  return text + decoder.decode();
}

interface BatchItem {
  id?: unknown;
  result?: unknown;
  error?: { code?: unknown; message?: unknown; data?: unknown };
}

function readBatch(body: unknown, calls: readonly RpcCall[]): unknown[] {
  if (!Array.isArray(body)) throw new NodeFault("does not answer a batch with a batch");
  const results = new Map((body as (BatchItem | null)[]).map((item) => [item?.id, item]));
  return calls.map(({ method }, id) => {
    const item = results.get(id);
    if (!item) throw new NodeFault("left a call of the batch unanswered");
    if (item.error) {
      const { code, message, data } = item.error;
      // Only a call that runs code can revert; elsewhere it is the node's own trouble.
      const reverted = method === "eth_call" && (code === REVERTED || /revert/i.test(String(message)));
      if (reverted) throw new RpcError(Number(code), String(message), data);
      throw new NodeFault(`JSON-RPC error ${Number(code)}`);
    }
    return item.result ?? null;
  });
}

/** A reason without anything that a node or a URL said. */
function faultOf(error: unknown): string {
  if (error instanceof NodeFault) return error.message;
  const { name } = (error ?? {}) as { name?: unknown };
  if (name === "TimeoutError" || name === "AbortError") return "timed out";
  if (name === "SyntaxError") return "answers with something that is not JSON";
  return typeof name === "string" ? `failed with ${name}` : "failed";
}
