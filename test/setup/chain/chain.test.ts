import { TypedDataEncoder } from "ethers";
import { chainOf } from "../../../functions/src/domain/chains";
import { CHAIN_ID, STARTING_USDC_UNITS } from "../../../dev/local/chain";
import { chainAt, ownChain, sharedChain, USDC } from "./chain";
import { forFile } from "../forFile";

const shared = sharedChain();
const own = forFile(() => ownChain());

describe("happy", () => {
  it("looks like Base: its chain id, and USDC at its address with its names", async () => {
    expect(await shared.call("eth_chainId")).toBe(`0x${CHAIN_ID.toString(16)}`);
    const read = async (name: string): Promise<unknown> => shared.usdc.getFunction(name)();
    expect(await Promise.all(["name", "version", "symbol", "decimals"].map(read))).toEqual([
      "USD Coin",
      "2",
      "USDC",
      6n,
    ]);
  });

  it("looks like another chain of the table where it is asked to: its id, and its USDC with its own name", async () => {
    const sepolia = await ownChain({ chain: chainOf(84_532) });
    try {
      expect(await sepolia.call("eth_chainId")).toBe("0x14a34");
      expect(await sepolia.usdc.getAddress()).toBe("0x036CbD53842c5426634e7929541eC2318f3dCF7e");
      expect(await sepolia.usdc.getFunction("name")()).toBe("USDC");
      expect(await sepolia.usdc.getFunction("DOMAIN_SEPARATOR")()).toBe(
        TypedDataEncoder.hashDomain({
          name: "USDC",
          version: "2",
          chainId: 84_532,
          verifyingContract: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
        }),
      );
      expect(await sepolia.usdcUnitsOf(sepolia.wallet("buyer").address)).toBe(STARTING_USDC_UNITS);
    } finally {
      await sepolia.close();
    }
  });

  it("funds the wallets that spend and no others", async () => {
    expect(await own.usdcUnitsOf(own.wallet("buyer").address)).toBe(STARTING_USDC_UNITS);
    expect(await own.usdcUnitsOf(own.wallet("recipient").address)).toBe(0n);
  });

  it("takes many payments at once from one wallet, each with its own hash and its mark, other files paying, too", async () => {
    const to = "0x00000000000000000000000000000000000000aa";
    const otherFile = chainAt(shared.rpcUrl);
    const pay = (_: unknown, i: number) =>
      (i % 2 ? shared : otherFile).pay({ to, amountUsdcUnits: 1n, suffix: "0x6d6b7431" });
    const hashes = await Promise.all(Array.from({ length: 80 }, pay));
    otherFile.provider.destroy();
    expect(new Set(hashes).size).toBe(80);
    expect((await shared.provider.getTransaction(hashes[0] ?? ""))?.data).toMatch(/6d6b7431$/);
    expect(await shared.usdcUnitsOf(to)).toBe(80n);
  });

  it("has a safe block one behind the newest and a finalized one two behind", async () => {
    await own.mine(3);
    const number = async (tag: string) => (await own.provider.getBlock(tag))?.number ?? -1;
    const latest = await number("latest");
    expect([await number("safe"), await number("finalized")]).toEqual([latest - 1, latest - 2]);
  });

  it("gives a reverted transaction a hash, too", async () => {
    const data = own.usdc.interface.encodeFunctionData("transfer", [own.wallet("buyer").address, 1n]);
    const hash = await own.send({ from: "stranger", to: USDC, data });
    expect((await own.provider.getTransactionReceipt(hash))?.status).toBe(0);
  });
});

describe("faults", () => {
  it("undoes what happened since a snapshot", async () => {
    const to = own.wallet("treasury").address;
    const snapshot = await own.snapshot();
    await own.pay({ to, amountUsdcUnits: 5n });
    expect(await own.usdcUnitsOf(to)).toBe(5n);
    await own.revert(snapshot);
    expect(await own.usdcUnitsOf(to)).toBe(0n);
    await expect(own.revert(snapshot)).rejects.toThrow("no snapshot");
  });

  it("drops a transaction in a reorganisation", async () => {
    const hash = await own.pay({ to: own.wallet("treasury").address, amountUsdcUnits: 5n });
    expect(await own.provider.getTransactionReceipt(hash)).not.toBeNull();
    await own.reorg(1);
    expect(await own.provider.getTransactionReceipt(hash)).toBeNull();
  });

  it("moves the clock", async () => {
    const time = async () => (await own.provider.getBlock("latest"))?.timestamp ?? 0;
    const before = await time();
    await own.warp(3_600);
    expect(await time()).toBeGreaterThanOrEqual(before + 3_600);
  });
});
