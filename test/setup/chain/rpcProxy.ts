import { createServer, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { keccak256 } from "ethers";
import { addressOf, closeServer } from "../http/server";

export interface RpcCall {
  method: string;
  params: unknown[];
}

/** The misbehaviour of a faulty node. */
export type Fault =
  /** Answers correctly, but late. */
  | { kind: "slow"; ms: number }
  /** Never answers. */
  | { kind: "hang" }
  /** Answers with this HTTP status, for example 429 or 503. */
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** Answers every call with this JSON-RPC error. */
  | { kind: "error"; code: number; message: string }
  /** Closes the connection, before or after the request is passed on. */
  | { kind: "drop"; when: "before" | "after" }
  /** Answers 200 with something that is not JSON-RPC. */
  | { kind: "garbage"; body?: string }
  /** Accepts transactions and does not pass them on; answers everything else honestly. */
  | { kind: "swallow" }
  /** Answers every contract call with a revert and these bytes. */
  | { kind: "revert"; data: string }
  /** Answers these calls of a request as a node does that lacks the newest block: behind one address, each may be asked. */
  | { kind: "older"; which: (call: RpcCall, at: number) => boolean }
  /** Changes the results of one method, or of all: a lying receipt, a wrong chain id, a stale block. */
  | { kind: "lie"; method?: string; result: (honest: unknown, params: unknown[]) => unknown };

/** A proxy between the code under test and the real node; counts requests and misbehaves on demand. */
export interface RpcProxy {
  url: string;
  /** The node behind it. */
  node: string;
  /** HTTP requests since the last reset: a batch is one. */
  roundTrips: number;
  /** The calls in them, in order. */
  calls: RpcCall[];
  /** Applies from now on; undefined ends it. A function decides for each request. */
  fault: Fault | ((calls: readonly RpcCall[]) => Fault | undefined) | undefined;
  reset(): void;
  close(): Promise<void>;
}

interface Message {
  id: number | string | null;
  method: string;
  params?: unknown[];
}

/** Makes a node claim that it is on another chain. */
export const ofChain = (chainId: number): Fault => ({
  kind: "lie",
  method: "eth_chainId",
  result: () => `0x${chainId.toString(16)}`,
});

/** Makes a node's block older than what it says of transactions, as where a block comes between two answers of a batch. */
export const behind = (calls: readonly { method: string }[]): Fault | undefined =>
  calls.some(({ method }) => method === "eth_getTransactionReceipt")
    ? {
        kind: "lie",
        method: "eth_getBlockByNumber",
        result: (honest) => {
          const block = honest as { number: string };
          return { ...block, number: `0x${(BigInt(block.number) - 1n).toString(16)}` };
        },
      }
    : undefined;

/** Starts a proxy in front of a node. */
export async function startRpcProxy(node: string): Promise<RpcProxy> {
  const proxy: RpcProxy = {
    url: "",
    node,
    roundTrips: 0,
    calls: [],
    fault: undefined,
    reset: () => Object.assign(proxy, { roundTrips: 0, calls: [], fault: undefined }),
    close: () => closeServer(server),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body = JSON.parse(text) as Message | Message[];
      const messages = Array.isArray(body) ? body : [body];
      const calls = messages.map(({ method, params = [] }) => ({ method, params }));
      proxy.roundTrips += 1;
      proxy.calls.push(...calls);
      const fault = typeof proxy.fault === "function" ? proxy.fault(calls) : proxy.fault;
      answer(proxy.node, text, messages, fault, response).catch(() => response.destroy());
    });
  });
  proxy.url = await addressOf(server);
  return proxy;
}

async function answer(
  node: string,
  text: string,
  messages: Message[],
  fault: Fault | undefined,
  response: ServerResponse,
): Promise<void> {
  const send = (body: string, status = 200, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
  const forward = async (body = text) => {
    const reply = await fetch(node, { method: "POST", headers: { "content-type": "application/json" }, body });
    return reply.text();
  };

  if (fault === undefined) return send(await forward());
  if (fault.kind === "hang") return;
  if (fault.kind === "status") return send("", fault.status, fault.headers);
  if (fault.kind === "garbage") return send(fault.body ?? "<html>Bad Gateway</html>");
  if (fault.kind === "error") {
    const { code, message } = fault;
    const errors = messages.map(({ id }) => ({ jsonrpc: "2.0", id, error: { code, message } }));
    return send(JSON.stringify(text.trimStart().startsWith("[") ? errors : errors[0]));
  }
  if (fault.kind === "drop") {
    if (fault.when === "after") await forward();
    response.destroy();
    return;
  }
  if (fault.kind === "swallow") {
    const isSent = ({ method }: Message) => method === "eth_sendRawTransaction";
    const kept = messages
      .filter(isSent)
      .map(({ id, params = [] }) => ({ jsonrpc: "2.0", id, result: keccak256(String(params[0])) }));
    const others = messages.filter((message) => !isSent(message));
    const replies = others.length > 0 ? (JSON.parse(await forward(JSON.stringify(others))) as object[]) : [];
    return send(JSON.stringify([...replies, ...kept]));
  }
  if (fault.kind === "slow") {
    await sleep(fault.ms);
    return send(await forward());
  }
  type Reply = { id: Message["id"]; result?: unknown; error?: object };
  if (fault.kind === "older") return send(JSON.stringify(await answerOlder(node, messages, fault.which)));
  const honest = JSON.parse(await forward()) as Reply[] | Reply;
  const replies = Array.isArray(honest) ? honest : [honest];
  for (const reply of replies) {
    const message = messages.find(({ id }) => id === reply.id);
    if (fault.kind === "revert") {
      if (message?.method !== "eth_call" && message?.method !== "eth_estimateGas") continue;
      delete reply.result;
      reply.error = { code: 3, message: "execution reverted", data: fault.data };
    } else if (message && (fault.method ?? message.method) === message.method) {
      reply.result = fault.result(reply.result, message.params ?? []);
      if (reply.result !== undefined) delete reply.error;
    }
  }
  send(JSON.stringify(honest));
}

/** The answers to a request, some of them without what the newest block brought. */
async function answerOlder(
  node: string,
  messages: readonly Message[],
  which: (call: RpcCall, at: number) => boolean,
): Promise<object[]> {
  const ask = async <T>(body: unknown): Promise<T> => {
    const headers = { "content-type": "application/json" };
    return (await (await fetch(node, { method: "POST", headers, body: JSON.stringify(body) })).json()) as T;
  };
  const [head] = await ask<{ result: string }[]>([{ jsonrpc: "2.0", id: 0, method: "eth_blockNumber", params: [] }]);
  const newest = BigInt(head?.result ?? 0);
  const hex = (number: bigint) => `0x${number.toString(16)}`;
  const isOlder = messages.map(({ method, params = [] }, at) => newest > 0n && which({ method, params }, at));
  const sent = messages.map((message, at) => ({
    ...message,
    params: (message.params ?? []).map((param) =>
      param === "latest" ? hex(isOlder[at] ? newest - 1n : newest) : param,
    ),
  }));
  const replies = await ask<{ id: Message["id"]; result?: unknown; error?: object }[]>(sent);
  return replies.map((reply) => {
    const at = messages.findIndex(({ id }) => id === reply.id);
    if (!isOlder[at]) return reply;
    const { method = "", params = [] } = messages[at] ?? {};
    const ofBlock = (reply.result as { blockNumber?: string | null } | null | undefined)?.blockNumber;
    const isNewer = typeof ofBlock === "string" && BigInt(ofBlock) >= newest;
    if (isNewer && /^eth_getTransaction(Receipt|ByHash)$/.test(method)) return { ...reply, result: null };
    if (params.includes(hex(newest))) {
      if (method === "eth_getBlockByNumber") return { ...reply, result: null };
      const { result: _, ...rest } = reply;
      return { ...rest, error: { code: -32001, message: "header not found" } };
    }
    return reply;
  });
}
