import { ContractFactory, id } from "ethers";
import { ethersKeeperWallet } from "../../../functions/src/adapters/ethers/keeperWallet";
import { firestoreKeeperStore } from "../../../functions/src/adapters/firestore/keeperStore";
import { firestoreProjections } from "../../../functions/src/adapters/firestore/projections";
import { firestoreResubmissions } from "../../../functions/src/adapters/firestore/resubmissions";
import { firestoreTasks } from "../../../functions/src/adapters/firestore/tasks";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../../functions/src/domain/address";
import type { Hex } from "../../../functions/src/domain/keccak";
import type { TaskKey } from "../../../functions/src/domain/task/events";
import { keeper, type KeeperParts } from "../../../functions/src/application/tasks/keeper";
import { compileWallets, type Compiled } from "../../setup/compile";
import { CHAIN_ID, type OwnChain, ownChain } from "../../setup/chain";
import { EscrowStage } from "../../setup/escrow";
import { testFirestore } from "../../setup/firestore";
import { KeptLog } from "../../setup/service";
import { partsOver, runToEnd } from "../../setup/projected";

const ONE_ETHER = 10n ** 18n;
const { db } = testFirestore();
const tasks = firestoreTasks(db);
const resubmissions = firestoreResubmissions(db);
const keeperStore = firestoreKeeperStore(db);
const log = new KeptLog();
let chain: OwnChain;
let stage: EscrowStage;
let nowMs: number;

beforeAll(async () => {
  chain = await ownChain();
  stage = await EscrowStage.open(chain);
});
afterAll(() => chain.close());
beforeEach(async () => {
  log.lines.length = 0;
  await followChain();
});

async function followChain(): Promise<void> {
  nowMs = ((await chain.provider.getBlock("latest"))?.timestamp ?? 0) * 1000;
  await runToEnd(partsOver(db, stage.escrow));
}

function parts(changes: Partial<KeeperParts> = {}): KeeperParts {
  const nodes = new Nodes({ urls: [chain.rpcUrl], chainId: CHAIN_ID, timeoutMs: 2_000, log });
  const privateKey = chain.wallet("keeper").privateKey as Hex;
  return {
    ...partsOver(db, stage.escrow),
    log,
    tasks,
    resubmissions,
    keeperStore,
    wallet: ethersKeeperWallet({ nodes, privateKey, sleep: () => chain.mine() }),
    owner: "run-1",
    nowMs: () => nowMs,
    budgetWei: ONE_ETHER,
    callsTimeouts: false,
    ...changes,
  };
}

/** A task with a change request that the worker has answered by signature alone. */
async function answered(text: string): Promise<TaskKey> {
  const key = await stage.create();
  await stage.walk(key, "start", "submit", "requestChanges");
  await followChain();
  const task = (await tasks.get(key))?.task;
  if (!task) throw new Error("the projection has no such task");
  await resubmissions.keep(task, await stage.resubmission(key, id(text) as Hex));
  return key;
}

const events = () => log.lines.map(({ event }) => event);

describe("happy", () => {
  it("brings a stored answer to the chain, shows it in the projection, and is done with it", async () => {
    const key = await answered("better work");
    expect(await keeper(parts())).toEqual({ anchored: 1, ended: 0, postponed: 0 });
    expect(await stage.task(key)).toMatchObject({ state: "SUBMITTED", contentHash: id("better work") });
    expect((await tasks.get(key))?.task.state).toBe("SUBMITTED");
    expect(await resubmissions.waiting(10)).toEqual([]);
    expect(await keeper(parts())).toEqual({ anchored: 0, ended: 0, postponed: 0 });
    await stage.take("approve", key);
  });

  it("ends the turns of those who stay silent, where it is told to, and only when their time is over", async () => {
    const [silentBuyer, silentWorker, inTime] = [await stage.create(), await stage.create(), await stage.create()];
    await stage.walk(silentBuyer, "start", "submit");
    await stage.walk(silentWorker, "start");
    await stage.passDeadline(silentBuyer);
    await stage.walk(inTime, "start");
    await followChain();
    expect(await keeper(parts())).toMatchObject({ ended: 0 });
    expect(await keeper(parts({ callsTimeouts: true }))).toMatchObject({ ended: 2, postponed: 0 });
    const [buyer, worker, timely] = await Promise.all(
      [silentBuyer, silentWorker, inTime].map((key) => stage.task(key)),
    );
    expect([buyer?.state, worker?.state, timely?.state]).toEqual(["APPROVED", "EXPIRED", "STARTED"]);
    expect((await tasks.get(silentBuyer))?.task).toMatchObject({ state: "APPROVED", settled: true });
  });

  it("counts what it spent, per day", async () => {
    const before = await keeperStore.spentWei(day());
    const wei = await chain.provider.getBalance(chain.wallet("keeper").address);
    await answered("counted work");
    await keeper(parts());
    const paid = wei - (await chain.provider.getBalance(chain.wallet("keeper").address));
    expect(paid).toBeGreaterThan(0n);
    expect((await keeperStore.spentWei(day())) - before).toBe(paid);
  });
});

describe("refusals", () => {
  it("sends nothing beyond the day's budget, and goes on the next day", async () => {
    const key = await answered("expensive work");
    const budgetWei = (await keeperStore.spentWei(day())) + 1n;
    expect(await keeper(parts({ budgetWei }))).toEqual({ anchored: 0, ended: 0, postponed: 1 });
    expect(events()).toContain("keeper.budget_used_up");
    expect((await stage.task(key)).state).toBe("CHANGES_REQUESTED");
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
  });

  it("D5: one transaction costs a tenth of the day's budget at most, so that a dear minute does not use up the day", async () => {
    const key = await answered("dear minute");
    const unspent = { ...keeperStore, spentWei: async () => 0n };
    await keeper(parts({ keeperStore: unspent, budgetWei: 1n }));
    const { fields } = log.lines.find(({ event }) => event === "keeper.budget_used_up") ?? {};
    const wouldCostWei = BigInt(String(fields?.["wouldCostWei"]));
    log.lines.length = 0;
    const before = await keeperStore.newest();
    nowMs += 60_000;
    expect(await keeper(parts({ keeperStore: unspent, budgetWei: 9n * wouldCostWei }))).toMatchObject({ anchored: 0 });
    expect(log.lines.filter(({ event }) => event !== "keeper.done")).toMatchObject([
      { event: "keeper.too_expensive", fields: { maxWei: String((9n * wouldCostWei) / 10n) } },
    ]);
    expect((await stage.task(key)).state).toBe("CHANGES_REQUESTED");
    // It could not anchor, and says so to the workers.
    expect(await keeperStore.newest()).toBe(before);
    expect(await keeper(parts({ keeperStore: unspent, budgetWei: 11n * wouldCostWei }))).toMatchObject({ anchored: 1 });
  });

  it("D5: postpones an answer that is dear by its own gas, and is well all the same", async () => {
    const key = await answered("dear answer");
    let noted = 0;
    const dear = {
      keeperStore: { ...keeperStore, spentWei: async () => 0n, noteRun: async () => void (noted += 1) },
      wallet: { ...parts().wallet, send: async () => ({ outcome: "tooExpensive" as const, wouldCostWei: 30n }) },
      escrow: { ...stage.escrow, simulate: async () => ({ ok: true as const, gas: 590_000n }) },
      budgetWei: 200n,
    };
    expect(await keeper(parts(dear))).toMatchObject({ anchored: 0, postponed: 1 });
    expect(noted).toBe(1);
    nowMs += 1_000;
    expect(await keeper(parts(dear))).toMatchObject({ postponed: 0 });
    await resubmissions.release(key, 1);
  });

  it("gives up an answer whose time is over, or that the worker has anchored alone", async () => {
    const [late, alone] = [await answered("late work"), await answered("own work")];
    await stage.take("resubmit", alone);
    await stage.passDeadline(late);
    await followChain();
    expect(await keeper(parts())).toEqual({ anchored: 0, ended: 0, postponed: 0 });
    expect(await resubmissions.waiting(10)).toEqual([]);
  });

  it("gives up an answer to a change request that a reorg undid, but not before its time is over", async () => {
    const key = await stage.create();
    await stage.walk(key, "start", "submit");
    await followChain();
    const task = (await tasks.get(key))?.task;
    if (!task) throw new Error("the projection has no such task");
    const deadline = nowMs / 1000 + 100;
    await resubmissions.keep(task, { round: 1, submissionHash: id("undone") as Hex, deadline, signature: "0x00" });
    await keeper(parts());
    expect(await resubmissions.waiting(10)).toHaveLength(1);
    nowMs += 101_000;
    await keeper(parts());
    expect(await resubmissions.waiting(10)).toEqual([]);
  });

  it("spends no gas on what the contract would refuse, and lets the projection catch up", async () => {
    const key = await answered("judged work");
    await stage.take("approveDuringChanges", key);
    const nonce = await chain.provider.getTransactionCount(chain.wallet("keeper").address);
    expect(await keeper(parts())).toEqual({ anchored: 0, ended: 0, postponed: 0 });
    expect(await chain.provider.getTransactionCount(chain.wallet("keeper").address)).toBe(nonce);
    expect((await tasks.get(key))?.task.state).toBe("APPROVED");
    expect(await resubmissions.waiting(10)).toEqual([]);
  });
});

describe("security", () => {
  it("lets no answers that the contract refuses keep it from another one", async () => {
    const stuck = await answered("refused work");
    const { task } = (await tasks.get(stuck)) ?? {};
    if (!task) throw new Error("the projection has no such task");
    const signed = await stage.resubmission(stuck, id("refused work") as Hex);
    const early = Array.from({ length: 60 }, (_, at) => ({ ...task, taskId: 1_000n + BigInt(at) }));
    await firestoreProjections(db).change(early, (_projection, { taskId }) => ({
      base: { ...task, taskId },
      tail: [],
    }));
    for (const one of early) await resubmissions.keep(one, { ...signed, deadline: signed.deadline - 1 });
    expect(await keeper(parts())).toEqual({ anchored: 1, ended: 0, postponed: 60 });
    expect((await stage.task(stuck)).state).toBe("SUBMITTED");
    for (const one of early) await resubmissions.release(one, signed.round);
  });

  it("D5: sends nothing that only succeeds where it is not sent: simulated with its own gas price, it fails", async () => {
    await answered("tricky work");
    const { abi, bytecode } = compileWallets()["TrickWallet"] as Compiled;
    const trick = await new ContractFactory(abi, bytecode, chain.wallet("deployer")).deploy(0, 200_000n, 0n);
    await trick.waitForDeployment();
    const data = trick.interface.encodeFunctionData("isValidSignature", [id("digest"), "0x"]) as Hex;
    const encode: typeof stage.escrow.encode = (call) => ({
      ...stage.escrow.encode(call),
      to: trick.target as Address,
      data,
    });
    const simulate = async () => ({
      ok: true as const,
      gas: BigInt(await chain.provider.estimateGas({ to: trick.target, data })) * 2n,
    });
    const wei = await chain.provider.getBalance(chain.wallet("keeper").address);
    for (let run = 0; run < 3; run++) {
      expect(await keeper(parts({ escrow: { ...stage.escrow, encode, simulate } }))).toEqual({
        anchored: 0,
        ended: 0,
        postponed: 1,
      });
      nowMs += 25 * 60_000;
    }
    expect(await chain.provider.getBalance(chain.wallet("keeper").address)).toBe(wei);
    expect(events()).toContain("keeper.would_revert");
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
  });

  it("D5: gives an answer up after one revert, and sends nothing more for its task", async () => {
    const key = await answered("reverted work");
    let sent = 0;
    const own = parts();
    const wallet: typeof own.wallet = {
      ...own.wallet,
      send: async () => ({
        outcome: "mined",
        txHash: id(`revert ${++sent}`) as Hex,
        succeeded: false,
        paidWei: 700_000n,
      }),
    };
    const minute = () => keeper(parts({ wallet, nowMs: () => (nowMs += 60_000) }));
    for (let run = 0; run < 5; run++) await minute();
    const { task } = (await tasks.get(key)) ?? {};
    if (!task) throw new Error("the projection has no such task");
    await resubmissions.keep(task, await stage.resubmission(key, id("another answer") as Hex));
    for (let run = 0; run < 5; run++) await minute();
    process.stdout.write(`keeper: ${sent} reverted transactions in ten minutes\n`);
    expect(sent).toBe(1);
    await resubmissions.release(key, 1);
  });

  it("burns no gas for a worker whose own contract takes millions to check a signature", async () => {
    await answered("dear work");
    const simulate = async () => ({ ok: true as const, gas: 5_000_000n });
    expect(await keeper(parts({ escrow: { ...stage.escrow, simulate } }))).toEqual({
      anchored: 0,
      ended: 0,
      postponed: 1,
    });
    expect(events()).toContain("keeper.too_much_gas");
    nowMs += 5 * 60_000;
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
  });
});

describe("D14: the keeper goes on", () => {
  it("tries a refused answer again after 5 minutes, then after 10", async () => {
    const key = await answered("postponed work");
    let simulated = 0;
    const simulate = async () => (
      simulated++,
      { ok: false as const, reason: "InvalidSignature" as const, detail: "", isAgreed: true }
    );
    const run = (afterMs: number) =>
      keeper(parts({ escrow: { ...stage.escrow, simulate }, nowMs: () => nowMs + afterMs }));
    const tries: number[] = [];
    for (const minutes of [0, 1, 4, 5, 14, 15]) {
      await run(minutes * 60_000);
      tries.push(simulated);
    }
    expect(tries).toEqual([1, 1, 1, 2, 2, 3]);
    nowMs += 36 * 60_000;
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
    expect((await stage.task(key)).state).toBe("SUBMITTED");
  });

  it("past an answer whose task fails", async () => {
    const [broken, whole] = [await answered("broken work"), await answered("whole work")];
    const simulate: typeof stage.escrow.simulate = (call, from) =>
      "taskId" in call && call.taskId === broken.taskId
        ? Promise.reject(new Error("broken"))
        : stage.escrow.simulate(call, from);
    expect(await keeper(parts({ escrow: { ...stage.escrow, simulate } }))).toEqual({
      anchored: 1,
      ended: 0,
      postponed: 1,
    });
    expect(events()).toContain("keeper.failed");
    expect((await stage.task(whole)).state).toBe("SUBMITTED");
    await resubmissions.release(broken, 1);
  });

  it("ends turns past those that it leaves alone, whatever reverted for their tasks", async () => {
    const key = await stage.create();
    await stage.walk(key, "start", "submit");
    await stage.passDeadline(key);
    await followChain();
    await keeperStore.addRevert([`task-${key.contract}-${key.taskId}`], nowMs);
    const { task } = (await tasks.get(key)) ?? {};
    if (!task) throw new Error("the projection has no such task");
    const earlier = Array.from({ length: 60 }, (_, at) => ({
      ...task,
      taskId: 2_000n + BigInt(at),
      deadlines: { ...task.deadlines, reviewBy: (task.deadlines.reviewBy ?? 0) - 1 },
    }));
    await firestoreProjections(db).change(earlier, (_projection, { taskId }) => ({
      base: earlier.find((one) => one.taskId === taskId) ?? null,
      tail: [],
    }));
    const simulate: typeof stage.escrow.simulate = (call, from) =>
      "taskId" in call && call.taskId >= 2_000n
        ? Promise.reject(new Error("broken"))
        : stage.escrow.simulate(call, from);
    const report = await keeper(parts({ callsTimeouts: true, escrow: { ...stage.escrow, simulate } }));
    expect(report.postponed).toBeGreaterThanOrEqual(60);
    expect((await stage.task(key)).state).toBe("APPROVED");
    await firestoreProjections(db).change(earlier, () => ({ base: null, tail: [] }));
  });

  it("notes no run that left answers alone for want of gas or time", async () => {
    const key = await answered("unpaid work");
    const before = await keeperStore.newest();
    nowMs += 60_000;
    await keeper(parts({ budgetWei: 0n }));
    let looks = 0;
    await keeper(parts({ nowMs: () => nowMs + 150_000 * looks++ }));
    expect(await keeperStore.newest()).toBe(before);
    expect((await stage.task(key)).state).toBe("CHANGES_REQUESTED");
    await keeper(parts());
    expect(await keeperStore.newest()).toBe(nowMs);
  });
});

describe("faults", () => {
  it("lets one run at a time have the wallet, and the next one after a crash", async () => {
    await answered("contested work");
    await keeperStore.acquireLease("another run", nowMs, nowMs + 60_000);
    expect(await keeper(parts())).toEqual({ anchored: 0, ended: 0, postponed: 0 });
    nowMs += 60_001;
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
  });

  it("two runs that start at once anchor an answer once", async () => {
    await answered("raced work");
    const reports = await Promise.all([keeper(parts()), keeper(parts({ owner: "run-2" }))]);
    expect(reports.map(({ anchored }) => anchored).sort()).toEqual([0, 1]);
  });

  it("replaces a transaction that is stuck at its nonce by one that pays more", async () => {
    const key = await answered("stuck work");
    await chain.call("evm_setAutomine", false);
    const wallet = chain.wallet("keeper");
    const stuck = await wallet.sendTransaction({ to: wallet.address, value: 1n });
    const own = parts();
    const running = keeper(own);
    await expect(running).resolves.toMatchObject({ anchored: 1 });
    await chain.call("evm_setAutomine", true);
    expect(await chain.provider.getTransactionReceipt(stuck.hash)).toBeNull();
    expect((await stage.task(key)).state).toBe("SUBMITTED");
  });
});

function day(): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
