import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { firestoreCounters } from "../../../functions/src/adapters/firestore/accounts/counters";
import { firestoreLedger } from "../../../functions/src/adapters/firestore/ledger/ledger";
import { firestorePayments } from "../../../functions/src/adapters/firestore/payments/payments";
import { Nodes } from "../../../functions/src/adapters/rpc/nodes";
import { rpcAuthorizations } from "../../../functions/src/adapters/rpc/authorizations";
import { rpcChain } from "../../../functions/src/adapters/rpc/chain";
import { intentMark } from "../../../functions/src/domain/payment/intent";
import type { WalletCounts } from "../../../functions/src/domain/contribution";
import { taskName, type TaskKey } from "../../../functions/src/domain/task/events";
import { EDGES, type EdgeId } from "../../../functions/src/domain/workflow/edges";
import { possibleSteps } from "../../setup/tasks/workflow";
import { paymentFinality } from "../../../functions/src/application/payments/finality";
import { rebuildLedger } from "../../../dev/tools/rebuildLedger";
import { verifyLedger } from "../../../dev/tools/verifyLedger";
import type { Role } from "../../../dev/local/wallets";
import { postAll, ledgerOf, runLedgerJob } from "../../setup/bookkeeping";
import { partsOver, runToEnd } from "../../setup/projected";
import { CHAIN_ID, ownChain } from "../../setup/chain/chain";
import { claimOf } from "../../setup/paying/claims";
import { EscrowStage } from "../../setup/chain/escrow";
import { testFirestore } from "../../setup/firestore";
import { forFile } from "../../setup/forFile";
import { forAllAsync, isDeep, isOver, runs } from "../../setup/runs";

const SEEDS = runs(1, 300);
const MS_PER_SEED = 5_000;
const SAFE_DEPTH = 4;
/** Of odd rewards it leaves parts of a base unit. */
const PLATFORM_FEE_BPS = 333;
const ROOT = join(__dirname, "../../..");
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

const { db, projectId } = testFirestore();
const chain = forFile(() => ownChain({ safeDepth: SAFE_DEPTH }));
const stage = forFile(() => EscrowStage.open(chain, { platformFeeBps: PLATFORM_FEE_BPS }));

const nodes = () => new Nodes({ urls: [chain.rpcUrl], chainId: CHAIN_ID, timeoutMs: 10_000, log: SILENT });
const parts = () => ({
  escrow: stage.escrow,
  nodes: nodes(),
  chainId: CHAIN_ID,
  recipients: [stage.address("recipient"), stage.address("worker2")],
});
const verify = () => verifyLedger({ db, ...parts() });

async function settle(): Promise<void> {
  await chain.mine(2 * SAFE_DEPTH);
  await runToEnd(partsOver(db, stage.escrow));
  await postAll(db);
}

/** What happens next: a step of a task, or something beside. */
const move = fc.record({
  task: fc.nat(2),
  pick: fc.nat(99),
  late: fc.boolean(),
  share: fc.nat(10_000),
  forfeit: fc.boolean(),
  beside: fc.oneof(
    { arbitrary: fc.constant("nothing" as const), weight: 6 },
    {
      arbitrary: fc.constantFrom(
        "deny" as const,
        "allow" as const,
        "withdraw" as const,
        "ledger" as const,
        "gift" as const,
      ),
      weight: 4,
    },
  ),
});

async function anyStep(key: TaskKey, pick: number, late: boolean): Promise<EdgeId | null> {
  const task = await stage.task(key);
  if (!task.state || task.settled) return null;
  const now = late ? task.deadline + 1 : await stage.now();
  const standing = { ...task, state: task.state, mode: "instant" as const };
  const ids = new Set(
    (["poster", "worker", "arbiter", "stranger"] as const).flatMap((role) =>
      possibleSteps(standing, role, now, { resubmission: true }).map(({ id }) => id),
    ),
  );
  const open = EDGES.filter(({ id }) => ids.has(id)).map(({ id }) => id);
  return open[pick % Math.max(1, open.length)] ?? null;
}

async function withdrawAll(): Promise<void> {
  for (const role of ["buyer", "worker", "treasury"] as const) {
    for (const contract of ["human", "agent-fast"] as const) {
      const { escrows } = await stage.escrow.balances(stage.address(role));
      if (escrows[contract].creditUsdcUnits > 0n)
        await stage.call({ function: "withdraw", contract, to: stage.address("stranger") }, role);
    }
  }
}

describe("invariants", () => {
  it(
    `X4: after any lives, refused payments, withdrawals and gifts, rows and final events correspond one to one and sums equal balances (${SEEDS} seeds)`,
    async () => {
      await forAllAsync(
        [fc.array(move, { minLength: 8, maxLength: 16 })],
        { numRuns: SEEDS, endOnFailure: true },
        async (moves) => {
          if (isOver()) return;
          const keys = [
            await stage.create("human"),
            await stage.create("agent-fast", { rewardUsdcUnits: 3_333_333n, stakeUsdcUnits: 333_333n }),
            await stage.create("human", { maxChangeRounds: 1 }),
          ];
          for (const { task, pick, late, share, forfeit, beside } of moves) {
            const key = keys[task] as TaskKey;
            const step = await anyStep(key, pick, late);
            if (beside === "deny") await stage.denyUsdc(pick % 2 ? "worker" : "buyer", true);
            if (step && late) await stage.passDeadline(key);
            // A denied wallet cannot put money in.
            if (step) await stage.take(step, key, { workerShareBps: share, forfeitStake: forfeit }).catch(() => {});
            if (beside === "deny" || beside === "allow")
              await Promise.all([stage.denyUsdc("worker", false), stage.denyUsdc("buyer", false)]);
            if (beside === "withdraw") await withdrawAll();
            if (beside === "gift") await chain.pay({ to: stage.addresses.human, amountUsdcUnits: 7n });
            if (beside === "ledger") {
              await runToEnd(partsOver(db, stage.escrow));
              await runLedgerJob(db);
            }
          }
          await settle();
          expect((await verify()).faults).toEqual([]);
        },
      );
    },
    SEEDS * MS_PER_SEED + 60_000,
  );
});

describe("happy", () => {
  beforeAll(async () => {
    for (const life of [["start", "submit", "approve", "rateAndClaim"], ["cancel"], ["start", "expireWork"]] as const) {
      await stage.walk(await stage.create(), ...life);
    }
    await paidAnswer();
    await settle();
  }, 60_000);

  async function paidAnswer(): Promise<void> {
    const payments = firestorePayments(db);
    const txHash = (await chain.pay({
      from: "payer",
      to: stage.address("recipient"),
      amountUsdcUnits: 490_000n,
    })) as `0x${string}`;
    const log = rpcChain(nodes());
    const evidence = await log.evidence(txHash);
    const [payment] = claimOf("intent", "plain").candidates;
    if (!evidence || !payment) throw new Error("a payment");
    const { blockNumber, blockHash } = evidence;
    const paid = {
      ...payment,
      key: `${CHAIN_ID}:${txHash}:${stage.address("recipient")}:0`,
      payer: stage.address("payer"),
      recipient: stage.address("recipient"),
      amountUsdcUnits: 490_000n,
      txHash,
      blockNumber,
      blockHash,
    };
    await payments.claim({ ...claimOf("intent", "plain"), candidates: [paid] });
    await chain.mine(2 * SAFE_DEPTH);
    expect(
      await paymentFinality({
        payments,
        chain: log,
        authorizations: rpcAuthorizations(nodes()),
        settler: null,
        log: SILENT,
        nowMs: Date.now,
      }),
    ).toMatchObject({ final: 1 });
  }

  it("says what it compared, paid answers and totals among it", async () => {
    const { compared, faults } = await verify();
    expect(faults).toEqual([]);
    expect(compared).toEqual([
      expect.stringMatching(/^human: blocks 0 to \d+, \d+ events of \d+ tasks, \d+ movements of the token$/),
      expect.stringMatching(/^agent-fast: /),
      "paid answers: 1 final payments, 1 transfers to the recipients",
      expect.stringMatching(/^ledger: (\d+) rows by the chain, \1 rows stored$/),
      expect.stringMatching(/^totals: \d+ documents$/),
      expect.stringMatching(/^promise: [1-9]\d* decided works$/),
    ]);
  });

  it("X4: tells the worker what the treasury got of the reward, as the deployment has it", async () => {
    const fee = (5_000_001n * BigInt(PLATFORM_FEE_BPS)) / 10_000n;
    const ledger = firestoreLedger(db);
    const all = { fromDay: null, toDay: null, role: null, type: null, contract: null };
    const rowsOf = async (role: Role, key: TaskKey) => ledger.ofTask(stage.address(role), key, all);
    const key = await stage.create();
    await stage.walk(key, "start", "submit", "approve");
    await settle();
    expect((await rowsOf("worker", key)).find(({ type }) => type === "reward")).toMatchObject({
      grossUsdcUnits: 5_000_001n,
      feeUsdcUnits: fee,
      netUsdcUnits: 5_000_001n - fee,
    });
    expect(await rowsOf("treasury", key)).toMatchObject([
      { type: "platform_fee", direction: "in", netUsdcUnits: fee, counterparty: stage.address("worker") },
    ]);
    expect((await verify()).faults).toEqual([]);
  });

  it("leaves out what waits to be booked", async () => {
    const key = await stage.create();
    await chain.mine(2 * SAFE_DEPTH);
    await runToEnd(partsOver(db, stage.escrow));
    const { compared, faults } = await verify();
    expect(faults).toEqual([]);
    expect(compared.join()).toContain("1 tasks that wait to be posted are left out");
    await postAll(db);
    await stage.take("cancel", key);
    await settle();
  });

  it("rebuild equals incremental, byte for byte, also where the projection is gone and is read from the chain again", async () => {
    const [before, counters] = [await ledgerOf(db), await counted()];
    const indexed = (await db.collection("tasks").count().get()).data().count;
    await db.recursiveDelete(db.collection("tasks"));
    const report = await rebuildLedger({ db, chain: parts(), say: () => {} });
    expect(report).toEqual({ tasks: indexed, payments: 1, left: 0 });
    expect(await ledgerOf(db)).toEqual(before);
    expect(await counted()).toEqual(counters);
    expect((await verify()).faults).toEqual([]);
  });

  it("a rebuild from the chain counts no task twice in its parties' counters, and none that the chain does not have", async () => {
    const [before, counters] = [await ledgerOf(db), await counted()];
    const ghost = {
      contract: "human",
      state: "FUNDED",
      settled: false,
      poster: stage.address("buyer"),
      worker: null,
      parties: [stage.address("buyer")],
    };
    await db.doc("tasks/human-999").set({ ...ghost, base: null, tail: [] });
    await rebuildLedger({ db, chain: parts(), say: () => {} });
    expect(await counted()).toEqual(counters);
    expect(await ledgerOf(db)).toEqual(before);
    await db.doc("tasks/human-999").delete();
  });

  /** What the dashboard counts of both parties. */
  function counted(): Promise<WalletCounts[]> {
    return Promise.all((["buyer", "worker"] as const).map((role) => firestoreCounters(db).of(stage.address(role))));
  }
});

describe("faults", () => {
  /** The path of some document of a collection, with a field that fits. */
  const some = async (collection: string, name: string, value: unknown) => {
    const { docs } = await db.collection(collection).where(name, "==", value).limit(1).get();
    if (!docs[0]) throw new Error(`no ${collection}`);
    return docs[0];
  };

  it("finds a planted wrong row, a row too many, one too few, a wrong total and a wrong payment, and says which", async () => {
    const reward = await some("ledger", "type", "reward");
    const refund = await some("ledger", "type", "refund");
    const totals = (await db.collection("ledgerTotals").limit(1).get()).docs[0];
    const payment = await some("payments", "finality", "final");
    if (!totals) throw new Error("totals");
    const sums = totals.get("sums") as Record<string, unknown>;
    const stake = await some("ledger", "type", "stake");
    const extra = db.doc(`ledger/${refund.id}-2`);
    await Promise.all([
      reward.ref.update({ netUsdcUnits: "1" }),
      stake.ref.update({ counterparty: null }),
      refund.ref.delete(),
      extra.set({ ...refund.data(), type: "stake_returned" }),
      totals.ref.update({ sums: { ...sums, "2020-01": { poster: { reward: { in: { human: { net: 5 } } } } } } }),
      payment.ref.update({ amountUsdcUnits: "9" }),
    ]);
    const { faults } = await verify();
    for (const expected of [
      new RegExp(`^wrong row ${reward.id}: stored .*"netUsdcUnits":"1"`),
      new RegExp(`^wrong row ${stake.id}: stored .*"counterparty":null`),
      new RegExp(`^missing row ${refund.id}: the chain says`),
      new RegExp(`^row ${refund.id}-2 has no event on the chain`),
      /^totals: .*2020-01.* is off by 5$/,
      /^payment 0x.*: stored as 0.000009 USDC/,
    ]) {
      expect(faults).toContainEqual(expect.stringMatching(expected));
    }
    await Promise.all([
      extra.delete(),
      totals.ref.update({ sums }),
      ...[reward, stake, refund, payment].map((doc) => doc.ref.set(doc.data())),
    ]);
    expect((await verify()).faults).toEqual([]);
  });

  it("L10: fails where the stored promise is not what happened, and where the promise is not kept", async () => {
    const [market] = (await db.collection("marketSums").get()).docs;
    if (!market) throw new Error("the market's sums");
    await market.ref.update({ "sums.decidedInTime": 100, "sums.bySilenceLow": 7 });
    expect((await verify()).faults).toEqual([
      expect.stringMatching(/^market: decidedInTime is off by \d+$/),
      "market: bySilenceLow is off by 7",
    ]);
    await market.ref.set(market.data());
    expect((await verify()).faults).toEqual([]);

    const key = await stage.create();
    await stage.walk(key, "start", "submit", "reject");
    await settle();
    const late = {
      ...stage.escrow,
      events: async (...args: Parameters<typeof stage.escrow.events>) => {
        const read = await stage.escrow.events(...args);
        const events = read.events.map((event) =>
          event.name === "WorkSubmitted" && event.taskId === key.taskId
            ? { ...event, reviewBy: event.at.time - 1 }
            : event,
        );
        return { ...read, events };
      },
    };
    expect((await verify()).faults).toEqual([]);
    await stage.take("concede", key);
    await settle();
    const { faults } = await verifyLedger({ db, ...parts(), escrow: late });
    expect(faults).toContain(`${taskName(key)}: submitted work was not decided by its deadline`);
  });

  it("finds a chain whose token moved something else than the events say", async () => {
    const lying = {
      ...stage.escrow,
      events: async (...args: Parameters<typeof stage.escrow.events>) => {
        const read = await stage.escrow.events(...args);
        return {
          ...read,
          events: read.events.map((event) =>
            event.name === "TaskCancelled" ? { ...event, toPosterUsdcUnits: event.toPosterUsdcUnits + 1n } : event,
          ),
        };
      },
    };
    const { faults } = await verifyLedger({ db, ...parts(), escrow: lying });
    expect(faults).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^human: transaction and account .*: the events say .* USDC, the token moved/),
        expect.stringMatching(/^human: the deployment's balance is/),
        expect.stringMatching(/^wrong row/),
      ]),
    );
  });
});

describe("the command", () => {
  const run = promisify(execFile);
  const command = (name: string, ...args: string[]) =>
    run(process.execPath, ["--import", "tsx", join(ROOT, `dev/tools/${name}.ts`), ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        GCLOUD_PROJECT: projectId,
        RPC_URLS: chain.rpcUrl,
        ESCROW_HUMAN: stage.addresses.human,
        ESCROW_AGENT_FAST: stage.addresses["agent-fast"],
        PAYMENT_RECIPIENT: stage.address("recipient"),
        PAYMENT_FORMER_RECIPIENTS: stage.address("worker2"),
      },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  it("exits with 1 and the differing row where one was planted, and with 0 once the ledger is rebuilt", async () => {
    const [row] = (await db.collection("ledger").limit(1).get()).docs;
    await row?.ref.update({ feeUsdcUnits: "12345" });
    const wrong = await command("ledgerVerify");
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining(`wrong row ${row?.id}`)]);
    expect(wrong.stdout).toMatch(/\d differences\.\n$/);
    // Each program takes seconds to start.
    if (!isDeep) return void (await rebuildLedger({ db, chain: parts(), say: () => {} }));
    const rebuilt = await command("ledgerRebuild");
    expect([rebuilt.code, rebuilt.stdout]).toEqual([0, expect.stringMatching(/Posted \d+ tasks and 1 payments\./)]);
    const right = await command("ledgerVerify");
    expect([right.code, right.stdout]).toEqual([0, expect.stringContaining("The ledger is as the chain has it.")]);
  }, 60_000);
});

describe("D24: payments that the chain has and the ledger does not have", () => {
  const empty = testFirestore();
  /** A transaction that the chain does not have. */
  const NOWHERE = `0x${"de".repeat(32)}` as const;
  /** Money that reached a recipient, and what the service kept of it before it was lost. */
  const lost: Record<string, `0x${string}`> = {};
  const pay = async (
    to: "recipient" | "worker2" | "stranger",
    amountUsdcUnits = 490_000n,
    from: Role = "payer",
    suffix = "0x",
  ) => (await chain.pay({ from, to: stage.address(to), amountUsdcUnits, suffix })) as `0x${string}`;
  const stored = async (txHash: string, of = db) =>
    (await of.collection("payments").where("txHash", "==", txHash).get()).docs;
  const plain = (intentKey: string, txHash: `0x${string}`, finality: "pending" | "orphaned" | "unsettled") => {
    const claim = claimOf(intentKey, "plain");
    const [payment] = claim.candidates;
    if (!payment) throw new Error("a payment");
    const key = `${CHAIN_ID}:${txHash}:${stage.address("recipient")}:0`;
    return {
      ...claim,
      candidates: [
        { ...payment, key, txHash, payer: stage.address("payer"), recipient: stage.address("recipient"), finality },
      ],
    };
  };

  it("D24: does not crash before the first run of the indexer, and names what was paid", async () => {
    lost["orphaned"] = await pay("recipient");
    lost["noRecord"] = await pay("recipient", 600_000n, "payer2", `0x${intentMark("some intent")}`);
    lost["formerRecipient"] = await pay("worker2");
    await pay("recipient", 489_999n);
    await pay("stranger");
    await firestorePayments(db).claim(plain("undone", lost["orphaned"], "orphaned"));
    lost["waits"] = await pay("recipient");
    await firestorePayments(db).claim(plain("waits", lost["waits"], "pending"));
    await firestorePayments(db).claim(plain("nowhere", NOWHERE, "pending"));
    await chain.mine(2 * SAFE_DEPTH);
    const { compared, faults } = await verifyLedger({ db: empty.db, ...parts() });
    expect(compared.slice(0, 2)).toEqual([
      "human: not compared, because the indexer has not run yet",
      "agent-fast: not compared, because the indexer has not run yet",
    ]);
    // The ledger of an empty database lacks every payment of this file's chain.
    expect(faults).toHaveLength(5);
  });

  it("D24: names each with its amount, its parties and its block, and says why it is not booked", async () => {
    const { faults } = await verify();
    expect(faults).toEqual([
      expect.stringMatching(
        `^payment ${lost["orphaned"]}: the chain has 0.49 USDC from 0x\\w+ to ${stage.address("recipient")} in block \\d+, log \\d+; the ledger does not have it .stored as orphaned`,
      ),
      expect.stringMatching(
        `^payment ${lost["noRecord"]}: the chain has 0.6 USDC from ${stage.address("payer2")}.*not redeemed, or its record is lost`,
      ),
      expect.stringMatching(`^payment ${lost["formerRecipient"]}: .* to ${stage.address("worker2")} `),
      expect.stringMatching(
        `^payment ${lost["waits"]}: the chain has 0.49 USDC .*stored as pending: the job paymentFinality has not looked`,
      ),
      expect.stringMatching(
        `^payment ${NOWHERE}: stored as pending in block \\d+, which is final; the chain has no such`,
      ),
    ]);
    await db
      .collection("payments")
      .doc(`${CHAIN_ID}:${NOWHERE}:${stage.address("recipient")}:0`)
      .delete();
  });

  it("D24: a rebuild from the chain restores them, once, and they stay as redeemable as they were", async () => {
    for (let at = 0; at < 2; at++) {
      await rebuildLedger({ db, chain: parts(), say: () => {} });
      expect((await verify()).faults).toEqual([]);
    }
    const [orphaned] = await stored(lost["orphaned"] ?? "");
    expect(orphaned?.data()).toMatchObject({ finality: "final", intentKey: "undone", key: orphaned?.id });
    const [waited] = await stored(lost["waits"] ?? "");
    expect(waited?.data()).toMatchObject({ finality: "final", intentKey: "waits" });
    const [noRecord] = await stored(lost["noRecord"] ?? "");
    expect(noRecord?.data()).toMatchObject({
      finality: "final",
      intentKey: "",
      binding: "marked",
      amountUsdcUnits: "600000",
    });
    expect(noRecord?.get("unbooked")).toBeUndefined();
    const claim = plain("late", lost["noRecord"] ?? "0x", "pending");
    expect(await firestorePayments(db).claim(claim)).toMatchObject({ outcome: "claimed" });
    expect(
      await firestorePayments(db).claim({ ...claim, purchase: { ...claim.purchase, intentKey: "later" } }),
    ).toMatchObject({ outcome: "used" });
  });
});
