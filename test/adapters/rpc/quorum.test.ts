import { hexlify, randomBytes } from "ethers";
import { rpcAuthorizations } from "../../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../../functions/src/adapters/rpc/chain";
import { Nodes, RpcError } from "../../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import { ChainUnavailable, NodesDisagree } from "../../../functions/src/ports/chain";
import { devWallets } from "../../../dev/local/wallets";
import { sharedChain, USDC } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { authorizedTransfer } from "../../setup/payments";
import { type Fault, startRpcProxy } from "../../setup/chain/rpcProxy";
import { KeptLog } from "../../setup/service";

const chain = sharedChain();
const proxies = [1, 2, 3].map(() => forFile(() => startRpcProxy(chain.rpcUrl)));
afterEach(() => proxies.forEach((proxy) => proxy.reset()));

const over = (count: number) =>
  new Nodes({
    urls: proxies.slice(0, count).map(({ url }) => url),
    quorum: 2,
    chainId: 8453,
    timeoutMs: 2_000,
    log: new KeptLog(),
  });
const lie = (method: string, result: (honest: unknown, params: unknown[]) => unknown): Fault => ({
  kind: "lie",
  method,
  result,
});
const decimals = () => ({ to: USDC, data: chain.usdc.interface.encodeFunctionData("decimals") });
const SIX = `0x${"6".padStart(64, "0")}`;

/** Every one of them lies in turn. */
async function eachLies(count: number, fault: Fault, check: () => Promise<void>): Promise<void> {
  for (const liar of proxies.slice(0, count)) {
    liar.fault = fault;
    await check();
    liar.reset();
  }
}

describe("D6: verdicts of eth_call", () => {
  const seven = lie("eth_call", () => `0x${"7".padStart(64, "0")}`);

  it("D6: are given by two nodes that agree at one block", async () => {
    expect(await rpcChain(over(2)).ethCall(decimals())).toBe(SIX);
    const [first, second] = proxies
      .slice(0, 2)
      .map(({ calls }) => calls.find(({ method }) => method === "eth_call")?.params[1]);
    expect(first).toMatch(/^0x/);
    expect(second).toBe(first);
  });

  it("D6: are not given where one of two lies, and are the honest ones where one of three does", async () => {
    await eachLies(
      2,
      seven,
      async () => await expect(rpcChain(over(2)).ethCall(decimals())).rejects.toThrow(NodesDisagree),
    );
    await eachLies(3, seven, async () => expect(await rpcChain(over(3)).ethCall(decimals())).toBe(SIX));
  });

  it("D6: are not stalled by one of three that names a head of its own", async () => {
    for (const head of [
      { number: "0xffffff" },
      { hash: `0x${"77".repeat(32)}` },
      { number: "0x1", timestamp: "0x1" },
    ]) {
      const ownHead = lie("eth_getBlockByNumber", (honest, [tag]) =>
        tag === "latest" || "hash" in head ? { ...(honest as object), ...head } : honest,
      );
      await eachLies(3, ownHead, async () => expect(await rpcChain(over(3)).ethCall(decimals())).toBe(SIX));
    }
  });

  it("D6: that a call reverts is for two to say as well", async () => {
    const reverts = { to: USDC, data: chain.usdc.interface.encodeFunctionData("transfer", [USDC, 1n]) };
    await expect(rpcChain(over(2)).ethCall(reverts)).rejects.toThrow(RpcError);
    await eachLies(
      2,
      seven,
      async () => await expect(rpcChain(over(2)).ethCall(decimals())).rejects.toThrow(NodesDisagree),
    );
  });

  it("D6: a node that leaves out the bytes of a revert agrees with one that tells them", async () => {
    proxies[0]!.fault = { kind: "revert", data: "0x" };
    const reverts = { to: USDC, data: chain.usdc.interface.encodeFunctionData("transfer", [USDC, 1n]) };
    await expect(rpcChain(over(2)).ethCall(reverts)).rejects.toThrow(RpcError);
  });

  it("D6: wait where only one node answers", async () => {
    proxies[0]!.fault = { kind: "status", status: 500 };
    await expect(rpcChain(over(2)).ethCall(decimals())).rejects.toThrow(/1 of the 2 that must agree/);
  });
});

describe("D6: what is final", () => {
  it("D6: is the lowest of two, whichever of them runs ahead", async () => {
    const honest = BigInt((await chain.call<{ number: string }>("eth_getBlockByNumber", "finalized", false)).number);
    const ahead = lie("eth_getBlockByNumber", (block, [tag]) =>
      tag === "finalized" ? { ...(block as object), number: "0xffffff" } : block,
    );
    await eachLies(2, ahead, async () => {
      const said = await rpcChain(over(2)).finalizedBlock();
      expect(said).toBeGreaterThanOrEqual(honest);
      expect(said).toBeLessThan(0xffffffn);
    });
  });

  it("D6: has one hash that two agree on", async () => {
    const other = lie("eth_getBlockByNumber", (block) => ({ ...(block as object), hash: `0x${"77".repeat(32)}` }));
    await eachLies(2, other, async () => await expect(rpcChain(over(2)).hashOf(1n)).rejects.toThrow(ChainUnavailable));
    const { hash } = await chain.call<{ hash: Hex }>("eth_getBlockByNumber", "0x1", false);
    await eachLies(3, other, async () => expect(await rpcChain(over(3)).hashOf(1n)).toBe(hash));
  });
});

describe("D6: authorizations", () => {
  it("D6: are used, and by what, only where two say the same", async () => {
    const nonce = hexlify(randomBytes(32)) as Hex;
    const sought = { token: USDC as Address, from: devWallets().payer.address as Address, nonce };
    const used = (count: number) => rpcAuthorizations(over(count)).use(sought, null);
    const one = lie("eth_call", () => `0x${"1".padStart(64, "0")}`);
    await eachLies(2, one, async () => await expect(used(2)).rejects.toThrow(NodesDisagree));
    await eachLies(3, one, async () => expect(await used(3)).toEqual({ used: false, txHash: null }));
    const data = await authorizedTransfer(chain, { to: devWallets().recipient.address, units: 1n, nonce });
    const txHash = await chain.send({ from: "stranger", to: USDC, data });
    const noLogs = lie("eth_getLogs", () => []);
    await eachLies(2, noLogs, async () => await expect(used(2)).rejects.toThrow(NodesDisagree));
    await eachLies(3, noLogs, async () => expect(await used(3)).toEqual({ used: true, txHash }));
  });
});
