import { Nodes, RpcError, type NodesOptions } from "../../../functions/src/adapters/rpc/nodes";
import { ChainUnavailable } from "../../../functions/src/ports/chain";
import { sharedChain } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { type Fault, ofChain, startRpcProxy } from "../../setup/chain/rpcProxy";
import { KeptLog } from "../../setup/service";

const chain = sharedChain();
const SECRET = "api-key-canary";
let log: KeptLog;

const first = forFile(() => startRpcProxy(chain.rpcUrl));
const second = forFile(() => startRpcProxy(chain.rpcUrl));
beforeEach(() => {
  log = new KeptLog();
  first.reset();
  second.reset();
});

const nodes = (changes: Partial<NodesOptions> = {}) =>
  new Nodes({ urls: [`${first.url}/${SECRET}`, second.url], chainId: 8453, timeoutMs: 1_000, log, ...changes });
const version = { method: "net_version", params: [] };
const text = ([value]: unknown[]) => {
  if (typeof value !== "string") throw new TypeError("no text");
  return value;
};

describe("happy", () => {
  it("asks the first node alone, in one request that also asks for its chain", async () => {
    expect(await nodes().ask([version, version], (results) => results)).toEqual(["8453", "8453"]);
    expect([first.roundTrips, second.roundTrips]).toEqual([1, 0]);
    expect(first.calls.map(({ method }) => method)).toEqual(["eth_chainId", "net_version", "net_version"]);
  });

  it("puts the answers of a batch into the order of its calls", async () => {
    first.fault = {
      kind: "garbage",
      body: JSON.stringify([
        { id: 2, result: "b" },
        { id: 0, result: "0x2105" },
        { id: 1, result: "a" },
      ]),
    };
    expect(await nodes().ask([version, version], (results) => results)).toEqual(["a", "b"]);
  });
});

describe("faults", () => {
  it.each<[string, Fault, RegExp]>([
    ["the wrong chain", ofChain(1), /is on chain 1/],
    ["a slow node", { kind: "hang" }, /does not answer in time/],
    ["a rate limit", { kind: "status", status: 429 }, /HTTP 429/],
    ["garbage", { kind: "garbage" }, /not JSON/],
    ["a missing answer", { kind: "garbage", body: '[{"id":0,"result":"0x2105"}]' }, /unanswered/],
    ["an error", { kind: "error", code: -32000, message: `bad ${SECRET}` }, /JSON-RPC error -32000/],
    ["an answer that makes no sense", { kind: "lie", method: "net_version", result: () => 7 }, /TypeError/],
  ])("P12: goes on to the next node for %s, and logs why without its address", async (_name, fault, reason) => {
    first.fault = fault;
    expect(await nodes().ask([version], text)).toBe("8453");
    expect(log.lines).toEqual([
      { event: "rpc.node_fault", fields: { node: 1, reason: expect.stringMatching(reason) } },
    ]);
    second.fault = fault;
    const failed = await nodes()
      .ask([version], text)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ChainUnavailable);
    expect(`${String(failed)} ${JSON.stringify(log.lines)}`).not.toContain(SECRET);
  });

  it("P12: ends where no node answers, and asks each once", async () => {
    first.fault = second.fault = { kind: "hang" };
    await expect(nodes().ask([version], text)).rejects.toThrow(ChainUnavailable);
    expect([first.roundTrips, second.roundTrips]).toEqual([1, 1]);
  });

  it("ends at once where the caller has no more time", async () => {
    first.fault = { kind: "hang" };
    second.fault = { kind: "hang" };
    const patient = nodes({ timeoutMs: 60_000 });
    await expect(patient.ask([version], text, { signal: AbortSignal.timeout(200) })).rejects.toThrow(ChainUnavailable);
  });
});

describe("security", () => {
  it("tells a call that reverted from a node that fails, and asks no one else about it", async () => {
    const call = { method: "eth_call", params: [] };
    first.fault = {
      kind: "garbage",
      body: JSON.stringify([
        { id: 0, result: "0x2105" },
        { id: 1, error: { code: 3, message: "execution reverted: no", data: "0x08c379a0" } },
      ]),
    };
    const failed = await nodes()
      .ask([call], text)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(RpcError);
    expect(failed).toMatchObject({ rpcCode: 3, data: "0x08c379a0" });
    expect(second.roundTrips).toBe(0);
    // The same words about anything else are a node's own trouble.
    expect(await nodes().ask([version], text)).toBe("8453");
  });

  it("P12: follows no redirect to where its key would be read", async () => {
    first.fault = { kind: "status", status: 307, headers: { location: `${second.url}/elsewhere` } };
    expect(await nodes({ urls: [first.url, second.url] }).ask([version], text)).toBe("8453");
    expect(second.calls.map(({ method }) => method)).toEqual(["eth_chainId", "net_version"]);
    second.reset();
    await expect(nodes({ urls: [first.url] }).ask([version], text)).rejects.toThrow(ChainUnavailable);
    expect(second.roundTrips).toBe(0);
  });
});
