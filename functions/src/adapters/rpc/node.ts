import type { Hex } from "../../domain/keccak";
import type { Log } from "../../ports/log";

export interface RpcCall {
  method: string;
  params: readonly unknown[];
}

export interface NodeOptions {
  /** It may hold an API key: never logged. */
  url: string;
  /** Its place in the list of nodes, from 1: what the log calls it. */
  place: number;
  chainId: number;
  /** Milliseconds that one batch may take. */
  timeoutMs: number;
  log: Log;
  fetch: typeof fetch;
  nowMs: () => number;
}

/** A fault of one node: another one is asked. */
export class NodeFault extends Error {
  /** @param restMs how long not to ask this node; null if only this answer is unusable */
  constructor(
    reason: string,
    readonly restMs: number | null = 0,
  ) {
    super(reason);
  }
}

/** The node answered the call itself with an error, such as a revert; another node would say the same. */
export class RpcError extends Error {
  constructor(
    readonly rpcCode: number,
    message: string,
    /** The bytes that the call reverted with. */
    readonly data: Hex,
    /** Whether a quorum returned these bytes. It always agrees that the call reverts. */
    readonly isAgreed = true,
  ) {
    super(message);
  }
}

/** Receipts of crowded bundles are large; nothing that is asked here is larger than this. */
const MAX_ANSWER = 8 * 1024 * 1024;
/** The JSON-RPC error code of a reverted call, used by geth and nodes derived from it. */
const REVERTED = 3;
/** How geth, reth and anvil report that the called code reverted, which is not the node's fault. */
const FAILED = /revert|out of ?gas|gas required exceeds|invalid (opcode|jump)|stack (under|over)flow|EVM error/i;
/** How nodes refuse a transaction that they have already. */
const KNOWN = /already (known|imported)|known transaction/i;
/** A node rests after its first fault, twice as long after each one that follows without a good answer in between. */
const MIN_REST_MS = 1_000;
const MAX_REST_MS = 60_000;

/** One JSON-RPC node, and how it did lately. */
export class Node {
  /** False from a fault on, until the node is seen to be well again. */
  trusted = true;
  readonly place: number;
  private faults = 0;
  private restsUntil = 0;
  private probing = false;

  constructor(private readonly options: NodeOptions) {
    this.place = options.place;
  }

  /**
   * The results of one batch in the calls' order, reverts among them as `RpcError`s; throws `NodeFault`. The batch is one
   * HTTP round trip that also asks for the chain id, so that a node of another chain is never believed.
   */
  async ask<T>(calls: readonly RpcCall[], parse: (results: unknown[]) => T, signal: AbortSignal): Promise<T> {
    try {
      const [chainId, ...results] = await this.post([{ method: "eth_chainId", params: [] }, ...calls], signal);
      if (Number(chainId) !== this.options.chainId) throw new NodeFault(`is on chain ${Number(chainId)}`);
      const parsed = parse(results);
      this.faults = 0;
      this.trusted = true;
      return parsed;
    } catch (error) {
      // The caller cancelled, which says nothing about the node.
      if (signal.aborted) throw new NodeFault("was not waited for", null);
      const fault = faultOf(error);
      this.failed(fault);
      throw fault;
    }
  }

  /** Takes note of a fault. */
  failed({ message, restMs }: NodeFault): void {
    // The place, not the address: addresses hold keys.
    this.options.log.warn("rpc.node_fault", { node: this.place, reason: message });
    if (restMs === null || !this.trusted) return;
    const rest = Math.max(restMs, MIN_REST_MS * 2 ** this.faults);
    this.restsUntil = this.options.nowMs() + Math.min(rest, MAX_REST_MS);
    this.faults = Math.min(this.faults + 1, 10);
    this.trusted = false;
  }

  /** Asks a node that has rested for its chain alone; it is trusted again if it answers. */
  async probe(): Promise<void> {
    if (this.trusted || this.probing || this.options.nowMs() < this.restsUntil) return;
    this.probing = true;
    try {
      const [chainId] = await this.post([{ method: "eth_chainId", params: [] }], new AbortController().signal);
      if (Number(chainId) !== this.options.chainId) throw new NodeFault(`is on chain ${Number(chainId)}`);
      // Its faults are forgotten only when it has answered a real question.
      this.trusted = true;
    } catch (error) {
      this.trusted = true;
      this.failed(faultOf(error));
    } finally {
      this.probing = false;
    }
  }

  private async post(calls: readonly RpcCall[], signal: AbortSignal): Promise<unknown[]> {
    const response = await this.options.fetch(this.options.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))),
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.options.timeoutMs)]),
      redirect: "error",
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new NodeFault(`HTTP ${response.status}`, retryAfterMs(response));
    }
    return readBatch(JSON.parse(await readCapped(response)), calls);
  }
}

/** What a node asks for with `Retry-After` in seconds. */
function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_ANSWER) throw new NodeFault("answers with more than 8 MiB", null);
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
  let reverted: RpcError | null = null;
  return calls.map(({ method }, id) => {
    const item = results.get(id);
    if (!item) throw new NodeFault("left a call of the batch unanswered");
    if (item.error) {
      const { code, message, data } = item.error;
      // Only a call that runs code can revert; elsewhere it is the node's own trouble.
      if (method === "eth_call" && (code === REVERTED || FAILED.test(String(message)))) {
        reverted ??= new RpcError(Number(code), String(message), revertBytes(data));
      }
      if (method === "eth_sendRawTransaction" && KNOWN.test(String(message))) return null;
      // The estimate of a call that reverts fails with it.
      if (reverted) return reverted;
      // Often it concerns only this call: an unknown block, a range that is too long.
      throw new NodeFault(`JSON-RPC error ${Number(code)}`, null);
    }
    return item.result ?? null;
  });
}

/** Nodes put the bytes of a revert into the error's data, or into an object there. */
function revertBytes(data: unknown): Hex {
  const bytes = typeof data === "object" && data !== null ? (data as { data?: unknown }).data : data;
  return typeof bytes === "string" && /^0x[0-9a-fA-F]*$/.test(bytes) ? (bytes.toLowerCase() as Hex) : "0x";
}

/** A fault without anything that a node or a URL said. */
function faultOf(error: unknown): NodeFault {
  if (error instanceof NodeFault) return error;
  const { name } = (error ?? {}) as { name?: unknown };
  if (name === "TimeoutError" || name === "AbortError") return new NodeFault("timed out");
  if (name === "SyntaxError") return new NodeFault("answers with something that is not JSON");
  return new NodeFault(typeof name === "string" ? `failed with ${name}` : "failed");
}
