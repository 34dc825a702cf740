import { rpc, rpcBatch } from "../../../dev/local/rpc";
import { sharedChain } from "./chain";
import { ofChain, startRpcProxy } from "./rpcProxy";
import { forFile } from "../forFile";

const chain = sharedChain();
const proxy = forFile(() => startRpcProxy(chain.rpcUrl));
afterEach(() => proxy.reset());

const chainId = () => rpc(proxy.url, "eth_chainId");

async function post(): Promise<Response> {
  const call = { jsonrpc: "2.0", id: 7, method: "eth_chainId", params: [] };
  return fetch(proxy.url, { method: "POST", body: JSON.stringify(call), signal: AbortSignal.timeout(300) });
}

describe("happy", () => {
  it("counts a batch as one round trip of several calls", async () => {
    const replies = await rpcBatch(proxy.url, [
      { method: "eth_chainId", params: [] },
      { method: "eth_getBalance", params: [chain.wallet("buyer").address, "latest"] },
    ]);
    expect(replies[0]).toBe("0x2105");
    expect(proxy.roundTrips).toBe(1);
    expect(proxy.calls.map(({ method }) => method)).toEqual(["eth_chainId", "eth_getBalance"]);
    await chainId();
    expect(proxy.roundTrips).toBe(2);
  });

  it("is honest again after a reset", async () => {
    proxy.fault = ofChain(1);
    proxy.reset();
    expect(await chainId()).toBe("0x2105");
  });
});

describe("faults", () => {
  it("answers, though late", async () => {
    proxy.fault = { kind: "slow", ms: 20 };
    expect(await chainId()).toBe("0x2105");
  });

  it("never answers", async () => {
    proxy.fault = { kind: "hang" };
    await expect(post()).rejects.toThrow(/timeout/);
  });

  it("refuses with a status and its headers", async () => {
    proxy.fault = { kind: "status", status: 429, headers: { "retry-after": "3" } };
    const response = await post();
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
  });

  it("answers with a JSON-RPC error, alone and in a batch", async () => {
    proxy.fault = { kind: "error", code: -32_005, message: "limit exceeded" };
    expect(await (await post()).json()).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32_005, message: "limit exceeded" },
    });
    await expect(chainId()).rejects.toThrow("limit exceeded");
  });

  it("drops the connection", async () => {
    proxy.fault = { kind: "drop", when: "before" };
    await expect(post()).rejects.toThrow("fetch failed");
  });

  it("drops the answer to a transaction that it passed on", async () => {
    const to = "0x00000000000000000000000000000000000000bb";
    proxy.fault = { kind: "drop", when: "after" };
    const from = chain.wallet("payer2").address;
    await expect(rpc(proxy.url, "eth_sendTransactionSync", { from, to, value: "0x1" })).rejects.toThrow("fetch failed");
    expect(await chain.provider.getBalance(to)).toBe(1n);
  });

  it("answers garbage", async () => {
    proxy.fault = { kind: "garbage" };
    expect(await (await post()).text()).toBe("<html>Bad Gateway</html>");
  });

  it("lies about one method only, in batches too", async () => {
    proxy.fault = ofChain(1);
    const [id, version] = await rpcBatch(proxy.url, [
      { method: "eth_chainId", params: [] },
      { method: "net_version", params: [] },
    ]);
    expect([id, version]).toEqual(["0x1", "8453"]);
  });

  it("lets a test choose request by request", async () => {
    let left = 1;
    proxy.fault = () => (left-- > 0 ? { kind: "garbage", body: "{}" } : undefined);
    expect(await (await post()).text()).toBe("{}");
    expect(await (await post()).json()).toMatchObject({ result: "0x2105" });
  });
});
