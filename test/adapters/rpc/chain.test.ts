import { rpcChain } from "../../../functions/src/adapters/rpc/chain";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import type { Hex } from "../../../functions/src/domain/keccak";
import { devWallets } from "../../../dev/local/wallets";
import { sharedChain, USDC } from "../../setup/chain/chain";
import { forFile } from "../../setup/forFile";
import { type RpcProxy, startRpcProxy } from "../../setup/chain/rpcProxy";
import { KeptLog } from "../../setup/service";

const chain = sharedChain();
const to = devWallets().recipient.address;
const first = forFile(() => startRpcProxy(chain.rpcUrl));
const second = forFile(() => startRpcProxy(chain.rpcUrl));
beforeEach(() => {
  first.reset();
  second.reset();
});

const through = (quorum: 1 | 2, ...proxies: RpcProxy[]) =>
  rpcChain(
    new Nodes({ urls: proxies.map(({ url }) => url), chainId: 8453, timeoutMs: 4_000, quorum, log: new KeptLog() }),
  );
const pay = async () => (await chain.pay({ to, amountUsdcUnits: 5n, suffix: "0xabcd" })) as Hex;

describe("happy", () => {
  it("reads a transaction, its sender, its calldata, its logs and its block's time", async () => {
    const txHash = await pay();
    const receipt = await chain.provider.getTransactionReceipt(txHash);
    const block = await chain.provider.getBlock(receipt?.blockNumber ?? 0);
    expect(await through(1, first).evidence(txHash)).toMatchObject({
      txHash,
      from: devWallets().payer.address,
      to: USDC,
      input: expect.stringMatching(/^0xa9059cbb[0-9a-f]+abcd$/),
      succeeded: true,
      blockNumber: BigInt(receipt?.blockNumber ?? 0),
      blockHash: receipt?.blockHash,
      minedAt: block?.timestamp,
      logs: [{ address: USDC, topics: receipt?.logs[0]?.topics, data: receipt?.logs[0]?.data }],
    });
  });

  it("reads a transaction that creates a contract, and one without logs", async () => {
    const created = (await chain.send({ data: "0x00" })) as Hex;
    expect(await through(1, first).evidence(created)).toMatchObject({ to: null, logs: [], minedAt: null });
  });

  it("says null where no node knows the transaction", async () => {
    expect(await through(1, first, second).evidence(`0x${"0a".repeat(32)}`)).toBeNull();
    expect(await through(2, first, second).evidence(`0x${"0a".repeat(32)}`)).toBeNull();
  });

  it("knows the finalized block and calls contracts", async () => {
    const { number } = await chain.call<{ number: string }>("eth_getBlockByNumber", "finalized", false);
    expect(await through(1, first).finalizedBlock()).toBeGreaterThanOrEqual(BigInt(number));
    const data = chain.usdc.interface.encodeFunctionData("decimals");
    expect(BigInt(await through(1, first).ethCall({ to: USDC, data }))).toBe(6n);
  });
});

describe("security", () => {
  it("P12: takes the lower of two heads, and no time that the two tell differently", async () => {
    const txHash = await pay();
    second.fault = {
      kind: "lie",
      method: "eth_getBlockByNumber",
      result: (honest) => ({ ...(honest as object), number: "0xffffff" }),
    };
    expect((await through(2, first, second).evidence(txHash))?.head.number).toBeLessThan(0xffffffn);
    second.fault = {
      kind: "lie",
      method: "eth_getTransactionReceipt",
      result: (honest) => ({
        ...(honest as object),
        logs: (honest as { logs: object[] }).logs.map((log) => ({ ...log, blockTimestamp: "0x1" })),
      }),
    };
    expect(await through(2, first, second).evidence(txHash)).toMatchObject({ succeeded: true, minedAt: null });
  });

  it.each<[string, string, object]>([
    ["sender", "eth_getTransactionByHash", { from: to }],
    ["calldata", "eth_getTransactionByHash", { input: "0x" }],
    ["block's number", "eth_getTransactionReceipt", { blockNumber: "0x1" }],
  ])("P12: believes neither of two nodes that tell another %s", async (_name, method, changes) => {
    const txHash = await pay();
    for (const liar of [first, second]) {
      liar.fault = { kind: "lie", method, result: (honest) => ({ ...(honest as object), ...changes }) };
      expect(await through(2, first, second).evidence(txHash)).toBeNull();
      liar.reset();
    }
    expect(await through(2, first, second).evidence(txHash)).not.toBeNull();
  });
});
