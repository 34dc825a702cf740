import { setTimeout as sleep } from "node:timers/promises";
import { keccak256, Wallet } from "ethers";
import { Nodes, type NodesOptions } from "../../../functions/src/adapters/rpc/nodes";
import type { Hex } from "../../../functions/src/domain/keccak";
import { ChainUnavailable } from "../../../functions/src/ports/chain";
import { sharedChain } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { startRpcProxy } from "../../setup/chain/rpcProxy";
import { KeptLog } from "../../setup/service";
import { until } from "../../setup/until";

const chain = sharedChain();
const HANG = { kind: "hang" } as const;
const version = { method: "net_version", params: [] };
const proxies = [1, 2, 3].map(() => forFile(() => startRpcProxy(chain.rpcUrl)));
let log: KeptLog;
beforeEach(() => {
  log = new KeptLog();
  proxies.forEach((proxy) => proxy.reset());
});

const over = (options: Partial<NodesOptions> = {}) =>
  new Nodes({ urls: proxies.map(({ url }) => url), chainId: 8453, timeoutMs: 4_000, log, ...options });
const first = ([value]: unknown[]) => value;
/** Longer than a test may take: what ends before does not wait for a node's time to be over. */
const timeoutMs = 3_600_000;

describe("D24: a node that takes connections and answers nothing", () => {
  it.each([1, 2] as const)(
    "D24: does not keep the first call until its time is over, and is asked by no later one, under quorum %i",
    async (quorum) => {
      const clock: { stoppedAt?: number } = {};
      const nodes = over({ quorum, timeoutMs, nowMs: () => clock.stoppedAt ?? Date.now() });
      proxies[0]!.fault = HANG;
      const said = Array.from({ length: quorum }, () => "8453");
      expect(await nodes.askAt(() => [version], first)).toEqual(said);
      // It still rests.
      clock.stoppedAt = Date.now();
      proxies[0]!.roundTrips = 0;
      for (let at = 0; at < 5; at++) expect(await nodes.askAt(() => [version], first)).toEqual(said);
      expect(proxies[0]!.roundTrips).toBe(0);
    },
  );

  it("D24: is asked first again once it answers, and is only probed until then", async () => {
    let ahead = 0;
    const nodes = over({ nowMs: () => Date.now() + ahead });
    const untilAsked = () =>
      until(async () => {
        await nodes.ask([version], first);
        return proxies[0]!.calls.some(({ method }) => method === "net_version");
      });
    proxies[0]!.fault = HANG;
    await nodes.ask([version], first);
    for (const rest of [1_100, 2_200]) {
      ahead += rest;
      proxies[0]!.reset();
      await nodes.ask([version], first);
      await until(() => proxies[0]!.calls.length > 0);
      expect(proxies[0]!.calls).toEqual([{ method: "eth_chainId", params: [] }]);
      proxies[0]!.fault = HANG;
      // The probe brings it back; the next call finds it silent again.
      await untilAsked();
    }
    ahead += 10_000;
    proxies.forEach((proxy) => proxy.reset());
    await untilAsked();
  });

  it("D24: all of them: a call ends, and says why of each", async () => {
    for (const proxy of proxies) proxy.fault = HANG;
    const nodes = over({ timeoutMs: 300 });
    for (let at = 0; at < 2; at++) {
      const error = await nodes.ask([version], first).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(ChainUnavailable);
      expect(String(error)).toMatch(/node 1: .*node 2: .*node 3: /);
    }
  });

  it("D24: keeps a question for what only another node knows from waiting for it", async () => {
    const nodes = over({ timeoutMs });
    proxies[2]!.fault = HANG;
    proxies[0]!.fault = proxies[1]!.fault = { kind: "lie", method: "net_version", result: () => null };
    for (let at = 0; at < 2; at++)
      expect(await nodes.ask([version], first, { accept: (value) => value !== null })).toBeNull();
  });
});

describe("D24: hedges", () => {
  /** Nodes without a network, that take some time. */
  function slowNodes(delays: readonly number[]) {
    const asked = delays.map(() => 0);
    const cancelled: number[] = [];
    const nodes = over({
      urls: delays.map((_, at) => `http://node/${at}`),
      fetch: async (url, init) => {
        const at = Number(new Request(url).url.at(-1));
        asked[at]! += 1;
        await sleep(delays[at], undefined, init?.signal ? { signal: init.signal } : {}).catch((error: unknown) => {
          cancelled.push(at);
          throw error;
        });
        return new Response(
          JSON.stringify([
            { id: 0, result: "0x2105" },
            { id: 1, result: "8453" },
          ]),
        );
      },
    });
    return { nodes, asked, cancelled };
  }

  it("D24: double no load where all nodes are well but slow", async () => {
    const { nodes, asked } = slowNodes([350, 350]);
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 25 }, () => nodes.ask([version], first)));
    expect(asked[0]! + asked[1]!).toBeLessThanOrEqual(100 * 1.1 + 10);
  });

  it("D24: cancel what lost", async () => {
    const { nodes, cancelled } = slowNodes([60_000, 10]);
    expect(await nodes.ask([version], first)).toBe("8453");
    await until(() => cancelled.length > 0);
    expect(cancelled).toEqual([0]);
  });

  it("D24: cancel everything where the caller has no more time", async () => {
    const { nodes, asked, cancelled } = slowNodes([60_000, 60_000]);
    const caller = new AbortController();
    const answer = nodes.ask([version], first, { signal: caller.signal });
    void until(() => asked[1] === 1).then(() => caller.abort());
    await expect(answer).rejects.toThrow(ChainUnavailable);
    await until(() => cancelled.length === 2);
    expect(log.lines).toEqual([]);
  });
});

describe("D24: broadcasts", () => {
  const signed = async () => {
    const wallet = Wallet.createRandom();
    const fees = { gasLimit: 21_000n, maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 0n };
    await chain.call("anvil_setBalance", wallet.address, "0xde0b6b3a7640000");
    return (await wallet.signTransaction({ type: 2, chainId: 8453, nonce: 0, to: wallet.address, ...fees })) as Hex;
  };
  const sentTo = () =>
    proxies.map(({ calls }) => calls.filter(({ method }) => method === "eth_sendRawTransaction").length);

  it("D23 D24: reach every node, so that one that keeps them to itself is not the only one", async () => {
    const raw = await signed();
    proxies[0]!.fault = { kind: "swallow" };
    await over().broadcast(raw);
    expect(sentTo()).toEqual([1, 1, 1]);
    expect(await chain.call("eth_getTransactionByHash", keccak256(raw))).not.toBeNull();
    // Again, as long as it is not seen: what a node has already, it has taken.
    await over().broadcast(raw);
  });

  it("D24: wait for none that hangs, and fail only where none takes them", async () => {
    proxies[0]!.fault = HANG;
    await over({ timeoutMs }).broadcast(await signed());
    proxies[1]!.fault = proxies[2]!.fault = { kind: "status", status: 503 };
    const error = await over({ timeoutMs: 500 })
      .broadcast(await signed())
      .catch((error: unknown) => error);
    expect(String(error)).toMatch(/node 2: HTTP 503/);
  });
});
