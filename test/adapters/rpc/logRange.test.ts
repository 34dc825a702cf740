import { rpcAuthorizations } from "../../../functions/src/adapters/rpc/authorizations";
import { LogRange } from "../../../functions/src/adapters/rpc/logRange";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { BASE } from "../../../functions/src/domain/chains";
import { ChainUnavailable } from "../../../functions/src/ports/chain";
import { hash, PAYER } from "../../setup/paying/evidence";
import { KeptLog } from "../../setup/service";

/** The newest block; the chain is as old as that, at its pace. */
const HEAD = 40_000_000;
const NOW = 1_800_000_000;
const SOUGHT = { token: BASE.usdc.address, from: PAYER, nonce: hash(7) };

interface Chain {
  /** Seconds between blocks, whose times are whole seconds. */
  pace: number;
  /** The longest range that the node takes. */
  limit: number;
  /** The block that the authorization was used in. */
  usedIn?: number;
}

/** A node of a chain that is far too long to be made, and the ranges that it was asked for. */
function nodeOf({ pace, limit, usedIn = -1 }: Chain) {
  const ranges: number[] = [];
  const timeOf = (block: number) => Math.floor(NOW - (HEAD - block) * pace);
  const answer = ({ method, params }: { method: string; params: unknown[] }): object => {
    if (method === "eth_chainId") return { result: "0x2105" };
    // No old state is kept.
    if (method === "eth_call")
      return params[1] === "latest" ? { result: hash(1) } : { error: { code: -32_000, message: "missing trie node" } };
    if (method === "eth_getBlockByNumber") {
      const number = params[0] === "latest" ? HEAD : Number(params[0]);
      return {
        result: { number: `0x${number.toString(16)}`, hash: hash(2), timestamp: `0x${timeOf(number).toString(16)}` },
      };
    }
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
    ranges.push(Number(toBlock) - Number(fromBlock) + 1);
    if (Number(toBlock) - Number(fromBlock) >= limit)
      return { error: { code: -32_005, message: "block range is too wide" } };
    const isIn = Number(fromBlock) <= usedIn && usedIn <= Number(toBlock);
    return { result: isIn ? [{ transactionHash: hash(9) }] : [] };
  };
  const fetched = async (_url: unknown, init?: { body?: unknown }) => {
    const calls = JSON.parse(String(init?.body)) as { id: number; method: string; params: unknown[] }[];
    return new Response(JSON.stringify(calls.map((call) => ({ jsonrpc: "2.0", id: call.id, ...answer(call) }))));
  };
  const nodes = new Nodes({
    urls: ["http://node.test"],
    chainId: BASE.id,
    timeoutMs: 2_000,
    log: new KeptLog(),
    fetch: fetched,
  });
  return { nodes, ranges, timeOf };
}

describe.each([0.2, 2])("D22: a settlement on a chain with a block every %s s", (pace) => {
  it.each<[string, number, number]>([
    ["a minute", 60, 10_000],
    ["four hours", 4 * 3_600, 10_000],
    ["25 hours", 25 * 3_600, 10_000],
    ["25 hours, at a node that takes 1,000 blocks", 25 * 3_600, 1_000],
  ])("is found by the time of its claim %s later, by the blocks' own times", async (_name, secondsAgo, limit) => {
    const usedIn = HEAD - Math.round(secondsAgo / pace);
    const { nodes, ranges, timeOf } = nodeOf({ pace, limit, usedIn });
    expect(await rpcAuthorizations(nodes).use(SOUGHT, timeOf(usedIn) - 30)).toEqual({ used: true, txHash: hash(9) });
    expect(ranges.length).toBeLessThan(60);
  });

  it("is found without that time for a day, and a search ends in any case", async () => {
    const usedIn = HEAD - Math.round((20 * 3_600) / pace);
    expect((await rpcAuthorizations(nodeOf({ pace, limit: 10_000, usedIn }).nodes).use(SOUGHT, null)).txHash).toBe(
      hash(9),
    );
    const { nodes, ranges } = nodeOf({ pace, limit: 1_000 });
    expect(await rpcAuthorizations(nodes).use(SOUGHT, NOW - 86_400)).toEqual({ used: true, txHash: null });
    expect(ranges.length).toBeLessThan(200);
  });
});

describe("D16: a search that a stranger may ask for", () => {
  const endless = { pace: 0.2, limit: 200 };

  it("D16: ends with its deadline, before which it found nothing", async () => {
    const { nodes, ranges } = nodeOf(endless);
    const deadline = new AbortController();
    const ask = nodes.ask.bind(nodes);
    jest.spyOn(nodes, "ask").mockImplementation((...args: Parameters<typeof ask>) => {
      if (ranges.length >= 10) deadline.abort();
      return ask(...args);
    });
    expect(await rpcAuthorizations(nodes).use(SOUGHT, null, deadline.signal)).toEqual({ used: true, txHash: null });
    expect(ranges.length).toBeLessThan(12);
    await expect(rpcAuthorizations(nodes).use(SOUGHT, null, AbortSignal.abort())).rejects.toThrow(ChainUnavailable);
  });

  it("D16: goes back 30 days at most where no time is given", async () => {
    const { nodes, ranges } = nodeOf({ pace: 0.2, limit: Infinity });
    const range = new LogRange(nodes, 5_000_000n, 5_000_000n);
    expect(await rpcAuthorizations(nodes, range).use(SOUGHT, null)).toEqual({ used: true, txHash: null });
    expect(ranges.reduce((sum, blocks) => sum + blocks, 0)).toBeLessThan((30 * 86_400) / 0.1 + 10);
  });
});

describe("how many blocks a request for logs spans", () => {
  const DAY = 432_000n;
  const readDay = async (limit: number) => {
    const { nodes, ranges } = nodeOf({ pace: 0.2, limit });
    const range = new LogRange(nodes);
    const ask = (from: bigint, to: bigint) =>
      nodes.ask(
        [{ method: "eth_getLogs", params: [{ fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }] }],
        () => null,
      );
    for (let next = BigInt(HEAD) - DAY; next < BigInt(HEAD);)
      next = (await range.read(next, BigInt(HEAD), ask)).end + 1n;
    return { ranges, refused: ranges.filter((blocks) => blocks > limit).length };
  };

  it("is as many as the node takes, found by halving, and a day of five blocks a second takes few requests", async () => {
    for (const [limit, most] of [
      [Infinity, 12],
      [10_000, 55],
      [2_000, 375],
      [500, 1_450],
    ] as const) {
      const { ranges, refused } = await readDay(limit);
      expect([limit, ranges.length < most, refused < 18]).toEqual([limit, true, true]);
    }
  });

  it("D16: grows again soon after a bad moment", async () => {
    const { nodes } = nodeOf({ pace: 0.2, limit: Infinity });
    const range = new LogRange(nodes);
    let isBad = true;
    const ask = (from: bigint, to: bigint) =>
      isBad && to > from
        ? nodes.ask([{ method: "none", params: [] }], () => Promise.reject(new Error()))
        : Promise.resolve(null);
    await range.read(1n, 1_000_000n, ask).catch(() => {});
    const low = range.length;
    isBad = false;
    let reads = 0;
    for (let next = 1n; range.length < 10_000n; reads++) next = (await range.read(next, 1_000_000n, ask)).end + 1n;
    expect([low, reads]).toEqual([2n, 13]);
  });
});
