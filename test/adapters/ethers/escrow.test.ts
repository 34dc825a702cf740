import { id, Transaction } from "ethers";
import { ethersEscrow } from "../../../functions/src/adapters/ethers/escrow";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { KeptLog } from "../../setup/service";
import { artifact } from "../../../packages/contracts/artifact";
import { deployEscrows } from "../../../packages/contracts/deployEscrows";
import type { Hex } from "../../../functions/src/domain/keccak";
import { REVERTS, type EscrowCall } from "../../../functions/src/domain/task/call";
import type { TaskEvent } from "../../../functions/src/domain/task/events";
import { applyAll } from "../../../functions/src/domain/task/applyEvent";
import { termsHash } from "../../../functions/src/domain/task/terms";
import { ownChain, USDC } from "../../setup/chain/chain";
import { EscrowStage, escrowOver } from "../../setup/chain/escrow";
import { forFile } from "../../setup/forFile";
import { startRpcProxy } from "../../setup/chain/rpcProxy";

const chain = forFile(() => ownChain());
const stage = forFile(() => EscrowStage.open(chain));
const proxy = forFile(() => startRpcProxy(chain.rpcUrl));
afterEach(() => proxy.reset());

const ZERO_HASH: Hex = `0x${"0".repeat(64)}`;

const head = async () => (await stage.escrow.heads()).latest.number;
const allEvents = async (escrow = stage.escrow) =>
  (await escrow.events({ contract: "human" }, 0n, await head())).events;
const names = (events: readonly TaskEvent[]) => events.map(({ name }) => name);

describe("happy", () => {
  it("D13: simulates by quorum what two nodes must agree on, whatever gas each of them estimates", async () => {
    const nodes = new Nodes({
      urls: [chain.rpcUrl, proxy.url],
      quorum: 2,
      chainId: 8453,
      timeoutMs: 2_000,
      log: new KeptLog(),
    });
    const escrow = ethersEscrow({ nodes, addresses: stage.addresses, fromBlock: 0n, chainId: 8453 });
    const key = await stage.create("human", { mode: "instant" });
    const start = async () =>
      ({ function: "stakeAndStart", ...key, agreedTerms: await stage.agreedTerms(key), voucher: null }) as const;
    proxy.fault = { kind: "lie", method: "eth_estimateGas", result: () => "0x5208" };
    expect(await escrow.simulate(await start(), stage.address("worker"))).toMatchObject({
      ok: true,
    });
    const refused = { ...(await start()), agreedTerms: ZERO_HASH };
    proxy.reset();
    expect(await escrow.simulate(refused, stage.address("worker"))).toMatchObject({
      ok: false,
      reason: "WrongTerms",
    });
    expect(proxy.calls.some(({ method }) => method === "eth_estimateGas")).toBe(true);
  });

  it("decodes every argument of an event, and where it stands", async () => {
    const key = await stage.create("human", { mode: "selection" });
    const block = await chain.provider.getBlock("latest");
    const { events } = await stage.escrow.events(key, 0n, await head());
    const terms = stage.terms("human");
    expect(events).toEqual([
      {
        ...key,
        name: "TaskCreated",
        poster: stage.address("buyer"),
        metadataHash: terms.metadataHash,
        rewardUsdcUnits: terms.rewardUsdcUnits,
        stakeUsdcUnits: terms.stakeUsdcUnits,
        mode: "selection",
        maxChangeRounds: 2,
        judge: null,
        windows: terms.windows,
        openUntil: (block?.timestamp ?? 0) + terms.windows.open,
        cancelFeeUsdcUnits: 1_000_000n,
        platformFeeBps: 0,
        arbiter: stage.address("arbiter"),
        at: {
          blockNumber: BigInt(block?.number ?? 0),
          blockHash: block?.hash,
          txHash: block?.transactions[0],
          logIndex: 0,
          time: block?.timestamp,
        },
      },
    ]);
  });

  it("gives a task's own events and no others, of its own deployment alone", async () => {
    const one = await stage.create("agent-fast");
    const other = await stage.create("agent-fast");
    await stage.walk(one, "start", "submit");
    const of = async (key: { contract: "human" | "agent-fast"; taskId?: bigint }) =>
      (await stage.escrow.events(key, 0n, await head())).events;
    expect(names(await of(one))).toEqual(["TaskCreated", "TaskStarted", "WorkSubmitted"]);
    expect(names(await of(other))).toEqual(["TaskCreated"]);
    expect((await of({ contract: "agent-fast" })).length).toBe(4);
  });

  it("takes a block's time from the block where the node's logs don't say it", async () => {
    const honest = await allEvents();
    proxy.fault = {
      kind: "lie",
      method: "eth_getLogs",
      result: (logs) => (logs as object[]).map((log) => ({ ...log, blockTimestamp: undefined })),
    };
    expect(await allEvents(escrowOver(proxy.url, stage.addresses))).toEqual(honest);
  });

  it("reads a receipt: whom it calls, its block, and the events of this service's contracts", async () => {
    const key = await stage.create();
    const txHash = await stage.take("start", key);
    const receipt = await stage.escrow.receipt(txHash);
    expect(receipt).toMatchObject({
      txHash,
      to: stage.addresses.human,
      succeeded: true,
      sealed: true,
    });
    expect(receipt?.events).toMatchObject([{ name: "TaskStarted", ...key, worker: stage.address("worker") }]);
    expect(await stage.escrow.receipt(id("nothing") as Hex)).toBeNull();
  });

  it("encodes all that the contract takes, and says what it costs", async () => {
    const key = await stage.create("human", { mode: "selection" });
    const call: EscrowCall = {
      function: "stakeAndStart",
      ...key,
      agreedTerms: await stage.agreedTerms(key),
      voucher: await stage.voucher(key),
    };
    const simulated = await stage.escrow.simulate(call, stage.address("worker"));
    expect(simulated.ok && simulated.gas > 50_000n && simulated.gas < 400_000n).toBe(true);
  });

  it("D15: names the hash of the terms that the contract itself computes", async () => {
    for (const contract of ["human", "agent-fast"] as const) {
      const key = await stage.create(contract, { mode: "selection", maxChangeRounds: 3 });
      const { events } = await stage.escrow.events(key, 0n, await head());
      const task = applyAll(null, events);
      if (!task) throw new Error("the task exists");
      expect(termsHash(task)).toBe(await stage.agreedTerms(key));
      for (const change of [
        { rewardUsdcUnits: 1n },
        { maxChangeRounds: 2 },
        { platformFeeBps: 1 },
        { windows: { ...task.windows, work: 1 } },
      ] as const) {
        const agreedTerms = termsHash({ ...task, ...change });
        const simulated = await stage.escrow.simulate(
          { function: "stakeAndStart", ...key, agreedTerms, voucher: null },
          stage.address("worker"),
        );
        expect(simulated).toMatchObject({ ok: false, reason: "WrongTerms" });
      }
    }
  });

  it("anchors and approves in one transaction", async () => {
    const key = await stage.create();
    await stage.walk(key, "start", "submit", "requestChanges");
    const submissionHash = id("better") as Hex;
    const signed = await stage.resubmission(key, submissionHash);
    const calls: EscrowCall[] = [
      { function: "resubmitWork", ...key, ...signed, signed },
      { function: "approve", ...key, submissionHash, rating: 4, commentHash: ZERO_HASH },
    ];
    await stage.call({ function: "multicall", contract: "human", calls }, "buyer");
    const { events } = await stage.escrow.events(key, 0n, await head());
    expect(names(events).slice(-2)).toEqual(["WorkResubmitted", "TaskApproved"]);
    expect(events.at(-1)).toMatchObject({ rating: 4, commentHash: null, at: { logIndex: 1 } });
  });

  it("tells a wallet's money, allowances and credits at one block", async () => {
    const { wei, usdcUnits, nonce, escrows, block } = await stage.escrow.balances(stage.address("worker2"));
    expect(wei).toBeGreaterThan(0n);
    expect([usdcUnits, nonce]).toEqual([10_000_000_000n, 2]);
    expect(escrows.human.allowanceUsdcUnits).toBeGreaterThan(10n ** 30n);
    expect(escrows["agent-fast"].creditUsdcUnits).toBe(0n);
    expect(block.number).toBe(await head());
  });

  it("broadcasts a signed transaction once, and says the same when it comes again", async () => {
    const key = await stage.create();
    const { to, data, value } = stage.escrow.encode({ function: "cancelTask", ...key });
    const wallet = chain.wallet("buyer");
    const signed = (await wallet.signTransaction(await wallet.populateTransaction({ to, data, value }))) as Hex;
    const sent = { outcome: "sent", txHash: Transaction.from(signed).hash };
    expect(await stage.escrow.broadcast(signed)).toEqual(sent);
    expect(await stage.escrow.broadcast(signed)).toEqual(sent);
    // A node mines after it has answered.
    await chain.provider.waitForTransaction(String(sent.txHash));
    expect((await stage.task(key)).state).toBe("CANCELLED");
  });
});

describe("refusals", () => {
  it("names the contract's own reason, with a sentence that says what to do", async () => {
    const key = await stage.create();
    const reason = async (call: EscrowCall, from: "buyer" | "worker" | "stranger") => {
      const simulated = await stage.escrow.simulate(call, stage.address(from));
      return simulated.ok ? null : [simulated.reason, simulated.detail === REVERTS[simulated.reason]];
    };
    expect(await reason({ function: "submitWork", ...key, submissionHash: id("x") as Hex }, "worker")).toEqual([
      "WrongState",
      true,
    ]);
    expect(await reason({ function: "cancelTask", ...key }, "stranger")).toEqual(["NotPoster", true]);
    expect(await reason({ function: "expireTask", ...key }, "stranger")).toEqual(["DeadlineNotPassed", true]);
    expect(
      await reason(
        { function: "stakeAndStart", ...key, agreedTerms: await stage.agreedTerms(key), voucher: null },
        "stranger",
      ),
    ).toEqual(["InsufficientAllowance", true]);
    expect(
      await reason(
        { function: "createTask", contract: "human", terms: stage.terms("human", { rewardUsdcUnits: 1_000_000n }) },
        "buyer",
      ),
    ).toEqual(["RewardTooSmall", true]);
    expect(
      await reason(
        {
          function: "createTask",
          contract: "human",
          terms: stage.terms("human", { rewardUsdcUnits: 90_000_000_000n, stakeUsdcUnits: 900_000_000n }),
        },
        "buyer",
      ),
    ).toEqual(["InsufficientBalance", true]);
  });

  it("has a sentence for every reason that a call of the escrow can fail with", () => {
    const own = (artifact("TaskEscrow").abi as { type: string; name: string }[])
      .filter(({ type }) => type === "error")
      .map(({ name }) => name);
    const neverByACall =
      /^(Address|Failed|Invalid(Deployment|ShortString)|Ownable|Reentrancy|SafeCast|SafeERC20|StringTooLong)/;
    expect(own.filter((name) => !(name in REVERTS) && !neverByACall.test(name))).toEqual([]);
  });

  it("D22: broadcasts nothing that is not a signed transaction, is for another chain, a stranger's contract, a used nonce, too much gas (EIP-7825), or unpaid gas", async () => {
    const wallet = chain.wallet("worker2");
    const populated = await wallet.populateTransaction({ to: USDC, data: "0x", gasLimit: 100_000 });
    const sign = async (changes: object) => (await wallet.signTransaction({ ...populated, ...changes })) as Hex;
    const refusal = async (signed: Hex) => {
      const answer = await stage.escrow.broadcast(signed);
      return answer.outcome === "refused" ? answer.detail : answer.outcome;
    };
    expect(await refusal("0x1234")).toMatch("not a signed transaction");
    expect(await refusal(await sign({ chainId: 1 }))).toMatch("another chain");
    expect(await refusal(await sign({ to: stage.address("stranger") }))).toMatch("neither an escrow");
    expect(await refusal(await sign({ gasLimit: 16_777_217 }))).toMatch("the maximum is 16777216");
    expect(await refusal(await sign({ nonce: 0 }))).toMatch(
      /^Another transaction of this wallet, 0x[0-9a-f]{64}, has its nonce/,
    );
    expect(await refusal(await sign({ maxFeePerGas: 10n ** 30n }))).toMatch("too little ether");
  });
});

describe("security", () => {
  it("M1: reads no event of a look-alike contract, though it names the same task", async () => {
    const human = await deployAnother();
    const approve = chain.usdc.interface.encodeFunctionData("approve", [human, 10n ** 12n]);
    await chain.send({ from: "buyer", to: USDC, data: approve });
    const { data } = stage.escrow.encode({ function: "createTask", contract: "human", terms: stage.terms("human") });
    const txHash = (await chain.send({ from: "buyer", to: human, data })) as Hex;
    expect(await stage.escrow.receipt(txHash)).toMatchObject({ succeeded: true, to: human, events: [] });
  });

  it("X2: reads no events of a receipt whose block is not on the chain", async () => {
    const key = await stage.create();
    const txHash = await stage.take("start", key);
    proxy.fault = {
      kind: "lie",
      method: "eth_getTransactionReceipt",
      result: (receipt) => ({ ...(receipt as object), blockHash: id("pre-confirmation") }),
    };
    expect(await escrowOver(proxy.url, stage.addresses).receipt(txHash)).toMatchObject({ sealed: false, events: [] });
  });
});

describe("faults", () => {
  it("shortens a range that a node refuses, until it bears it", async () => {
    await chain.mine(40);
    const refusing = escrowOver(proxy.url, stage.addresses);
    proxy.fault = (calls) => {
      const [filter] = (calls.find(({ method }) => method === "eth_getLogs")?.params ?? []) as {
        fromBlock: string;
        toBlock: string;
      }[];
      const tooLong = filter && Number(filter.toBlock) - Number(filter.fromBlock) >= 8;
      return tooLong ? { kind: "error", code: -32005, message: "query exceeds max block range 8" } : undefined;
    };
    const events: TaskEvent[] = [];
    const to = await head();
    for (let next = 0n; next <= to;) {
      const read = await refusing.events({ contract: "human" }, next, to);
      expect(read.toBlock - read.fromBlock).toBeLessThan(8n);
      expect(read.fromBlock).toBe(next);
      events.push(...read.events);
      next = read.toBlock + 1n;
    }
    expect(events).toEqual(await allEvents());
  });

  it("does not take a dead node for one that refuses a range", async () => {
    const to = await head();
    proxy.fault = { kind: "status", status: 503 };
    const dead = escrowOver(proxy.url, stage.addresses);
    await expect(dead.events({ contract: "human" }, 0n, to)).rejects.toThrow("No node of the chain");
    expect(proxy.roundTrips).toBe(2);
  });

  it("passes over a node that has not seen the range's end yet", async () => {
    const behind = await startRpcProxy(chain.rpcUrl);
    const to = await head();
    behind.fault = { kind: "lie", method: "eth_getBlockByNumber", result: () => null };
    try {
      const both = escrowOver([behind.url, chain.rpcUrl], stage.addresses);
      expect((await both.events({ contract: "human" }, 0n, to)).events).toEqual(await allEvents());
      expect(behind.roundTrips).toBe(1);
    } finally {
      await behind.close();
    }
  });

  it("reads again when the chain changes while it is read", async () => {
    let asked = 0;
    proxy.fault = {
      kind: "lie",
      method: "eth_getBlockByNumber",
      result: (block) => (asked++ === 0 ? { ...(block as object), hash: id("fork") } : block),
    };
    expect(await allEvents(escrowOver(proxy.url, stage.addresses))).toEqual(await allEvents());
    expect(proxy.roundTrips).toBe(2);
  });

  it("knows which blocks are on the chain and which were undone", async () => {
    const { latest } = await stage.escrow.heads();
    await chain.mine();
    const undone = (await stage.escrow.heads()).latest;
    await chain.reorg(1);
    expect(await stage.escrow.areOnChain([latest, undone, { number: 1_000_000n, hash: undone.hash }])).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("says sent where the node took the transaction but its answer was lost", async () => {
    const wallet = chain.wallet("worker2");
    const { to, data } = stage.escrow.encode({ function: "approveUsdc", contract: "human", amountUsdcUnits: 7n });
    const signed = (await wallet.signTransaction(await wallet.populateTransaction({ to, data }))) as Hex;
    proxy.fault = (calls) =>
      calls.some(({ method }) => method === "eth_sendRawTransaction") ? { kind: "drop", when: "after" } : undefined;
    expect(await escrowOver(proxy.url, stage.addresses).broadcast(signed)).toMatchObject({ outcome: "sent" });
  });
});

/** A second copy of the escrow that this service does not know. */
async function deployAnother(): Promise<string> {
  const { human } = await deployEscrows({
    signer: chain.wallet("deployer"),
    usdc: USDC,
    treasury: stage.address("treasury"),
    owner: stage.address("deployer"),
    arbiter: stage.address("arbiter"),
  });
  return human;
}
