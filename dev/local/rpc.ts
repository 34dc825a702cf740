/** Calls one JSON-RPC method of a node and gives its result; throws the node's own message if it refuses. */
export async function rpc<T = unknown>(url: string, method: string, ...params: unknown[]): Promise<T> {
  const [result] = await rpcBatch(url, [{ method, params }]);
  return result as T;
}

/** Calls several methods in one request, which the node may work on at once; throws at the first that it refuses. */
export async function rpcBatch(
  url: string,
  calls: readonly { method: string; params: unknown[] }[],
): Promise<unknown[]> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call }))),
  });
  const replies = (await response.json()) as { id: number; result?: unknown; error?: { message: string } }[];
  return calls.map((call, id) => {
    const reply = replies.find((candidate) => candidate.id === id);
    if (!reply || reply.error) throw new Error(`${call.method}: ${reply?.error?.message ?? "no reply"}`);
    return reply.result;
  });
}
