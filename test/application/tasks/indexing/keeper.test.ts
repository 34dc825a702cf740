import { type Contract, ContractFactory, id } from "ethers";
import type { KeeperWalletOptions } from "../../../../functions/src/adapters/ethers/keeperWallet";
import { firestoreKeeperStore } from "../../../../functions/src/adapters/firestore/payments/keeperStore";
import { firestoreProjections } from "../../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreResubmissions } from "../../../../functions/src/adapters/firestore/tasks/resubmissions";
import { firestoreTasks } from "../../../../functions/src/adapters/firestore/tasks/tasks";
import { firestoreWalletStore } from "../../../../functions/src/adapters/firestore/payments/walletStore";
import { Nodes } from "../../../../functions/src/adapters/rpc/nodes";
import type { Address } from "../../../../functions/src/domain/address";
import type { Hex } from "../../../../functions/src/domain/keccak";
import type { TaskKey } from "../../../../functions/src/domain/task/events";
import { keeper, type KeeperParts } from "../../../../functions/src/application/tasks/indexing/keeper";
import type { KeeperWallet } from "../../../../functions/src/ports/ownWallet";
import { compileWallets, type Compiled } from "../../../setup/chain/compile";
import { CHAIN_ID, ownChain } from "../../../setup/chain/chain";
import { EscrowStage } from "../../../setup/chain/escrow";
import { keeperWalletOn } from "../../../setup/chain/keeper";
import { testFirestore } from "../../../setup/firestore";
import { forFile } from "../../../setup/forFile";
import { behind, startRpcProxy } from "../../../setup/chain/rpcProxy";
import { KeptLog } from "../../../setup/service";
import { partsOver, runToEnd } from "../../../setup/projected";
import { inDeep, sampled } from "../../../setup/runs";

const ONE_ETHER = 10n ** 18n;
/** After which a step that failed is tried again. */
const RETRY_MS = 5 * 60_000;
const { db } = testFirestore();
const tasks = firestoreTasks(db);
const resubmissions = firestoreResubmissions(db);
const keeperStore = firestoreKeeperStore(db);
const log = new KeptLog();
let nowMs: number;

const chain = forFile(() => ownChain());
const node = forFile(() => startRpcProxy(chain.rpcUrl));
const stage = forFile(() => EscrowStage.open(chain));
beforeEach(async () => {
  node.reset();
  log.lines.length = 0;
  await followChain();
});

async function followChain(): Promise<void> {
  nowMs = ((await chain.provider.getBlock("latest"))?.timestamp ?? 0) * 1000;
  await runToEnd(partsOver(db, stage.escrow));
}

/** The keeper's wallet; each is another instance's, over the same store. */
const walletWith = (changes: Partial<KeeperWalletOptions> = {}): KeeperWallet =>
  keeperWalletOn(chain, db, {
    nodes: new Nodes({ urls: [node.url], chainId: CHAIN_ID, timeoutMs: 2_000, log }),
    budgetWei: ONE_ETHER,
    log,
    nowMs: () => nowMs,
    ...changes,
  });

const store = () => firestoreWalletStore(db, "keeper", chain.wallet("keeper").address as Address);
const nonce = () => chain.provider.getTransactionCount(chain.wallet("keeper").address);

/** Parts that spend so much a day at the most, whatever was spent before. */
async function partsWithin(budgetWei: bigint): Promise<KeeperParts> {
  await db.collection("settlers").doc(chain.wallet("keeper").address).set({ spentWei: "0" }, { merge: true });
  return parts({ wallet: walletWith({ budgetWei }) });
}

function parts(changes: Partial<KeeperParts> = {}): KeeperParts {
  return {
    ...partsOver(db, stage.escrow),
    log,
    tasks,
    resubmissions,
    keeperStore,
    wallet: walletWith(),
    owner: "run-1",
    nowMs: () => nowMs,
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

/** A wallet that does not answer in a block as it does in a simulation, and an escrow whose calls ask it. */
async function trickWallet(trick: number, work: bigint) {
  const { abi, bytecode } = compileWallets()["TrickWallet"] as Compiled;
  const wallet = await new ContractFactory(abi, bytecode, chain.wallet("deployer")).deploy(trick, work, 0n);
  await wallet.waitForDeployment();
  const to = wallet.target as Address;
  const data = wallet.interface.encodeFunctionData("isValidSignature", [id("digest"), "0x"]) as Hex;
  const encode: typeof stage.escrow.encode = (call) => ({ ...stage.escrow.encode(call), to, data });
  const simulate = async () => ({
    ok: true as const,
    gas: BigInt(await chain.provider.estimateGas({ to, data })) * 2n,
  });
  return { trick: wallet as Contract, asCall: { encode, simulate } };
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
    expect(await keeper(parts({ callsTimeouts: true }))).toMatchObject({ ended: 0, postponed: 0 });
    const [buyer, worker, timely] = await Promise.all(
      [silentBuyer, silentWorker, inTime].map((key) => stage.task(key)),
    );
    expect([buyer?.state, worker?.state, timely?.state]).toEqual(["APPROVED", "EXPIRED", "STARTED"]);
    expect((await tasks.get(silentBuyer))?.task).toMatchObject({ state: "APPROVED", settled: true });
  });

  it("counts what it spent, per day", async () => {
    const before = await store().spentWei(day());
    const wei = await chain.provider.getBalance(chain.wallet("keeper").address);
    await answered("counted work");
    await keeper(parts());
    const paid = wei - (await chain.provider.getBalance(chain.wallet("keeper").address));
    expect(paid).toBeGreaterThan(0n);
    expect((await store().spentWei(day())) - before).toBe(paid);
  });
});

describe("refusals", () => {
  it("sends nothing beyond the day's budget, and goes on the next day", async () => {
    const key = await answered("expensive work");
    const budgetWei = (await store().spentWei(day())) + 1n;
    const wallet = walletWith({ budgetWei, maxWei: ONE_ETHER });
    expect(await keeper(parts({ wallet }))).toEqual({ anchored: 0, ended: 0, postponed: 1 });
    expect(events()).toContain("keeper.budget_used_up");
    expect((await stage.task(key)).state).toBe("CHANGES_REQUESTED");
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
  });

  it("D5: one transaction costs a tenth of the day's budget at most, so that a dear minute does not use up the day", async () => {
    const key = await answered("dear minute");
    await keeper(await partsWithin(1n));
    const { fields } = log.lines.find(({ event }) => event === "keeper.too_expensive") ?? {};
    const wouldCostWei = BigInt(String(fields?.["wouldCostWei"]));
    log.lines.length = 0;
    const before = await keeperStore.newest();
    nowMs += 60_000;
    expect(await keeper(await partsWithin(9n * wouldCostWei))).toMatchObject({ anchored: 0 });
    expect(log.lines.filter(({ event }) => event !== "keeper.done")).toMatchObject([
      { event: "keeper.too_expensive", fields: { maxWei: String((9n * wouldCostWei) / 10n) } },
    ]);
    expect((await stage.task(key)).state).toBe("CHANGES_REQUESTED");
    // It could not anchor, and says so to the workers.
    expect(await keeperStore.newest()).toBe(before);
    expect(await keeper(await partsWithin(12n * wouldCostWei))).toMatchObject({ anchored: 1 });
  });

  inDeep("D5: postpones an answer that is dear by its own gas, and is well all the same", async () => {
    const key = await answered("dear answer");
    let noted = 0;
    const dear = {
      keeperStore: { ...keeperStore, noteRun: async () => void (noted += 1) },
      wallet: {
        ...walletWith(),
        send: async () => ({ outcome: "tooExpensive" as const, wouldCostWei: 30n, maxWei: 20n }),
      },
      escrow: { ...stage.escrow, simulate: async () => ({ ok: true as const, gas: 590_000n }) },
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

  inDeep("gives up an answer to a change request that a reorg undid, but not before its time is over", async () => {
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
    const before = await nonce();
    expect(await keeper(parts())).toEqual({ anchored: 0, ended: 0, postponed: 0 });
    expect(await nonce()).toBe(before);
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
    const { asCall } = await trickWallet(0, 200_000n);
    const wei = await chain.provider.getBalance(chain.wallet("keeper").address);
    for (let run = 0; run < 3; run++) {
      expect(await keeper(parts({ escrow: { ...stage.escrow, ...asCall } }))).toEqual({
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
    const own = await trickWallet(4, 0n);
    const escrow = { ...stage.escrow, ...own.asCall };
    const before = await nonce();
    await chain.call("evm_setAutomine", false);
    // The wallet's answer changes between the simulation and the block.
    const evade = async () => {
      if (!(await own.trick.getFunction("isOff")()))
        await own.trick.getFunction("switchOff").send({ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n });
      await chain.mine();
    };
    const wallet = walletWith({ sleep: evade });
    const minute = () => keeper(parts({ wallet, escrow, nowMs: () => (nowMs += 60_000) }));
    for (let run = 0; run < 5; run++) await minute();
    await chain.call("evm_setAutomine", true);
    const { task } = (await tasks.get(key)) ?? {};
    if (!task) throw new Error("the projection has no such task");
    await resubmissions.keep(task, await stage.resubmission(key, id("another answer") as Hex));
    for (let run = 0; run < 5; run++) await keeper(parts({ nowMs: () => (nowMs += 60_000) }));
    expect((await nonce()) - before).toBe(1);
    await resubmissions.release(key, 1);
  });

  it("KW8: a revert because the poster decided first counts against neither the task nor its worker", async () => {
    const spenders = db.collection("keeperSpenders");
    const names = (key: TaskKey) => [`task-${key.contract}-${key.taskId}`, `wallet-${chain.wallet("worker").address}`];
    const reverts = async (key: TaskKey) =>
      (await Promise.all(names(key).map((name) => spenders.doc(name).get()))).map(
        (doc) => (doc.get("revertedAt") as number[] | undefined)?.length ?? 0,
      );
    for (const decided of [true, false]) {
      const key = await answered(`overtaken work ${decided}`);
      const before = await reverts(key);
      const own = await trickWallet(4, 0n);
      await chain.call("evm_setAutomine", false);
      const overtake = async () => {
        if (await own.trick.getFunction("isOff")()) return;
        await own.trick.getFunction("switchOff").send({ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 11n });
        await chain.mine();
        await chain.call("evm_setAutomine", true);
        if (decided) await stage.take("approveDuringChanges", key);
      };
      const wallet = walletWith({ sleep: overtake });
      await keeper(parts({ wallet, escrow: { ...stage.escrow, ...own.asCall } }));
      await chain.call("evm_setAutomine", true);
      expect((await tasks.get(key))?.task.state).toBe(decided ? "APPROVED" : "CHANGES_REQUESTED");
      expect(await reverts(key)).toEqual(decided ? before : before.map((count) => count + 1));
      expect(events().includes("keeper.overtaken")).toBe(decided);
      log.lines.length = 0;
      expect(await resubmissions.waiting(10)).toEqual([]);
    }
    await spenders.doc(`wallet-${chain.wallet("worker").address}`).delete();
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

  inDeep("past an answer whose task fails", async () => {
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
    expect(events()).toContain("keeper.step_failed");
    expect((await stage.task(whole)).state).toBe("SUBMITTED");
    await resubmissions.release(broken, 1);
  });

  inDeep("ends turns past those that it leaves alone, whatever reverted for their tasks", async () => {
    const key = await stage.create();
    await stage.walk(key, "start", "submit");
    await stage.passDeadline(key);
    await followChain();
    const reverts = db.collection("keeperSpenders").doc(`task-${key.contract}-${key.taskId}`);
    await reverts.set({ open: 0, succeeded: 0, revertedAt: [nowMs] });
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

  inDeep("notes no run that left answers alone for want of gas or time", async () => {
    const key = await answered("unpaid work");
    const before = await keeperStore.newest();
    nowMs += 60_000;
    await keeper(await partsWithin(0n));
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

  inDeep("two runs that start at once anchor an answer once", async () => {
    await answered("raced work");
    const reports = await Promise.all([keeper(parts()), keeper(parts({ owner: "run-2" }))]);
    expect(reports.map(({ anchored }) => anchored).sort()).toEqual([0, 1]);
  });

  it("KW2: a run that died between signing and sending: the next one sends what it signed, once", async () => {
    const key = await answered("signed work");
    const before = await nonce();
    const dying = walletWith({
      store: () => ({
        ...store(),
        enqueue: async (...given) => {
          await store().enqueue(...given);
          throw new Error("killed");
        },
      }),
    });
    expect(await keeper(parts({ wallet: dying }))).toMatchObject({ anchored: 0, postponed: 1 });
    expect((await store().waiting()).length).toBe(1);
    nowMs += RETRY_MS;
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
    expect([(await stage.task(key)).state, await nonce()]).toEqual(["SUBMITTED", before + 1]);
  });

  it("KW3: two instances at once, without a lease between them, send one transaction", async () => {
    const key = await answered("contested twice");
    const before = await nonce();
    const unleased = { ...keeperStore, acquireLease: async () => true };
    const run = (owner: string) => keeper(parts({ wallet: walletWith(), keeperStore: unleased, owner }));
    await Promise.all([run("run-1"), run("run-2")]);
    expect([(await stage.task(key)).state, await nonce()]).toEqual(["SUBMITTED", before + 1]);
    expect(await resubmissions.waiting(10)).toEqual([]);
  });

  inDeep("KW4: a transaction that a foreign one has the nonce of is sent again at the next", async () => {
    const key = await answered("overtaken work");
    await chain.call("evm_setAutomine", false);
    const foreign = chain.wallet("keeper");
    await foreign.sendTransaction({ to: foreign.address, maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 10n ** 12n });
    await keeper(parts());
    await chain.call("evm_setAutomine", true);
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
    expect((await stage.task(key)).state).toBe("SUBMITTED");
  });
});

describe("transactions that are not mined at once", () => {
  /** A wallet that mines nothing while it waits. */
  const unhurried = () => walletWith({ sleep: async () => {} });
  /** A run that ends while its transaction is pending. */
  async function stuck(text: string): Promise<TaskKey> {
    const key = await answered(text);
    await chain.call("evm_setAutomine", false);
    expect(await keeper(parts({ wallet: unhurried() }))).toMatchObject({ anchored: 0, postponed: 1 });
    expect(events()).toContain("keeper.waiting");
    return key;
  }
  afterEach(() => chain.call("evm_setAutomine", true));

  it("KW1: is sent again at the same nonce for higher fees, and counted once", async () => {
    const before = await nonce();
    const key = await stuck("stuck work");
    nowMs += 60_000;
    await walletWith().advance();
    const [waiting, ...others] = await store().waiting();
    expect([waiting?.nonce, waiting?.txHashes.length, others]).toEqual([before, 2, []]);
    expect(await chain.call("eth_getTransactionByHash", waiting?.txHashes[0])).toBeNull();
    await chain.mine();
    expect(await keeper(parts())).toMatchObject({ anchored: 1, postponed: 0 });
    expect([(await stage.task(key)).state, await nonce()]).toEqual(["SUBMITTED", before + 1]);
    expect(await resubmissions.waiting(10)).toEqual([]);
  });

  it.each(sampled(["pending", "over"], 1))(
    "KW5: one whose fees another instance raised, and knows to be %s, is not lost",
    async (known) => {
      const key = await answered("raised work");
      const before = await nonce();
      await chain.call("evm_setAutomine", false);
      let looks = 0;
      const raisedMeanwhile = async () => {
        if (++looks > 1) return;
        const other = walletWith({ nowMs: () => nowMs + 60_000 });
        await other.advance();
        await chain.mine();
        if (known === "over") await other.advance();
      };
      expect(await keeper(parts({ wallet: walletWith({ sleep: raisedMeanwhile }) }))).toMatchObject({ anchored: 1 });
      expect([(await stage.task(key)).state, await nonce()]).toEqual(["SUBMITTED", before + 1]);
      expect(events()).not.toContain("keeper.failed");
      const { fields } = log.lines.find(({ event }) => event === "keeper.sent") ?? {};
      expect(await chain.provider.getTransactionReceipt(String(fields?.["txHash"]))).not.toBeNull();
    },
  );

  it("KW6: one that is mined between two answers of a batch is not lost", async () => {
    const key = await answered("late receipt");
    const before = await nonce();
    node.fault = behind;
    expect(await keeper(parts({ wallet: unhurried() }))).toMatchObject({ anchored: 0, postponed: 1 });
    expect(await store().waiting()).toHaveLength(1);
    node.reset();
    expect(await keeper(parts())).toMatchObject({ anchored: 1 });
    expect([(await stage.task(key)).state, await nonce()]).toEqual(["SUBMITTED", before + 1]);
  });

  it("KW7: one that a reorg undid is sent again, though its answer is done with", async () => {
    const key = await answered("undone work");
    await keeper(parts({ wallet: unhurried() }));
    const after = await nonce();
    await chain.reorg(1);
    expect([(await stage.task(key)).state, await nonce()]).toEqual(["CHANGES_REQUESTED", after - 1]);
    await walletWith().advance();
    await chain.mine();
    expect([(await stage.task(key)).state, await nonce()]).toEqual(["SUBMITTED", after]);
  });
});

function day(): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
