import { createHash } from "node:crypto";
import { FieldValue, Timestamp, type Firestore } from "@google-cloud/firestore";
import { keccak256, Wallet } from "ethers";
import { firestoreJobRuns } from "../../../functions/src/adapters/firestore/jobRuns";
import { firestoreProjections } from "../../../functions/src/adapters/firestore/indexing/projections";
import { firestoreSnapshots } from "../../../functions/src/adapters/firestore/snapshots";
import type { DatasetKind } from "../../../packages/answers/src/dataset/record";
import { INTERFACE_VERSION } from "../../../functions/src/domain/version";
import { JOB_MINUTES, type JobName } from "../../../functions/src/domain/jobs";
import { lastBlock } from "../../../functions/src/domain/task/events";
import { runJob } from "../../../functions/src/entry/jobs";
import { wire } from "../../../functions/src/entry/wire";
import { testFirestore } from "../../setup/firestore";
import { forFile, served } from "../../setup/forFile";
import { GrpcError, hookFirestore, PERMISSION_DENIED } from "../../setup/database/hookFirestore";
import { Market } from "../../setup/market";
import { startRpcProxy } from "../../setup/chain/rpcProxy";
import { KeptLog, testService, testSettings } from "../../setup/service";

const { db } = testFirestore();
const elsewhere = testFirestore();
const hooks = hookFirestore(db);
const market = Market.forFile(db);
const proxy = forFile(() => startRpcProxy(market.chain.rpcUrl));
const behind = forFile(() => market.anotherService(db, { RPC_URLS: proxy.url, COMMIT: "0123abc" }));
beforeAll(async () => {
  await publish(db, "chats");
  await publish(db, "goals");
});
beforeEach(() => {
  proxy.fault = undefined;
  delete hooks.before;
});

async function publish(to: Firestore, kind: DatasetKind, publishedAt = Date.now()): Promise<void> {
  const bytes = Buffer.from("{}");
  const dataHash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  await firestoreSnapshots(to).publish({ kind, dataHash, count: 7, publishedAt }, bytes);
}

interface Health {
  status: string;
  checks: {
    firestore: object;
    rpc: { ok: boolean; lagSeconds: number };
    indexer: { lastBlock: number; lagBlocks: number };
    jobs: { ok: boolean; runs: { paymentFinality: { lastSuccess: string | null } } };
    contracts: {
      human: { atBlock: number; escrowUsdc: string; liabilitiesUsdc: string; codeHash: string; solvent: boolean };
      agentFast: object;
    };
  };
}

async function ask(baseUrl = behind.baseUrl): Promise<{ code: number; health: Health }> {
  const response = await fetch(`${baseUrl}/mkt/health`);
  return { code: response.status, health: (await response.json()) as Health };
}

/** As the jobs leave it once they have done everything. */
async function caughtUp(): Promise<void> {
  const runs = firestoreJobRuns(db);
  for (const job of Object.keys(JOB_MINUTES) as JobName[]) await runs.noteSuccess(job, market.nowMs());
  const projections = firestoreProjections(db);
  for (const contract of ["human", "agent-fast"] as const) {
    const from = await projections.cursor(contract);
    const head = BigInt(await market.chain.provider.getBlockNumber());
    if (!from || lastBlock(from) < head)
      await projections.moveCursor(contract, from, { finalBlock: head, checkpoints: [], behind: [] });
  }
}

describe("happy", () => {
  it("is ok, and the money adds up to the last unit through a task's whole life", async () => {
    await caughtUp();
    const before = (await ask()).health.checks.contracts.human;
    expect(before).toMatchObject({ escrowUsdc: "0", liabilitiesUsdc: "0", solvent: true });
    const key = await market.task();
    const stages: [() => Promise<unknown>, string][] = [
      [() => Promise.resolve(), "5.000001"],
      [() => market.take("start", key), "5.500002"],
      [() => market.take("submit", key), "5.500002"],
      [() => market.take("approve", key), "0.500001"],
      [() => market.take("rateAndClaim", key), "0"],
    ];
    for (const [act, held] of stages) {
      await act();
      await caughtUp();
      const { code, health } = await ask();
      expect([code, health]).toMatchObject([
        200,
        {
          status: "ok",
          commit: "0123abc",
          version: INTERFACE_VERSION,
          checks: {
            firestore: { ok: true },
            rpc: { ok: true },
            indexer: { ok: true, lagBlocks: 0 },
            answers: {
              ok: true,
              count: 7,
              engine: "local",
              datasets: { chats: { ok: true }, goals: { ok: true, count: 7 } },
            },
            reports: { ok: true, from: null, to: null },
            keeper: null,
            contracts: {
              human: {
                ok: true,
                solvent: true,
                escrowUsdc: held,
                liabilitiesUsdc: held,
                address: market.stage.addresses.human,
              },
              agentFast: { ok: true },
            },
          },
        },
      ]);
    }
    const code = await market.chain.provider.getCode(market.stage.addresses.human);
    expect((await ask()).health.checks.contracts.human.codeHash).toBe(keccak256(code));
  });
});

describe("the money", () => {
  it("D20: is compared at one block: neither steps that no one indexed yet nor confirmed ones count on one side alone", async () => {
    await caughtUp();
    const before = await ask();
    const { atBlock, escrowUsdc } = before.health.checks.contracts.human;
    const at = { solvent: true, ok: true, atBlock, escrowUsdc, liabilitiesUsdc: escrowUsdc };
    // On the chain, and the projection knows nothing of it.
    const key = await market.stage.create("human", { metadataHash: `0x${"11".repeat(32)}` });
    expect((await ask()).health.checks.contracts.human).toMatchObject(at);
    // Confirmed, so that the projection is ahead of the indexer.
    await market.sync(key);
    expect((await ask()).health.checks.contracts.human).toMatchObject(at);
    await market.take("start", key);
    expect((await ask()).health.checks.contracts.human).toMatchObject(at);
    await caughtUp();
    const after = (await ask()).health.checks.contracts.human;
    expect(after).toMatchObject({ solvent: true, escrowUsdc: after.liabilitiesUsdc });
    expect(Number(after.escrowUsdc)).toBeGreaterThan(Number(escrowUsdc));
    // The money leaves, and the projection does not know it yet.
    for (const step of ["submit", "approve", "rateAndClaim"] as const) await market.stage.take(step, key);
    expect((await ask()).health).toMatchObject({ checks: { contracts: { human: { solvent: true } } } });
    await market.sync(key);
    expect((await ask()).health).toMatchObject({ checks: { contracts: { human: { solvent: true } } } });
    await caughtUp();
    expect((await ask()).health.checks.contracts.human).toMatchObject({ solvent: true, escrowUsdc });
  });
});

describe("products", () => {
  it("D: looks at every dataset: one that is missing or old degrades", async () => {
    await caughtUp();
    await publish(db, "goals", market.nowMs() - 366 * 86_400_000);
    expect(await ask()).toMatchObject({
      code: 200,
      health: {
        status: "degraded",
        checks: { answers: { ok: false, datasets: { chats: { ok: true }, goals: { ok: false, count: 7 } } } },
      },
    });
    await db.doc("datasets/goals").delete();
    expect(await ask()).toMatchObject({
      code: 200,
      health: {
        status: "degraded",
        checks: { answers: { ok: false, datasets: { goals: { ok: false, dataHash: null } } } },
      },
    });
    await publish(db, "goals");
    expect(await ask()).toMatchObject({ health: { status: "ok" } });
  });

  it("D: looks at the reports: one that is overdue degrades", async () => {
    await caughtUp();
    await db.doc("analyticsDays/2020-01-15-00").set({ sums: {} });
    expect(await ask()).toMatchObject({
      code: 200,
      health: { status: "degraded", checks: { reports: { ok: false, from: null } } },
    });
    await db.doc("analytics/quiet").set({ upTo: new Date(market.nowMs()).toISOString().slice(0, 8) + "01" });
    expect(await ask()).toMatchObject({ health: { status: "ok" } });
    await db.doc("analytics/quiet").delete();
    await db.doc("analytics/catalogue").set({
      reports: [{ id: "a", from: "2020-01-01", to: "2020-02-01" }],
      values: "{}",
      publishedAt: 1_580_515_200_000,
    });
    expect(await ask()).toMatchObject({
      health: {
        status: "degraded",
        checks: {
          reports: { ok: false, from: "2020-01-01", to: "2020-02-01", publishedAt: "2020-02-01T00:00:00.000Z" },
        },
      },
    });
    await Promise.all(["analytics/catalogue", "analyticsDays/2020-01-15-00"].map((path) => db.doc(path).delete()));
  });

  it("D: looks at the facilitator and at the keeper's wallet", async () => {
    await caughtUp();
    let status = 200;
    let asked = 0;
    const stub = await served((request, response) => {
      asked += 1;
      response.writeHead(request.url === "/x402/supported" ? status : 500).end("{}");
    });
    const url = `${stub}/x402`;
    const keeper = Wallet.createRandom();
    const settings = {
      RPC_URLS: proxy.url,
      SETTLEMENT_KEY: "none",
      FACILITATOR_URL: url,
      KEEPER_KEY: keeper.privateKey,
    };
    const service = await market.anotherService(db, settings);
    const poor = {
      status: "degraded",
      checks: { settlement: { ok: true, by: "facilitator" }, keeper: { ok: false, address: keeper.address, wei: "0" } },
    };
    expect(await ask(service.baseUrl)).toMatchObject({ code: 200, health: poor });
    await market.chain.provider.send("anvil_setBalance", [keeper.address, "0x38d7ea4c68000"]);
    expect(await ask(service.baseUrl)).toMatchObject({
      health: { status: "ok", checks: { keeper: { ok: true, wei: "1000000000000000" } } },
    });
    expect(asked).toBe(1);
    status = 503;
    await market.pass(31);
    await market.chain.mine(1);
    await caughtUp();
    expect(await ask(service.baseUrl)).toMatchObject({
      code: 200,
      health: { status: "degraded", checks: { settlement: { ok: false, by: "facilitator" } } },
    });
    await service.close();
  });

  it("D: is not down for a deployment without a marketplace, unless that has nothing to sell", async () => {
    await market.followChain();
    const service = await testService({ db, nowMs: () => market.nowMs(), settings: { RPC_URLS: proxy.url } });
    const alone = {
      status: "ok",
      checks: { contracts: null, indexer: null, keeper: null, reports: null, answers: { ok: true } },
    };
    expect(await ask(service.baseUrl)).toMatchObject({ code: 200, health: alone });
    await service.close();
    const empty = await testService({
      db: elsewhere.db,
      nowMs: () => market.nowMs(),
      settings: { RPC_URLS: proxy.url },
    });
    expect(await ask(empty.baseUrl)).toMatchObject({
      code: 503,
      health: { status: "down", checks: { firestore: { ok: true }, rpc: { ok: true }, answers: { ok: false } } },
    });
    await empty.close();
  });
});

describe("jobs", () => {
  const minutes = (count: number) => count * 60_000;

  it("T11: are shown with their last success and what waits; one that has stopped degrades", async () => {
    await market.followChain();
    await caughtUp();
    const unbooked = await db.collection("tasks").where("unbooked", "==", true).get();
    await Promise.all(unbooked.docs.map(({ ref }) => ref.update({ unbooked: FieldValue.delete() })));
    await db.doc("jobs/runs").delete();
    const ran = market.nowMs();
    const parts = wire(testSettings({ RPC_URLS: proxy.url }), { db, log: new KeptLog(), nowMs: () => ran });
    await runJob("events", parts);
    const none = { ok: true, lastSuccess: null };
    expect((await ask()).health).toMatchObject({
      status: "ok",
      checks: {
        jobs: {
          ok: true,
          runs: {
            events: { ok: true, lastSuccess: new Date(ran).toISOString(), waiting: 0 },
            paymentFinality: { ...none, waiting: 0 },
            rollups: { ...none, waiting: null },
          },
        },
      },
    });
    const waiting = [
      { finality: "pending" },
      { finality: "unsettled", lookAt: Timestamp.fromMillis(market.nowMs()) },
      { finality: "unsettled", lookAt: Timestamp.fromMillis(market.nowMs() + minutes(1)) },
      { finality: "final", unbooked: true },
    ];
    const docs = waiting.map((_, at) => db.doc(`payments/${at}`));
    await Promise.all(docs.map((doc, at) => doc.set(waiting[at] ?? {})));
    const jobs = async () => (await ask()).health.checks.jobs;
    expect(await jobs()).toMatchObject({
      ok: false,
      runs: { paymentFinality: { ok: false, waiting: 2 }, ledger: { ok: false, waiting: 1 } },
    });
    for (const [agoMinutes, ok] of [
      [49, true],
      [51, false],
    ] as const) {
      await firestoreJobRuns(db).noteSuccess("paymentFinality", market.nowMs() - minutes(agoMinutes));
      expect((await jobs()).runs.paymentFinality).toMatchObject({ ok, waiting: 2 });
    }
    await firestoreJobRuns(db).noteSuccess("paymentFinality", market.nowMs());
    await firestoreJobRuns(db).noteSuccess("ledger", market.nowMs());
    expect((await ask()).health).toMatchObject({ status: "ok", checks: { jobs: { ok: true } } });
    await Promise.all([...docs, db.doc("jobs/runs")].map((doc) => doc.delete()));
  });

  it("T11: that fail are not shown as successful", async () => {
    const parts = wire(testSettings({ RPC_URLS: "http://127.0.0.1:1" }), { db, log: new KeptLog() });
    await db.doc("jobs/runs").delete();
    await expect(runJob("paymentFinality", parts)).rejects.toThrow(/No node/);
    expect((await ask()).health.checks.jobs.runs.paymentFinality.lastSuccess).toBeNull();
  });
});

describe("faults", () => {
  it("is degraded where the indexer lags, and where an escrow holds less than it owes", async () => {
    await caughtUp();
    await market.pass(601);
    await market.chain.mine(1);
    expect(await ask()).toMatchObject({
      code: 200,
      health: { status: "degraded", checks: { indexer: { ok: false, lagBlocks: expect.any(Number) } } },
    });
    await caughtUp();
    await db.doc("indexer/agent-fast").delete();
    expect(await ask()).toMatchObject({
      code: 200,
      health: { status: "degraded", checks: { firestore: { ok: true }, indexer: { ok: false, lastBlock: null } } },
    });
    await caughtUp();
    await db.doc("tasks/human-999999").set({ contract: "human", settled: false, owed: 1_000_000 });
    expect(await ask()).toMatchObject({
      code: 200,
      health: {
        status: "degraded",
        checks: { contracts: { human: { ok: false, solvent: false, liabilitiesUsdc: "1" } } },
      },
    });
    await db.doc("tasks/human-999999").delete();
  });

  it("is down, with status 503, where no node answers", async () => {
    for (const fault of [{ kind: "hang" }, { kind: "status", status: 503 }, { kind: "garbage" }] as const) {
      proxy.fault = fault;
      const { code, health } = await ask();
      expect([fault, code, health]).toMatchObject([
        fault,
        503,
        {
          status: "down",
          checks: {
            firestore: { ok: true },
            rpc: { ok: false, blockNumber: null },
            contracts: { human: { ok: false, solvent: null } },
          },
        },
      ]);
    }
  });

  it("E8: is down where the database does not answer", async () => {
    hooks.before = () => {
      throw new GrpcError(PERMISSION_DENIED);
    };
    const { code, health } = await ask();
    expect([code, health]).toMatchObject([
      503,
      { status: "down", checks: { firestore: { ok: false }, rpc: { ok: true }, answers: { ok: false } } },
    ]);
  });

  it("is down, and does not wait, where the database hangs", async () => {
    const waiting: (() => void)[] = [];
    hooks.before = () => new Promise((resolve) => waiting.push(resolve));
    const { code } = await ask();
    delete hooks.before;
    for (const go of waiting) go();
    await ask();
    expect(code).toBe(503);
  });
});
