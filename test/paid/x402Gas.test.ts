import type { Contract } from "ethers";
import { devWallets } from "../../dev/local/wallets";
import { sampled } from "../setup/runs";
import { sendPayment, signPayment } from "../setup/paying/signedPayment";
import { SettlingStage } from "../setup/paying/settling";

const stage = SettlingStage.forFile({ contracts: true });
const settler = devWallets().settler.address;

afterEach(async () => {
  stage.node.fault = undefined;
  await stage.chain.call("evm_setAutomine", true);
  await stage.chain.mine();
  await stage.wallet().advance();
});

/** Gas and wei that the settling wallet spends while something runs, and the transactions that it sends. */
async function spent(run: () => Promise<unknown>): Promise<{ transactions: number; gas: bigint; wei: bigint }> {
  const { provider } = stage.chain;
  const from = await provider.getBlockNumber();
  const [nonce, wei] = [await provider.getTransactionCount(settler), await provider.getBalance(settler)];
  await run();
  let gas = 0n;
  for (let at = from + 1; at <= (await provider.getBlockNumber()); at++) {
    for (const hash of (await provider.getBlock(at))?.transactions ?? []) {
      const receipt = await provider.getTransactionReceipt(hash);
      if (receipt?.from === settler) gas += receipt.gasUsed;
    }
  }
  return {
    transactions: (await provider.getTransactionCount(settler)) - nonce,
    gas,
    wei: wei - (await provider.getBalance(settler)),
  };
}

/** What one contract payer gets the settling wallet to spend: 20 payments at once, and a few more when those have ended. */
async function attack(wallet: Contract, beforeBlock: () => Promise<unknown> = async () => undefined): Promise<void> {
  const from = wallet.target as string;
  const url = await stage.hurried();
  for (const length of [20, 3]) {
    await stage.chain.call("evm_setAutomine", false);
    const payments = await Promise.all(Array.from({ length }, () => signPayment(stage.chain, { terms: { from } })));
    await Promise.all(payments.map((payment) => sendPayment(url, payment)));
    await beforeBlock();
    await stage.chain.call("evm_setAutomine", true);
    await stage.chain.mine();
    await stage.wallet().advance();
  }
}

const print = (what: string, { transactions, gas, wei }: Awaited<ReturnType<typeof spent>>) =>
  process.stdout.write(`${what}: ${transactions} transactions, ${gas} gas, ${wei} wei\n`);

describe("security", () => {
  it.each(sampled(["GasPrice", "BaseFee", "Coinbase"] as const, 1))(
    "D5: a wallet that recognises a simulation by %s costs no gas",
    async (trick) => {
      const wallet = await stage.wallets.deployTrick(trick, 200_000n);
      await stage.fund(wallet.target as string);
      const cost = await spent(() => attack(wallet));
      print(trick, cost);
      expect(cost).toEqual({ transactions: 0, gas: 0n, wei: 0n });
    },
  );

  it("D5: a wallet that recognises a simulation by its gas costs none, because the last one has the transaction's own limit", async () => {
    const wallet = await stage.wallets.deployTrick("GasLeft", 0n, 500_000n);
    await stage.fund(wallet.target as string);
    const cost = await spent(() => attack(wallet));
    print("GasLeft", cost);
    expect(cost).toEqual({ transactions: 0, gas: 0n, wei: 0n });
  });

  it("D5: a wallet that changes its answer between the simulation and the block costs one bounded settlement, not twenty", async () => {
    const wallet = await stage.wallets.deployTrick("Switch", 200_000n);
    await stage.fund(wallet.target as string);
    const switchOff = async () =>
      stage.chain.call("eth_sendTransaction", {
        from: devWallets().stranger.address,
        to: wallet.target,
        data: wallet.interface.encodeFunctionData("switchOff"),
        maxFeePerGas: "0x174876e800",
        maxPriorityFeePerGas: "0x174876e800",
      });
    const cost = await spent(() => attack(wallet, switchOff));
    print("Switch", cost);
    expect(cost.transactions).toBe(1);
    expect(cost.gas).toBeLessThan(400_000n);
    // Nothing more for a month, and the refusal says how to pay.
    const later = await stage.another({}, { nowMs: () => Date.now() + 29 * 86_400_000 });
    const refusal = await sendPayment(
      later,
      await signPayment(stage.chain, { terms: { from: wallet.target as string, validBefore: 2n ** 40n } }),
    );
    expect([refusal.status, refusal.json.code]).toEqual([402, "payment_invalid"]);
    expect(refusal.json.detail).toMatch(/`transaction`/);
  });

  it.each([
    [200_000n, 200],
    [300_000n, 402],
  ] as const)("D5: a signature check that takes %d gas is answered with %d", async (work, status) => {
    const wallet = await stage.wallets.deployTrick("None", work);
    await stage.fund(wallet.target as string);
    const reply = await sendPayment(
      stage.url,
      await signPayment(stage.chain, { terms: { from: wallet.target as string } }),
    );
    expect(reply.status).toBe(status);
    if (status === 402) expect(reply.json.detail).toMatch(/more than 250000 gas.*`transaction`/);
  });

  it("D5: a contract payer has one open settlement until one succeeded, then more with each", async () => {
    const wallet = await stage.wallets.deployTrick("None");
    await stage.fund(wallet.target as string);
    const url = await stage.hurried();
    const opened: number[] = [];
    for (let round = 0; round < 3; round++) {
      await stage.chain.call("evm_setAutomine", false);
      const payments = await Promise.all(
        Array.from({ length: 6 }, () => signPayment(stage.chain, { terms: { from: wallet.target as string } })),
      );
      const replies = await Promise.all(payments.map((payment) => sendPayment(url, payment)));
      opened.push(replies.filter(({ json }) => json.code === "tx_not_confirmed").length);
      const crowded = replies.filter(({ json }) => json.code === "dependency_unavailable");
      expect(crowded.map(({ headers }) => headers.get("retry-after"))).toEqual(crowded.map(() => "3"));
      await stage.chain.call("evm_setAutomine", true);
      await stage.chain.mine();
      await stage.wallet().advance();
    }
    expect(opened).toEqual([1, 2, 4]);
  });

  it("D5: such payers use up their part of the day's budget, and honest payers settle on", async () => {
    const aheadMs = 40 * 86_400_000;
    const most = 400_000n * 4n;
    const url = await stage.another(
      { SETTLEMENT_MAX_GWEI: String(most), SETTLEMENT_BUDGET_GWEI: String(most * 10n) },
      { nowMs: () => Date.now() + aheadMs },
    );
    const terms = { validBefore: 2n ** 40n };
    const codes: unknown[] = [];
    const waits: (string | null)[] = [];
    while (codes.length < 12 && codes.at(-1) !== "dependency_unavailable") {
      const wallet = await stage.wallets.deployTrick("Switch", 200_000n);
      await stage.fund(wallet.target as string);
      const payment = await signPayment(stage.chain, { terms: { ...terms, from: wallet.target as string } });
      stage.node.fault = (calls) => {
        if (!calls.some(({ method }) => method === "eth_sendRawTransaction")) return undefined;
        void stage.chain.send({
          from: "stranger",
          to: wallet.target as string,
          data: wallet.interface.encodeFunctionData("switchOff"),
        });
        return { kind: "slow", ms: 200 };
      };
      const { json, headers } = await sendPayment(url, payment);
      codes.push(json.code);
      waits.push(headers.get("retry-after"));
      stage.node.fault = undefined;
      await stage.wallet(aheadMs).advance();
    }
    expect(codes.length).toBeGreaterThan(1);
    expect([...new Set(codes)]).toEqual(["tx_reverted", "dependency_unavailable"]);
    expect(stage.log.lines.map(({ event }) => event)).toContain("settlement.risk_used_up");
    // The pool itself would take hours.
    expect(waits.at(-1)).toBe("600");
    for (const from of ["payer", "payer2", "payer3"] as const) {
      expect((await sendPayment(url, await signPayment(stage.chain, { from, terms }))).status).toBe(200);
    }
  });
});
