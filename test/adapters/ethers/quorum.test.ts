import { id, Transaction } from "ethers";
import { ethersEscrow } from "../../../functions/src/adapters/ethers/escrow";
import { settlementCheck } from "../../../functions/src/adapters/ethers/settlementCheck";
import { ethersVitals } from "../../../functions/src/adapters/ethers/vitals";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { Authorization } from "../../../functions/src/domain/payment/authorization";
import type { EscrowCall, PreparedTransaction } from "../../../functions/src/domain/task/call";
import { ChainUnavailable } from "../../../functions/src/ports/chain";
import { inboundTransfers } from "../../../dev/tools/inbound";
import { chainMoney } from "../../../dev/tools/chainMoney";
import { CHAIN_ID, ownChain, USDC } from "../../setup/chain/chain";
import { EscrowStage } from "../../setup/chain/escrow";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { keeperWalletOn } from "../../setup/chain/keeper";
import { type Fault, startRpcProxy } from "../../setup/chain/rpcProxy";
import { KeptLog } from "../../setup/service";
import { signPayment, type Payload } from "../../setup/paying/signedPayment";

const { db } = testFirestore();
const chain = forFile(() => ownChain());
const stage = forFile(() => EscrowStage.open(chain));
const proxies = [1, 2, 3].map(() => forFile(() => startRpcProxy(chain.rpcUrl)));
afterEach(() => proxies.forEach((proxy) => proxy.reset()));

const over = (count: number) =>
  new Nodes({
    urls: proxies.slice(0, count).map(({ url }) => url),
    quorum: 2,
    chainId: CHAIN_ID,
    timeoutMs: 2_000,
    log: new KeptLog(),
  });
const escrowOver = (count: number) =>
  ethersEscrow({ nodes: over(count), addresses: stage.addresses, fromBlock: 0n, chainId: CHAIN_ID });
const keeperOver = (count: number) => keeperWalletOn(chain, db, { nodes: over(count) });
const lie = (method: string, result: (honest: unknown, params: unknown[]) => unknown): Fault => ({
  kind: "lie",
  method,
  result,
});
const WORD_1 = `0x${"1".padStart(64, "0")}`;
const MAX_WORD = `0x${"f".repeat(64)}`;

/** Two nodes that disagree say nothing, whichever of them lies; of three, the honest ones decide. */
async function expectQuorum(fault: Fault, ask: (count: number) => Promise<unknown>): Promise<void> {
  const honest = await ask(2);
  for (const liar of proxies.slice(0, 2)) {
    liar.fault = fault;
    await expect(ask(2)).rejects.toThrow(ChainUnavailable);
    liar.reset();
  }
  for (const liar of proxies) {
    liar.fault = fault;
    expect(await ask(3)).toEqual(honest);
    liar.reset();
  }
}

/** What the largest gas limit and the smallest fee come to, whichever of two nodes lies. */
async function eachOfTwo<T>(fault: Fault, ask: () => Promise<T>): Promise<T[]> {
  const told: T[] = [];
  for (const liar of proxies.slice(0, 2)) {
    liar.fault = fault;
    told.push(await ask());
    liar.reset();
  }
  return told;
}

describe("D6: what prepare, confirm and the keeper go by", () => {
  const creation = (): EscrowCall => ({ function: "createTask", contract: "human", terms: stage.terms("human") });

  it("D6: that a call would succeed, or fail, is for two to say", async () => {
    const refused: EscrowCall = { function: "cancelTask", contract: "human", taskId: 999n };
    const simulate = (count: number) => escrowOver(count).simulate(refused, stage.address("buyer"));
    await expectQuorum(
      lie("eth_call", () => "0x"),
      simulate,
    );
    // A reason decides as well: one for the lack of an allowance is overlooked where a signature is looked at.
    await expectQuorum({ kind: "revert", data: id("ReentrantCall()").slice(0, 10) }, simulate);
  });

  describe("D6: where nodes leave out the bytes of a revert", () => {
    const refused: EscrowCall = { function: "cancelTask", contract: "human", taskId: 999n };
    const simulate = (count: number) => escrowOver(count).simulate(refused, stage.address("buyer"));
    const lied: Fault = {
      kind: "revert",
      data: id("ERC20InsufficientAllowance(address,uint256,uint256)").slice(0, 10),
    };
    const none: Fault = { kind: "revert", data: "0x" };

    it("D6: the reason is the other's, marked as one node's word", async () => {
      for (const stripping of proxies.slice(0, 2)) {
        stripping.fault = none;
        expect(await simulate(2)).toMatchObject({ ok: false, reason: "WrongState", isAgreed: false });
        stripping.reset();
      }
    });

    it("D6: a third node confirms it", async () => {
      for (const stripping of proxies) {
        stripping.fault = none;
        expect(await simulate(3)).toMatchObject({ ok: false, reason: "WrongState", isAgreed: true });
        stripping.reset();
      }
    });

    it("D6: a third node that contradicts it leaves no reason", async () => {
      proxies[0]!.fault = none;
      proxies[1]!.fault = lied;
      await expect(simulate(3)).rejects.toThrow(ChainUnavailable);
    });

    it.each(["0x08c379a0", `0x08c379a0${"ff".repeat(64)}`, lied.data, "0x123"])(
      "D6: there is none in bytes that cannot be read: %s",
      async (data) => {
        for (const proxy of proxies) proxy.fault = { kind: "revert", data };
        expect(await simulate(2)).toMatchObject({ ok: false, reason: "Unknown" });
      },
    );

    it("D6: there is none where all leave them out, and the call still fails", async () => {
      for (const proxy of proxies) proxy.fault = none;
      expect(await simulate(3)).toMatchObject({ ok: false, reason: "Unknown", isAgreed: true });
    });
  });

  it("D6: one node's estimate neither starves a transaction of gas nor makes it look too dear", async () => {
    const simulate = (count: number) => escrowOver(count).simulate(creation(), stage.address("buyer"));
    const honest = await simulate(2);
    expect(
      await eachOfTwo(
        lie("eth_estimateGas", () => "0x5208"),
        () => simulate(2),
      ),
    ).toEqual([honest, honest]);
    await expectQuorum(
      lie("eth_estimateGas", () => "0xf00000"),
      simulate,
    );
  });

  it.each<[string, Fault]>([
    ["USDC and allowances", lie("eth_call", () => WORD_1)],
    ["ether", lie("eth_getBalance", () => "0x1")],
    ["the nonce", lie("eth_getTransactionCount", () => "0x7777")],
  ])("D6: %s of a wallet are what two say", async (_name, fault) => {
    await expectQuorum(fault, (count) => escrowOver(count).balances(stage.address("worker")));
  });

  it.each<[string, Fault]>([
    ["its nonce", lie("eth_call", () => WORD_1)],
    ["whether it has code", lie("eth_getCode", () => "0xef")],
  ])("D6: what a permit goes by is what two say: %s", async (_name, fault) => {
    await expectQuorum(fault, (count) => escrowOver(count).permitNonce(stage.address("worker")));
  });

  it("D6: health shows what two say of head, escrows and wallets", async () => {
    const vitals = (count: number) =>
      ethersVitals({
        nodes: over(count),
        escrows: stage.addresses,
        token: USDC as Address,
      });
    const rich = lie("eth_call", () => MAX_WORD);
    await expectQuorum(rich, (count) => vitals(count).vault("human", null));
    await expectQuorum(rich, async (count) => vitals(count).vault("human", await head()));
    await expectQuorum(
      lie("eth_getCode", () => "0xef"),
      (count) => vitals(count).vault("human", null),
    );
    await expectQuorum(
      lie("eth_getBalance", () => "0xffffffff"),
      (count) => keeperOver(count).state(),
    );
    const late = lie("eth_getBlockByNumber", (block) => ({ ...(block as object), timestamp: "0x1" }));
    for (const liar of proxies) {
      liar.fault = late;
      expect((await vitals(3).head()).time).toBeGreaterThan(1);
      liar.reset();
    }
  });

  const head = async () => BigInt(await chain.provider.getBlockNumber());
});

describe("D6: a transaction that is passed on", () => {
  const signed = async (nonce?: number) =>
    (await chain.wallet("worker").signTransaction({
      ...escrowOver(2).encode({ function: "approveUsdc", contract: "human", amountUsdcUnits: 1n }),
      type: 2,
      nonce: nonce ?? (await chain.provider.getTransactionCount(chain.wallet("worker").address)),
      gasLimit: 100_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 9n,
    })) as Hex;

  it.each<[string, Fault]>([
    ["that its nonce is used", lie("eth_getTransactionCount", () => "0x7777")],
    ["that its wallet is poor", lie("eth_getBalance", () => "0x1")],
  ])("D6: is not refused because one node says %s", async (_name, fault) => {
    for (const liar of proxies.slice(0, 2)) {
      const raw = await signed();
      liar.fault = fault;
      await expect(escrowOver(2).broadcast(raw)).rejects.toThrow(ChainUnavailable);
      expect(await escrowOver(3).broadcast(raw)).toMatchObject({ outcome: "sent" });
      liar.reset();
    }
  });

  it("D6: is passed on although one node says that it is mined", async () => {
    for (const liar of proxies.slice(0, 2)) {
      const raw = await signed();
      const mined = { blockHash: `0x${"77".repeat(32)}`, blockNumber: "0x1" };
      liar.fault = lie("eth_getTransactionByHash", () => mined);
      await escrowOver(3).broadcast(raw);
      liar.reset();
      expect(await chain.provider.getTransactionReceipt(Transaction.from(raw).hash ?? "")).not.toBeNull();
    }
  });

  it("D6: counts as sent where it is mined already, and as refused where another one has its nonce", async () => {
    const raw = await signed();
    expect(await escrowOver(2).broadcast(raw)).toMatchObject({ outcome: "sent" });
    expect(await escrowOver(2).broadcast(raw)).toMatchObject({ outcome: "sent" });
    expect(await escrowOver(2).broadcast(await signed(0))).toMatchObject({ outcome: "refused" });
  });
});

describe("D6: what the keeper pays", () => {
  const harmless = () => escrowOver(2).encode({ function: "approveUsdc", contract: "human", amountUsdcUnits: 1n });
  let sent = 0;
  const send = (count: number, transaction: PreparedTransaction = harmless()) =>
    keeperOver(count).send({ key: `call-${++sent}`, spenders: [], transaction, gas: 100_000n });
  const tipOf = async (txHash: string) => (await chain.provider.getTransaction(txHash))?.maxPriorityFeePerGas ?? 0n;

  it("D6: is the smaller of the tips that two nodes name, and no less than what is mined at all", async () => {
    const honest = BigInt(await chain.call<string>("eth_maxPriorityFeePerGas")) + 1n;
    const tips: bigint[] = [];
    for (const tip of ["0x174876e800", "0x0"]) {
      await eachOfTwo(
        lie("eth_maxPriorityFeePerGas", () => tip),
        async () => {
          const sent = await send(2);
          if (sent.outcome !== "ended") throw new Error(sent.outcome);
          tips.push(await tipOf(sent.txHash));
        },
      );
    }
    // Anvil suggests a little more after each transaction.
    expect(tips.map((tip) => tip / 1_000_000n)).toEqual([honest / 1_000_000n, honest / 1_000_000n, 1n, 1n]);
  });

  it("D6: is told that a call would revert although a node leaves out the bytes", async () => {
    const { to, data } = escrowOver(2).encode({ function: "cancelTask", contract: "human", taskId: 999n });
    proxies[0]!.fault = (calls) =>
      calls.some(({ method, params: [call] }) => method === "eth_call" && (call as { to: string }).to === to)
        ? { kind: "revert", data: "0x" }
        : undefined;
    expect(await send(2, { ...harmless(), to, data })).toEqual({ outcome: "wouldRevert" });
  });

  it("D6: goes by a base fee and a nonce that two agree on", async () => {
    const dear = lie("eth_getBlockByNumber", (block) => ({ ...(block as object), baseFeePerGas: "0x174876e800" }));
    for (const fault of [dear, lie("eth_getTransactionCount", () => "0x7777")]) {
      for (const liar of proxies.slice(0, 2)) {
        liar.fault = fault;
        await expect(send(2)).rejects.toThrow(ChainUnavailable);
        liar.reset();
      }
    }
  });

  it("D6: one node's word that its transaction was reverted, or is mined, is not believed", async () => {
    const reverted = lie("eth_getTransactionReceipt", (receipt) => receipt && { ...receipt, status: "0x0" });
    for (const outcome of await eachOfTwo(reverted, () => send(2))) expect(outcome.outcome).toBe("waiting");
    for (const liar of proxies) {
      liar.fault = reverted;
      expect(await send(3)).toMatchObject({ ending: "succeeded" });
      liar.reset();
    }
  });
});

describe("D6: what a settlement pays", () => {
  const check = async (count: number, payment: unknown) => {
    const { payload } = payment as Payload;
    const { from, to, value, validAfter, validBefore, nonce } = payload.authorization;
    const authorization = {
      token: USDC,
      from,
      to,
      valueUsdcUnits: BigInt(value ?? 0),
      validAfter: BigInt(validAfter ?? 0),
      validBefore: BigInt(validBefore ?? 0),
      nonce,
      signature: payload.signature,
    } as unknown as Authorization;
    const settle = settlementCheck({
      nodes: over(count),
      chainId: CHAIN_ID,
      sender: stage.address("settler"),
      factories: null,
    });
    return settle({ authorization });
  };
  const checkOver = async (count: number) => {
    const checked = await check(count, await signPayment(chain));
    if (!checked.ok) throw new Error(checked.objection.detail);
    const { nonce: _nonce, data: _data, ...prepared } = checked.prepared;
    return prepared;
  };
  const near = (gas: bigint) => Number(gas / 10_000n);

  it("D6: is refused with a reason although a node leaves out the bytes of a revert", async () => {
    const used = await signPayment(chain, { terms: { value: 10n ** 15n } });
    proxies[0]!.fault = (calls) =>
      calls.some(({ method }) => method === "eth_estimateGas") ? { kind: "revert", data: "0x" } : undefined;
    expect(await check(2, used)).toMatchObject({ objection: { reason: "invalid_exact_evm_insufficient_balance" } });
  });

  it("D6: one node can raise neither its tip nor its base fee, nor its gas beyond what a transfer takes", async () => {
    const { gas, maxFeePerGas, maxPriorityFeePerGas } = await checkOver(2);
    for (const prepared of await eachOfTwo(
      lie("eth_maxPriorityFeePerGas", () => "0x174876e800"),
      () => checkOver(2),
    ))
      expect(prepared).toMatchObject({ maxFeePerGas, maxPriorityFeePerGas });
    for (const prepared of await eachOfTwo(
      lie("eth_estimateGas", () => "0x5208"),
      () => checkOver(2),
    ))
      expect(near(prepared.gas)).toBe(near(gas));
    const dear = lie("eth_getBlockByNumber", (block) => ({ ...(block as object), baseFeePerGas: "0x174876e800" }));
    for (const fault of [dear, lie("eth_estimateGas", () => "0xf00000")]) {
      for (const liar of proxies.slice(0, 2)) {
        liar.fault = fault;
        await expect(checkOver(2)).rejects.toThrow(ChainUnavailable);
        expect(near((await checkOver(3)).gas)).toBe(near(gas));
        liar.reset();
      }
    }
  });
});

describe("D6: the commands that check the ledger", () => {
  it("D6: go by logs that two nodes agree on", async () => {
    await chain.pay({ to: stage.address("recipient"), amountUsdcUnits: 1_000_000n });
    await stage.create();
    await chain.mine(3);
    const parts = (count: number) => ({
      escrow: escrowOver(count),
      nodes: over(count),
      chainId: CHAIN_ID,
      recipients: [stage.address("recipient")],
    });
    const none = lie("eth_getLogs", (logs, [filter]) =>
      (filter as { address: unknown }).address === stage.addresses.human ? logs : [],
    );
    await expectQuorum(none, (count) => inboundTransfers(parts(count)));
    const upTo = BigInt(await chain.provider.getBlockNumber()) - 1n;
    await expectQuorum(none, (count) => chainMoney("human", upTo, parts(count)));
  });
});
